using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Tests.Loading;

internal sealed class PlatformTableTests
{
    [Test]
    public void Each_platform_has_one_row_and_is_found_in_it()
    {
        var platforms = Enum.GetValues<Platform>();

        Assert.That(PlatformTable.All.Select(row => row.Platform), Is.EqualTo(platforms));
        Assert.That(platforms.Select(platform => PlatformTable.Of(platform).Platform), Is.EqualTo(platforms));
    }

    [Test]
    public void A_sentence_names_platforms_by_their_words()
    {
        Assert.That(Words(), Is.Empty);
        Assert.That(Words(Platform.Files), Is.EqualTo("Files"));
        Assert.That(Words(Platform.SqlServer, Platform.PostgreSql), Is.EqualTo("PostgreSql or SqlServer"));
        Assert.That(Words(Platform.Sqlite, Platform.SqlServer, Platform.PostgreSql),
            Is.EqualTo("PostgreSql, SqlServer or Sqlite"));
    }

    [TestCase("data source", Platform.Sqlite)]
    [TestCase("data source,user id", Platform.SqlServer)]
    [TestCase("server,database", Platform.SqlServer)]
    [TestCase("server,database,user id,password", Platform.SqlServer)]
    [TestCase("server,port,database", Platform.MariaDb)]
    [TestCase("database,sslmode,server", Platform.MariaDb)]
    [TestCase("server,ssl mode", Platform.MariaDb)]
    [TestCase("server,charset", Platform.MariaDb)]
    [TestCase("server,encrypt,trustservercertificate", Platform.SqlServer)]
    [TestCase("data source,port", Platform.SqlServer)]
    [TestCase("host,database", Platform.PostgreSql)]
    [TestCase("host,port,ssl mode", Platform.PostgreSql)]
    [TestCase("host,server", Platform.PostgreSql)]
    [TestCase("database", null)]
    public void Keywords_of_a_connection_string_tell_its_platform(string keywords, Platform? platform) =>
        Assert.That(PlatformTable.MeantBy(keywords.Split(',').ToHashSet())?.Platform, Is.EqualTo(platform));

    private static string Words(params Platform[] platforms) =>
        PlatformTable.Words(row => platforms.Contains(row.Platform));
}

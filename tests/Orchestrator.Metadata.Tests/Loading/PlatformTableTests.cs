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
        Assert.That(PlatformTable.Words(row => row.Form == StoreForm.Folder), Is.EqualTo("Files"));
        Assert.That(PlatformTable.Words(row => row.Form == StoreForm.Server), Is.EqualTo("PostgreSql or SqlServer"));
        Assert.That(PlatformTable.Words(row => row.Form != StoreForm.Folder),
            Is.EqualTo("PostgreSql, SqlServer or Sqlite"));
    }

    [TestCase("data source", Platform.Sqlite)]
    [TestCase("data source,user id", Platform.SqlServer)]
    [TestCase("server,database", Platform.SqlServer)]
    [TestCase("host,database", Platform.PostgreSql)]
    [TestCase("host,server", Platform.PostgreSql)]
    [TestCase("database", null)]
    public void Keywords_of_a_connection_string_tell_its_platform(string keywords, Platform? platform) =>
        Assert.That(PlatformTable.All.FirstOrDefault(row => row.IsMeantBy(keywords.Split(',').ToHashSet()))?.Platform,
            Is.EqualTo(platform));
}

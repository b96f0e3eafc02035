using Orchestrator.Data;
using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>Loads from a server that tells what it hides when it is asked, and refuses nobody, as SQL Server does.
/// </summary>
internal sealed class PartsAskedTests
{
    private Rig _rig = null!;
    private RecordedPlatform _platform = null!;

    [SetUp]
    public void Make()
    {
        _rig = new Rig();
        _rig.Execute("CREATE TABLE source (Id INTEGER); INSERT INTO source VALUES (1), (2)");
        _platform = new RecordedPlatform(SqlitePlatform.Instance, SqlitePlatform.Instance.Abilities);
        _rig.PlatformOf = connection => connection.Platform == Platform.Files ? null : _platform;
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    private static IEnumerable<ObjectSource> Sources =>
    [
        new() { Connection = "Db", Name = "source" },
        new() { Connection = "Db", Query = new SqlText("select s.Id from Source s", null, default) },
    ];

    [TestCaseSource(nameof(Sources))]
    public void A_load_of_it_is_refused_from_the_night_on_in_which_it_is_hidden(ObjectSource source)
    {
        var load = Rig.Load("target", Rig.Column("Id", "int")) with { Source = source };
        var before = _rig.Run(load);
        _platform.Parts = [Part("other"), Part("source")];

        var error = _rig.Run(load).Error!;

        Assert.That((before.Error?.Message, before.Counts.Inserted), Is.EqualTo(((string?)null, 2)));
        Assert.That((error.Code, error.Message), Is.EqualTo(("ORC3465",
            "The server shows a part of 'source': its rows are filtered. Read with a user who sees all of it, or write "
            + "`rowSecurity: accepted` at the connection where what its user sees is all that is wanted.")));
        Assert.That(_rig.Query("SELECT Id FROM target ORDER BY Id"), Is.EqualTo((string[])["1", "2"]));
    }

    [TestCaseSource(nameof(Sources))]
    public void What_hides_other_tables_refuses_nothing(ObjectSource source)
    {
        _platform.Parts = [Part("other"), Part("sources"), Part("our_source")];

        Assert.That(_rig.Run(Rig.Load("target", Rig.Column("Id", "int")) with { Source = source }).Error, Is.Null);
    }

    [TestCase(null)]
    [TestCase("select Id from source where Id < 0")]
    public void A_check_of_it_is_refused_as_it_would_find_nothing_wrong(string? query)
    {
        _platform.Parts = [Part("source")];
        var check = Rig.Load(query is null ? "source" : "other") with
        {
            Kind = "check",
            Source = null,
            Check = new CheckRules
            {
                RowCount = query is null ? ">0" : null,
                ReturnsNothing = query is null ? null : new SqlText(query, null, default),
            },
        };

        Assert.That(_rig.Run(check).Error?.Code, Is.EqualTo("ORC3465"));
        _platform.Parts = [];
        Assert.That(_rig.Run(check).Error?.Message, Is.Null);
    }

    private static ShownPart Part(string table) => new(new TableName(null, table), "its rows are filtered");
}

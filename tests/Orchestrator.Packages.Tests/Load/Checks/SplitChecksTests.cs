using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Load.Checks;

/// <summary>Loads in several streams that cannot be are refused before anything runs.</summary>
internal sealed class SplitChecksTests
{
    [TestCase(Platform.PostgreSql, Platform.PostgreSql, LoadPattern.TruncateInsert, Swap.Transaction)]
    [TestCase(Platform.PostgreSql, Platform.SqlServer, LoadPattern.TruncateInsert, Swap.Shadow)]
    [TestCase(Platform.SqlServer, Platform.SqlServer, LoadPattern.Merge, Swap.Auto)]
    [TestCase(Platform.SqlServer, Platform.PostgreSql, LoadPattern.DropAndReload, Swap.Auto)]
    [TestCase(Platform.PostgreSql, Platform.PostgreSql, LoadPattern.Append, Swap.Auto)]
    public void Tables_of_servers_are_parted(Platform from, Platform to, LoadPattern pattern, Swap swap)
    {
        Assert.That(Found(from, to, Load(pattern, swap)), Is.Empty);
    }

    [TestCase(Platform.Files, Platform.PostgreSql, "the source is a file")]
    [TestCase(Platform.Sqlite, Platform.PostgreSql, "SQLite has none")]
    [TestCase(Platform.PostgreSql, Platform.Sqlite, "SQLite has one writer")]
    [TestCase(Platform.PostgreSql, Platform.Files, "the target is a file")]
    public void Files_and_databases_in_files_are_not(Platform from, Platform to, string why)
    {
        Assert.That(Found(from, to, Load()), Has.One.Contains(why));
    }

    [Test]
    public void A_query_is_not_because_it_may_answer_each_part_otherwise() => Assert.That(
        Found(Platform.PostgreSql, Platform.PostgreSql, Load(), new ObjectSource
        {
            Connection = "From",
            Query = new SqlText("select 1 as Id", null, default),
        }),
        Has.One.Contains("a query could return other rows to each part"));

    [Test]
    public void A_table_is_not_where_its_rows_are_not_published_together()
    {
        var inPlace = Load(swap: Swap.InPlace);
        var shadow = Load(swap: Swap.Shadow);
        var commits = Load() with { CommitRows = Rig.Written(1000L) };

        Assert.That(
            new[] { inPlace, shadow, commits }.SelectMany(
                load => Found(Platform.PostgreSql, Platform.PostgreSql, load)),
            Is.EqualTo((string[])
            [
                "`splitBy` fills a load table from several streams, and `swap: inPlace` has none.",
                "`splitBy` cannot be with `swap: shadow` on PostgreSQL: readers whose snapshot is older than the "
                    + "exchange would miss rows of several streams.",
                "`splitBy` commits each stream as a whole, and `commitRows` asks for less.",
            ]));
    }

    [Test]
    public void Rows_of_one_key_come_in_one_stream()
    {
        var other = Load(LoadPattern.Merge) with { SplitBy = Rig.Written<SplitBy?>(new SplitBy("Name", 2)) };

        Assert.That(
            Found(Platform.PostgreSql, Platform.SqlServer, other), Has.One.Contains("goes by a column of the key"));
    }

    [TestCase("Id + 1", null)]
    [TestCase(null, "1")]
    public void The_key_that_they_go_by_is_as_the_table_has_it(string? expression, string? value)
    {
        var key = Rig.Column("Id", "int", key: 1) with { SourceExpression = expression, Value = value };

        Assert.That(
            Found(Platform.PostgreSql, Platform.SqlServer, Load(LoadPattern.Merge), key: key),
            Has.One.Contains("made from something else"));
        Assert.That(
            Found(Platform.PostgreSql, Platform.SqlServer, Load(LoadPattern.Append), key: key), Is.Empty);
    }

    [TestCase("int", LoadPattern.Merge, true)]
    [TestCase("bigint", LoadPattern.Merge, false)]
    [TestCase("decimal(20,0)", LoadPattern.DeltaInsert, false)]
    [TestCase("int", LoadPattern.Append, false)]
    public void A_key_that_holds_less_than_the_column_is_refused(string key, LoadPattern pattern, bool isRefused)
    {
        var definition = Rig.Load("t", Rig.Column("Id", key, key: 1)) with { Load = Load(pattern) };
        void Look() => SplitColumn.RefuseNarrowKey(
            definition, new RowColumn("Id", Rig.Type("bigint")), [new RowColumn("Id", Rig.Type(key))]);

        Assert.That(Look, isRefused ? Throws.TypeOf<PackageRefusedException>() : Throws.Nothing);
    }

    [Test]
    public void More_streams_than_a_connection_may_have_packages_are_refused()
    {
        var many = Load() with { SplitBy = Rig.Written<SplitBy?>(new SplitBy("Id", 9)) };

        Assert.That(
            Found(Platform.PostgreSql, Platform.SqlServer, many),
            Has.One.EqualTo("`splitBy` opens 9 streams at 'From', whose `maxConcurrency` is 8."));
    }

    private static LoadOptions Load(LoadPattern pattern = LoadPattern.TruncateInsert, Swap swap = Swap.Auto) => new()
    {
        Pattern = Rig.Written(pattern),
        Swap = swap == Swap.Auto ? Setting<Swap>.Default(swap) : Rig.Written(swap),
        SplitBy = Rig.Written<SplitBy?>(new SplitBy("Id", 4)),
    };

    private static string[] Found(Platform from, Platform to, LoadOptions load, ObjectSource? source = null,
        ColumnDefinition? key = null)
    {
        using var rig = new Rig();
        rig.Servers.Add(Connection("From", from) with { MaxConcurrency = 8 });
        rig.Servers.Add(Connection("To", to));
        var definition = Rig.Load("t", key ?? Rig.Column("Id", "int", key: 1), Rig.Column("Name", "nvarchar(9)")) with
        {
            Source = source ?? (from == Platform.Files
                ? new ObjectSource { Connection = "From", File = "t.csv" }
                : new ObjectSource { Connection = "From", Name = "t" }),
            Target = new ObjectTarget("To", null, "t"),
            Load = load,
        };
        return
        [
            .. PackageKinds.All["load"].Check(definition, rig.Solution)
                .Where(one => one.Code == "ORC1325").Select(one => one.Message),
        ];
    }

    private static Connection Connection(string name, Platform platform) => new()
    {
        Name = name,
        Platform = platform,
        Folder = "out",
        File = "x.db",
        ConnectionString = "Host=nowhere",
    };
}

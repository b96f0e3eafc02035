using System.Data.Common;
using Orchestrator.Data;
using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Tests.Scd;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>Targets of which the server shows a part: what a load looks for there, it does not find.</summary>
internal sealed class HiddenTargetRowsTests
{
    private const string Rows = """SELECT "Id", "V" FROM t ORDER BY 1, 2""";

    private static int _roles;

    private string _role = "";
    private PostgreSqlRig _pg = null!;

    // What goes by the rows that stand in the target: each would leave hidden ones there, or add them once more.
    private static IEnumerable<TestCaseData> GoingByRows =>
    [
        Named("TruncateInsert", Of(new LoadOptions())),
        Named("TruncateInsert_by_delete", Of(new LoadOptions { Swap = Rig.Written(Swap.Transaction) })),
        Named("TruncateInsert_in_place", Of(new LoadOptions { Swap = Rig.Written(Swap.InPlace) })),
        Named("ReplaceRange", Of(new LoadOptions
        {
            Pattern = Rig.Written(LoadPattern.ReplaceRange),
            Range = Rig.Written<LoadRange?>(new LoadRange("Id", "1", "9")),
        })),
        Named("Merge", Of(new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge) })),
        Named("DeltaInsert", Of(new LoadOptions { Pattern = Rig.Written(LoadPattern.DeltaInsert) })),
        Named("scd_in_sets", ScdRig.Define(new ScdOptions(), ScdRig.Column("V", ColumnChange.Track, "int"))),
        Named("scd_in_a_dataflow", ScdRig.Define(
            new ScdOptions { Engine = ScdEngine.Dataflow }, ScdRig.Column("V", ColumnChange.Track, "int"))),
        Named("absorb", Of(new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge) }) with
        {
            Kind = "absorb",
            Absorb = new AbsorbOptions(),
            SystemColumns = [new SystemColumn("RowBufferId", "RowBufferId", Rig.Type("bigint"), Origin.Default)],
        }),
    ];

    [SetUp]
    public void Make()
    {
        _pg = new PostgreSqlRig();
        _role = $"writer_{Interlocked.Increment(ref _roles)}";
        var database = new DbConnectionStringBuilder { ConnectionString = _pg.ConnectionString }["Database"];
        _pg.Execute($"CREATE ROLE {_role} LOGIN PASSWORD 'geheim'; GRANT ALL ON SCHEMA public TO {_role}; "
            + $"GRANT ALL ON DATABASE {database} TO {_role}");
        Writes(RowSecurity.Refused);
        _pg.Rig.Write("t.csv", "Id,V\n1,1\n2,3\n");
    }

    [TearDown]
    public void Remove() => _pg.Dispose();

    [TestCaseSource(nameof(GoingByRows))]
    public void A_load_that_goes_by_the_rows_of_its_target_is_refused_where_some_are_hidden(ObjectDefinition load)
    {
        var made = _pg.Rig.Run(load);
        Hide();
        var held = _pg.Query(Rows);
        _pg.Rig.Write("t.csv", "Id,V\n1,1\n3,5\n");

        var result = _pg.Rig.Run(load);

        Assert.That(made.Error?.Message, Is.Null);
        Assert.That(result.Error?.Code, Is.EqualTo("ORC3465"), $"{result.Counts} {result.Error?.Message}");
        Assert.That(result.Error!.Message,
            Does.StartWith("The server shows a part of the target 'public.t': row-level security of public.t hides "
                + $"rows from {_role}.").And.Contain("rowSecurity: accepted"));
        Assert.That(_pg.Query(Rows), Is.EqualTo(held));
    }

    [Test]
    public void Rows_that_are_appended_need_none_of_those_that_are_hidden()
    {
        // A COPY into a table with policies is refused by the server itself.
        var load = Of(new LoadOptions
        {
            Pattern = Rig.Written(LoadPattern.Append),
            SortedBy = Rig.Written<IReadOnlyList<string>>(["Id"]),
        });
        _pg.Rig.Run(load);
        Hide();
        _pg.Rig.Write("t.csv", "Id,V\n3,4\n4,5\n");

        var result = _pg.Rig.Run(load);

        Assert.That((result.Error?.Message, result.Counts.Inserted), Is.EqualTo(((string?)null, 2)));
    }

    [Test]
    public void Rows_that_are_to_be_taken_back_may_be_hidden([Values] bool isFullRefresh)
    {
        var load = Of(new LoadOptions { Pattern = Rig.Written(LoadPattern.Append) }) with
        {
            Source = new ObjectSource { Connection = "Pg", Name = "source" },
            Watermark = new Watermark { Name = "Id", Column = "Id", DataType = Rig.Type("int") },
            SystemColumns = [new SystemColumn("RowAuditId", "Audit", Rig.Type("bigint"), default)],
        };
        _pg.Execute("CREATE TABLE source (\"Id\" int, \"V\" int); INSERT INTO source VALUES (1, 1), (2, 3)");
        var made = Run(new WatermarkStart(null, []));
        Hide();
        var held = _pg.Query(Rows);

        var result = Run(new WatermarkStart(null, isFullRefresh ? [] : [77]) { IsFullRefresh = isFullRefresh });

        Assert.That(made.Error?.Message, Is.Null);
        Assert.That(result.Error?.Code, Is.EqualTo("ORC3465"), result.Error?.Message);
        Assert.That(_pg.Query(Rows), Is.EqualTo(held));

        PackageResult Run(WatermarkStart start) => PackageKinds.All["load"].Run(_pg.Rig.Context(load) with
        {
            Past = new()
            {
                Watermark = () => start,
                Unfinished = () => start.Unfinished,
            },
        });
    }

    [Test]
    public void A_table_that_is_dropped_goes_with_what_is_hidden()
    {
        var load = Of(new LoadOptions { Pattern = Rig.Written(LoadPattern.DropAndReload) });
        _pg.Rig.Run(load);
        Hide();
        _pg.Rig.Write("t.csv", "Id,V\n3,5\n");

        var result = _pg.Rig.Run(load);

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(_pg.Query(Rows), Is.EqualTo((string[])["3|5"]));
    }

    [Test]
    public void What_is_shown_is_replaced_where_the_connection_says_that_it_is_what_is_wanted()
    {
        var load = Of(new LoadOptions());
        _pg.Rig.Run(load);
        Hide();
        Writes(RowSecurity.Accepted);
        _pg.Rig.Write("t.csv", "Id,V\n7,7\n");

        var result = _pg.Rig.Run(load);

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(_pg.Query(Rows), Is.EqualTo((string[])["2|3", "7|7"]));
    }

    [TestCase("other", false, null)]
    [TestCase("t", true, null)]
    [TestCase("t", false, "ORC3465")]
    public void What_a_server_masks_is_no_hidden_row_to_what_compares_on_the_server(
        string table, bool isMasked, string? code) =>
        Assert.That(OnAsked(Sets(), table, isMasked), Is.EqualTo(code));

    [Test]
    public void What_a_server_masks_would_be_carried_from_one_version_into_the_next() => Assert.That(
        OnAsked(ScdRig.Define(new ScdOptions(), ScdRig.Column("V", ColumnChange.Track, "int")), "t", true),
        Is.EqualTo("ORC3465"));

    private static ObjectDefinition Sets() => Of(new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge) });

    // As SQL Server does it: it tells what it hides when it is asked.
    private static string? OnAsked(ObjectDefinition load, string table, bool isMasked)
    {
        using var rig = new PatternRig(Platform.Sqlite);
        var platform = new RecordedPlatform(SqlitePlatform.Instance, SqlitePlatform.Instance.Abilities);
        rig.Rig.PlatformOf = connection => connection.Platform == Platform.Files ? null : platform;
        var here = load with { Target = rig.Target };
        var made = rig.Run(here, "Id,V", "1,1");
        platform.Parts = [new ShownPart(new TableName(null, table), "it is so") { IsMasked = isMasked }];

        var result = rig.Run(here, "Id,V", "1,2");

        Assert.That(made.Error?.Message, Is.Null);
        return result.Error?.Code;
    }

    private static TestCaseData Named(string name, ObjectDefinition load) =>
        new TestCaseData(load with { Target = new ObjectTarget("Writer", null, "t") }).SetArgDisplayNames(name);

    private static ObjectDefinition Of(LoadOptions options) => Rig.Load(
        "t", Rig.Column("Id", "int", key: 1) with { Nullable = false }, Rig.Column("V", "int")) with
    {
        Target = new ObjectTarget("Writer", null, "t"),
        Load = options,
    };

    // Of a table that the role has made, and owns: its policies are forced on it.
    private void Hide() => _pg.Execute("ALTER TABLE t ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY; "
        + $"CREATE POLICY part ON t TO {_role} USING (\"V\" <> 3) WITH CHECK (true)");

    private void Writes(RowSecurity security)
    {
        _pg.Rig.Servers.RemoveAll(connection => connection.Name == "Writer");
        _pg.Rig.Servers.Add(new Connection
        {
            Name = "Writer",
            Platform = Platform.PostgreSql,
            ConnectionString = new DbConnectionStringBuilder
            {
                ConnectionString = _pg.ConnectionString,
                ["Username"] = _role,
                ["Password"] = "geheim",
            }.ConnectionString,
            RowSecurity = security,
        });
    }
}

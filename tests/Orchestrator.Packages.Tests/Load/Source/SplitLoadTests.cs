using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Load.Source;

/// <summary>Tables that are read and written in several streams.</summary>
internal sealed class SplitLoadTests
{
    private TwoDatabases _two = null!;

    [SetUp]
    public void Make() => _two = new TwoDatabases();

    [TearDown]
    public void Remove()
    {
        Assert.That(_two.Sessions, Is.Empty.After(300).Seconds.PollEvery(20).MilliSeconds);
        Assert.That(_two.LoadTables(), Is.Empty);
        _two.Dispose();
    }

    [Test]
    public void Every_row_arrives_once_with_those_without_a_value_passed_or_through_the_guard(
        [Values] bool passes, [Values(2, 16)] int parts)
    {
        _two.Tell("""
            CREATE TABLE s (a int, x text);
            INSERT INTO s SELECT i * 7 - 30000, repeat('ü', i % 90) FROM generate_series(1, 10000) AS i;
            INSERT INTO s SELECT NULL, i::text FROM generate_series(1, 100) AS i
            """);
        var load = passes ? Load(parts) : Load(parts, Rig.Column("a", "bigint"), Rig.Column("x", "nvarchar(90)"));

        var first = _two.Rig.Run(load);
        var again = _two.Rig.Run(load);

        Assert.That((first.Error?.Message, again.Error?.Message), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That(again.LoadPath, Does.StartWith(passes ? "pass-through" : "row batches").And
            .Contain("published by delete and insert: rows of several streams").And.Contain($"; {parts} parts by a ("));
        Assert.That((again.Counts.Read, again.Counts.Inserted), Is.EqualTo((10100, 10100)));
        Assert.That(again.Work.BytesRead, Is.GreaterThan(0));
        Assert.That(
            _two.FarLines("SELECT * FROM t ORDER BY a, x"), Is.EqualTo(_two.Lines("SELECT * FROM s ORDER BY a, x")));
        Assert.That(_two.Rig.Resources.Memory.InUse, Is.Zero);
    }

    [Test]
    public void All_parts_see_the_rows_of_one_moment()
    {
        _two.Tell("CREATE TABLE s (a int, x int); INSERT INTO s SELECT i, i FROM generate_series(1, 1000) AS i");
        var before = _two.Lines("SELECT * FROM s ORDER BY a");
        var real = Platforms.Of(new Connection { Name = "Pg", Platform = Platform.PostgreSql })!;
        var sharing = new SharingPlatform(real, part => _two.Tell(part switch
        {
            2 => "UPDATE s SET a = 1001 - a",
            3 => "DELETE FROM s WHERE a % 3 = 0; INSERT INTO s VALUES (0, 0), (500, 500), (9999, 1)",
            _ => "UPDATE s SET x = -x",
        }));
        _two.Rig.PlatformOf = connection => connection.Name == "Pg" ? sharing : Platforms.Of(connection);

        var result = _two.Rig.Run(Load(4));

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(result.LoadPath, Does.EndWith("; 4 parts by a (249, 250, 250, 251 rows)"));
        Assert.That(_two.FarLines("SELECT * FROM t ORDER BY a"), Is.EqualTo(before));
    }

    [TestCase("int", "(random() * 100 - 50)::int")]
    [TestCase("bigint", "CASE WHEN i % 50 = 0 THEN 9223372036854775807 WHEN i % 51 = 0 THEN -9223372036854775808 END")]
    [TestCase("smallint", "(random() ^ 9 * 30000)::int")]
    [TestCase("numeric(38,2)", "(random() - 0.5) * 1e36")]
    [TestCase("numeric(5,4)", "random()")]
    [TestCase("date", "date '2000-01-01' - (random() * 400000)::int")]
    [TestCase("timestamp", "timestamp '2024-02-28' + random() * interval '3 days'")]
    [TestCase("timestamp(0)", "timestamp '0001-01-01' + random() * interval '9998 years'")]
    [TestCase("timestamp", "CASE WHEN i % 9 = 0 THEN timestamp 'infinity' ELSE timestamp '-infinity' END")]
    [TestCase("time", "time '00:00' + random() * interval '1 day'")]
    [TestCase("int", "7")]
    [TestCase("int", "NULL::int")]
    public void Values_of_any_distribution_are_read_once(string type, string value)
    {
        _two.Tell($"SELECT setseed(0.{TestContext.CurrentContext.Random.Next(1, 99)})");
        _two.Tell($"CREATE TABLE s (a {type}, x int)");
        _two.Tell($"INSERT INTO s SELECT CASE WHEN i % 40 > 0 THEN {value} END, i FROM generate_series(1, 600) AS i");

        var result = _two.Rig.Run(Load(TestContext.CurrentContext.Random.Next(2, 17), "x"));

        Assert.That((result.Error?.Message, result.Counts.Inserted), Is.EqualTo(((string?)null, 600)), result.LoadPath);
        Assert.That(_two.FarLines("SELECT * FROM t ORDER BY x"), Is.EqualTo(_two.Lines("SELECT x FROM s ORDER BY x")));
    }

    [Test]
    public void An_empty_table_and_one_that_a_condition_leaves_empty_have_one_part()
    {
        _two.Tell("CREATE TABLE s (a int, x text); INSERT INTO s VALUES (1, 'x'), (2, 'y')");
        _two.Rig.Run(Load(4));
        var load = Load(4);

        var result = _two.Rig.Run(load with { Source = load.Source! with { Where = "a > 5 or false" } });

        Assert.That(result.LoadPath, Does.EndWith("; 1 of 4 parts by a (0 rows): there are too few values for more"));
        Assert.That(_two.FarLines("SELECT * FROM t"), Is.Empty);
    }

    [TestCase(LoadPattern.Append, "1|old", "1|one", "2|two", "5|five")]
    [TestCase(LoadPattern.Merge, "1|one", "2|two", "5|five")]
    [TestCase(LoadPattern.DeltaInsert, "1|old", "2|two", "5|five")]
    [TestCase(LoadPattern.DropAndReload, "1|one", "2|two", "5|five")]
    [TestCase(LoadPattern.TruncateInsert, "1|one", "2|two", "5|five")]
    public void Each_pattern_publishes_the_rows_of_all_parts_together(LoadPattern pattern, params string[] expected)
    {
        _two.Tell("CREATE TABLE s (a int NOT NULL, x text); INSERT INTO s VALUES (5, 'five'), (1, 'one'), (2, 'two')");
        _two.TellFar("CREATE TABLE t (a int NOT NULL, x varchar(9)); INSERT INTO t VALUES (1, 'old')");
        var load = Load(3, Rig.Column("a", "int", key: 1), Rig.Column("x", "varchar(9)"));

        var result = _two.Rig.Run(load with { Load = load.Load with { Pattern = Rig.Written(pattern) } });

        Assert.That(result.Error?.Message, Is.Null);
        Assert.That(_two.FarLines("SELECT * FROM t ORDER BY a, x DESC").Order(), Is.EqualTo(expected.Order()));
    }

    [Test]
    public void A_range_is_replaced_and_rows_outside_it_are_refused_by_every_part()
    {
        _two.Tell("CREATE TABLE s (a int NOT NULL, d int); "
            + "INSERT INTO s SELECT i, i % 10 FROM generate_series(1, 100) i");
        _two.TellFar("CREATE TABLE t (a int, d int); INSERT INTO t VALUES (1000, 3), (2000, 9)");
        var load = Load(4, Rig.Column("a", "int"), Rig.Column("d", "int"));

        var result = _two.Rig.Run(load with
        {
            Load = load.Load with
            {
                Pattern = Rig.Written(LoadPattern.ReplaceRange),
                Range = Rig.Written<LoadRange?>(new LoadRange("d", null, "5")),
            },
            Errors = new ErrorOptions { OnError = Rig.Written(Policy.Redirect) },
        });

        Assert.That((result.Error?.Message, result.Counts.Rejected), Is.EqualTo(((string?)null, 50)));
        Assert.That(_two.FarLines("SELECT count(*), max(a) FROM t"), Is.EqualTo((string[])["51|2000"]));
    }

    [Test]
    public void A_watermark_bounds_all_parts()
    {
        _two.Tell("CREATE TABLE s (a int NOT NULL, at int); "
            + "INSERT INTO s SELECT i, i % 10 FROM generate_series(1, 100) i");
        var load = Load(3) with
        {
            Watermark = new Watermark
            {
                Name = "At",
                Column = "at",
                DataType = Rig.Type("int"),
                At = Origin.Default,
            },
        };
        var context = _two.Rig.Context(load) with { Past = new() { Watermark = () => new WatermarkStart("6", []) } };

        var result = PackageKinds.All["load"].Run(context);

        Assert.That((result.Error?.Message, result.Watermark?.Value), Is.EqualTo(((string?)null, "9")));
        Assert.That(_two.FarLines("SELECT count(*), min(at) FROM t"), Is.EqualTo((string[])["30|7"]));
    }

    [Test]
    public void Parts_of_a_partitioned_table_or_a_materialized_view_are_read([Values] bool isView)
    {
        _two.Tell("""
            CREATE TABLE p (a int NOT NULL, x text) PARTITION BY RANGE (a);
            CREATE TABLE p1 PARTITION OF p FOR VALUES FROM (0) TO (40);
            CREATE TABLE p2 PARTITION OF p FOR VALUES FROM (40) TO (200);
            INSERT INTO p SELECT i, i::text FROM generate_series(1, 100) AS i;
            """);
        _two.Tell(isView ? "CREATE MATERIALIZED VIEW s AS SELECT * FROM p" : "ALTER TABLE p RENAME TO s");

        var result = _two.Rig.Run(Load(3));

        Assert.That((result.Error?.Message, result.Counts.Inserted), Is.EqualTo(((string?)null, 100)));
    }

    [TestCase("CREATE VIEW s AS SELECT 1 AS a", "ORC3621", "'public.s' is a view")]
    [TestCase("CREATE TABLE s (b int)", "ORC3621", "'public.s' has no column 'a'")]
    [TestCase("CREATE TABLE s (a text)", "ORC3621", "its column 'a' is nvarchar(max)")]
    [TestCase("CREATE TABLE s (a double precision)", "ORC3621", "its column 'a' is float")]
    [TestCase("""
        CREATE FOREIGN DATA WRAPPER nobody; CREATE SERVER far FOREIGN DATA WRAPPER nobody;
        CREATE TABLE s (a int) PARTITION BY RANGE (a);
        CREATE FOREIGN TABLE s1 PARTITION OF s FOR VALUES FROM (0) TO (9) SERVER far
        """, "ORC3620", "its part 's1' is a foreign table")]
    public void What_cannot_be_parted_is_refused_before_a_row_is_read(string made, string code, string why)
    {
        _two.Tell(made);

        var result = _two.Rig.Run(Load(2));

        Assert.That((result.Error?.Code, result.Error?.Class), Is.EqualTo((code, (ErrorClass?)ErrorClass.Config)));
        Assert.That(result.Error!.Message, Does.Contain(why));
    }

    [TestCase(LoadPattern.Merge, "ORC3621")]
    [TestCase(LoadPattern.Append, null)]
    public void A_key_that_holds_less_than_the_column_is_refused_before_a_row_is_read(LoadPattern pattern, string? code)
    {
        _two.Tell("CREATE TABLE s (a bigint NOT NULL, x text); INSERT INTO s VALUES (1, 'one'), (2, 'two')");
        var load = Load(2, Rig.Column("a", "int", key: 1), Rig.Column("x", "varchar(9)"));

        var result = _two.Rig.Run(load with { Load = load.Load with { Pattern = Rig.Written(pattern) } });

        Assert.That((result.Error?.Code, result.Counts.Read), Is.EqualTo((code, code is null ? 2 : 0)));
    }

    internal static ObjectDefinition Load(int parts, params ColumnDefinition[] columns) =>
        Rig.Load("t", columns) with
        {
            Source = new ObjectSource { Connection = "Pg", Name = "s" },
            Target = new ObjectTarget("Far", null, "t"),
            Load = new LoadOptions { SplitBy = Rig.Written<SplitBy?>(new SplitBy("a", parts)) },
        };

    private static ObjectDefinition Load(int parts, string column) => Load(parts, Rig.Column(column));
}

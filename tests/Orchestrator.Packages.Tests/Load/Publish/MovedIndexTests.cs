using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Publish;

/// <summary>
/// Values that go from one row to another in one load, in keys that are no plain columns of the whole table: of what is
/// computed, of some of the rows, of a partition, and by another operator.
/// </summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class MovedIndexTests(Platform platform)
{
    private const string Rows = """SELECT "Id", "U", "V" FROM t ORDER BY 1""";

    private PatternRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void A_value_that_an_index_computes(
        [Values("varchar(10)", "varchar(10) NOT NULL")] string type,
        [Values("lower(\"U\")", "coalesce(\"U\", '')", "(\"U\" || 'x'), \"V\"")] string on, [Values] bool isBuffered)
    {
        MakeTable($"\"U\" {type}, \"V\" int", "(1, 'a', 0), (2, 'b', 0), (3, 'c', 0)", isBuffered);
        _rig.Execute($"CREATE UNIQUE INDEX u ON t ({on})");

        var result = _rig.Run(Load(type, isBuffered), "Id,U,V", "1,b,0", "2,a,0", "4,d,0");

        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 1 inserted + 2 updated"), result.Error?.Message);
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])["1|b|0", "2|a|0", "3|c|0", "4|d|0"]));
    }

    [TestCase("lower(\"U\")", false)]
    [TestCase("lower(\"U\")", true)]
    [TestCase("coalesce(\"U\", '')", false)]
    [TestCase("coalesce(\"U\", '')", true)]
    public void A_value_that_an_index_computes_of_what_becomes_NULL_or_was(string on, bool isBuffered)
    {
        MakeTable("\"U\" varchar(10), \"V\" int", "(1, 'a', 0), (2, 'b', 0), (3, NULL, 0)", isBuffered);
        _rig.Execute($"CREATE UNIQUE INDEX u ON t ({on})");

        var result = _rig.Run(Load("varchar(10)", isBuffered), "Id,U,V", "3,b,0", "2,a,0", "1,,0");

        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 3 updated"), result.Error?.Message);
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])["1|∅|0", "2|a|0", "3|b|0"]));
    }

    [TestCase("\"V\" = 1", "1", "0", false)]
    [TestCase("\"V\" = 1", "1", "0", true)]
    [TestCase("(\"V\") IS NULL", "", "5", false)]
    [TestCase("(\"V\") IS NULL", "", "5", true)]
    public void The_place_among_the_rows_that_an_index_is_of(
        string which, string within, string outside, bool isBuffered)
    {
        var (isIn, isOut) = (within.Length > 0 ? within : "NULL", outside);
        _rig.Execute("CREATE TABLE parent (id int PRIMARY KEY)");
        _rig.Execute("INSERT INTO parent VALUES (7), (8)");
        MakeTable(
            "\"U\" int NOT NULL REFERENCES parent (id), \"V\" int",
            $"(1, 7, {isIn}), (2, 7, {isOut}), (3, 8, {isOut}), (4, 8, {isIn})", isBuffered);
        _rig.Execute($"CREATE UNIQUE INDEX u ON t (\"U\") WHERE {which}");

        var result = _rig.Run(
            Load("int NOT NULL", isBuffered), "Id,U,V", $"1,7,{outside}", $"2,7,{within}", $"3,8,{within}",
            $"4,8,{outside}");

        var (now, then) = (within.Length > 0 ? within : "∅", outside);
        Assert.That($"{result.Counts}", Is.EqualTo("4 read = 4 updated"), result.Error?.Message);
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])[$"1|7|{then}", $"2|7|{now}", $"3|8|{now}", $"4|8|{then}"]));
    }

    [TestCase("int", false)]
    [TestCase("int", true)]
    [TestCase("int NOT NULL", false)]
    [TestCase("int NOT NULL", true)]
    public void A_value_and_the_place_among_the_rows_that_an_index_is_of(string type, bool isBuffered)
    {
        MakeTable($"\"U\" {type}, \"V\" int", "(1, 1, 1), (2, 2, 1), (3, 3, 0), (4, 2, 0)", isBuffered);
        _rig.Execute("CREATE UNIQUE INDEX u ON t (\"U\") WHERE \"V\" > 0");

        var result = _rig.Run(Load(type, isBuffered), "Id,U,V", "1,2,1", "2,2,0", "3,1,1", "4,4,1");
        var next = _rig.Run(Load(type, isBuffered), "Id,U,V", "4,1,1", "3,4,1", "1,2,0", "2,2,2");

        Assert.That(
            ($"{result.Counts}", $"{next.Counts}"), Is.EqualTo(("4 read = 4 updated", "4 read = 4 updated")),
            $"{result.Error?.Message}{next.Error?.Message}");
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])["1|2|0", "2|2|2", "3|4|1", "4|1|1"]));
    }

    [TestCase("EXCLUDE USING btree (\"U\" WITH =)", false)]
    [TestCase("EXCLUDE USING btree (\"U\" WITH =)", true)]
    [TestCase("EXCLUDE USING btree ((\"U\" + 5) WITH =) WHERE (\"V\" = 0)", false)]
    [TestCase("EXCLUDE USING gist (int4range(\"U\", \"U\" + 1) WITH &&)", false)]
    [TestCase("EXCLUDE USING gist (int4range(\"U\", \"U\" + 1) WITH &&)", true)]
    public void A_value_of_an_exclusion_constraint(string constraint, bool isBuffered)
    {
        OfPostgreSql();
        MakeTable($"\"U\" int NOT NULL, \"V\" int, {constraint}", "(1, 1, 0), (2, 2, 0), (3, 3, 0)", isBuffered);

        var result = _rig.Run(Load("int NOT NULL", isBuffered), "Id,U,V", "1,2,0", "2,1,0", "4,4,0");

        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 1 inserted + 2 updated"), result.Error?.Message);
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])["1|2|0", "2|1|0", "3|3|0", "4|4|0"]));
    }

    [Test]
    public void A_value_in_a_key_of_one_partition([Values] bool isBuffered)
    {
        OfPostgreSql();
        _rig.Execute("CREATE TABLE t (\"Id\" int PRIMARY KEY, \"U\" varchar(10) NOT NULL, \"V\" int"
            + $"{Buffer(isBuffered)}) PARTITION BY RANGE (\"Id\")");
        _rig.Execute("CREATE TABLE a PARTITION OF t FOR VALUES FROM (MINVALUE) TO (5)");
        _rig.Execute("CREATE TABLE b PARTITION OF t FOR VALUES FROM (5) TO (MAXVALUE)");
        _rig.Execute("CREATE UNIQUE INDEX u ON a (\"U\")");
        _rig.Execute("INSERT INTO t VALUES (1, 'a', 0), (2, 'b', 0), (5, 'a', 0)");

        var result = _rig.Run(Load("varchar(10) NOT NULL", isBuffered), "Id,U,V", "1,b,0", "2,a,0", "5,b,0");

        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 3 updated"), result.Error?.Message);
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])["1|b|0", "2|a|0", "5|b|0"]));
    }

    [Test]
    public void A_value_in_a_key_that_begins_with_what_says_the_partition()
    {
        OfPostgreSql();
        _rig.Execute("CREATE TABLE t (\"Id\" int NOT NULL, \"U\" int NOT NULL, \"V\" int NOT NULL, "
            + "PRIMARY KEY (\"V\", \"U\")) PARTITION BY LIST (\"V\")");
        _rig.Execute("CREATE TABLE a PARTITION OF t FOR VALUES IN (0)");
        _rig.Execute("CREATE TABLE b PARTITION OF t FOR VALUES IN (1)");
        _rig.Execute("INSERT INTO t VALUES (1, 1, 0), (2, 2, 0), (3, 1, 1)");
        var load = Load("int NOT NULL", isBuffered: false);
        load = load with { Columns = [.. load.Columns.Select(column => column with { Nullable = false })] };

        var result = _rig.Run(load, "Id,U,V", "1,1,1", "2,1,0", "3,2,0");

        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 3 updated"), result.Error?.Message);
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])["1|1|1", "2|1|0", "3|2|0"]));
    }

    [Test]
    public void A_key_that_nothing_may_stand_in_for_keeps_no_values_of_others_from_moving([Values] bool isBuffered)
    {
        MakeTable(
            "\"U\" varchar(10) NOT NULL UNIQUE, \"V\" int NOT NULL UNIQUE CHECK (\"V\" > 0)",
            "(1, 'a', 1), (2, 'b', 2)", isBuffered);
        var load = Load("varchar(10) NOT NULL", isBuffered);
        load = load with { Columns = [.. load.Columns.Select(column => column with { Nullable = false })] };

        var result = _rig.Run(load, "Id,U,V", "1,b,3", "2,a,4");

        Assert.That($"{result.Counts}", Is.EqualTo("2 read = 2 updated"), result.Error?.Message);
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])["1|b|3", "2|a|4"]));
    }

    [Test]
    public void A_value_that_a_row_outside_of_the_load_holds_is_refused_still(
        [Values("(lower(\"U\"))", "(\"U\") WHERE \"V\" = 0", "(coalesce(\"U\", '')) WHERE \"V\" < 9")] string on)
    {
        MakeTable("\"U\" varchar(10), \"V\" int", "(1, 'a', 0), (2, 'b', 0), (3, 'c', 0), (4, 'd', 0)");
        _rig.Execute($"CREATE UNIQUE INDEX u ON t {on}");

        var result = _rig.Run(Load("varchar(10)", isBuffered: false), "Id,U,V", "1,b,0", "2,c,0", "4,d,9");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3412"), result.Error?.Message);
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])["1|a|0", "2|b|0", "3|c|0", "4|d|0"]));
    }

    [Test]
    public void Where_nothing_can_stand_for_what_is_computed_the_constraint_that_can_be_looked_at_later_is_told()
    {
        OfPostgreSql();
        MakeTable("\"U\" date NOT NULL, \"V\" int", "(1, '2024-01-01', 0), (2, '2024-01-02', 0)");
        _rig.Execute("CREATE UNIQUE INDEX u ON t ((\"U\" + 0))");
        var load = Load("date NOT NULL", isBuffered: false);

        var refused = _rig.Run(load, "Id,U,V", "1,2024-01-02,0", "2,2024-01-01,0");
        _rig.Execute("DROP INDEX u");
        _rig.Execute("ALTER TABLE t ADD EXCLUDE ((\"U\" + 0) WITH =) DEFERRABLE");
        var taken = _rig.Run(load, "Id,U,V", "1,2024-01-02,0", "2,2024-01-01,0");

        Assert.That(refused.Error?.Code, Is.EqualTo("ORC3412"));
        Assert.That(refused.Error?.Message, Does.Contain("EXCLUDE (… WITH =) … DEFERRABLE"));
        Assert.That($"{taken.Counts}", Is.EqualTo("2 read = 2 updated"), taken.Error?.Message);
    }

    private void OfPostgreSql()
    {
        if (platform != Platform.PostgreSql)
        {
            Assert.Ignore("SQLite has no such keys");
        }
    }

    private ObjectDefinition Load(string type, bool isBuffered)
    {
        var name = type.Split(' ')[0];
        var load = _rig.Load(
            new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge) }, Rig.Column("Id", "int", key: 1),
            Rig.Column("U", name == "varchar(10)" ? "nvarchar(10)" : name) with
            {
                Nullable = !type.EndsWith("NOT NULL", StringComparison.Ordinal),
            },
            Rig.Column("V", "int"));
        return !isBuffered ? load : load with
        {
            Kind = "absorb",
            Absorb = new AbsorbOptions(),
            SystemColumns = [new SystemColumn("RowBufferId", "RowBufferId", Rig.Type("bigint"), Origin.Default)],
        };
    }

    private static string Buffer(bool isBuffered) => isBuffered ? ", \"RowBufferId\" bigint" : "";

    private void MakeTable(string columns, string rows, bool isBuffered = false)
    {
        _rig.Execute($"CREATE TABLE t (\"Id\" int PRIMARY KEY NOT NULL{Buffer(isBuffered)}, {columns})");
        _rig.Execute($"INSERT INTO t (\"Id\", \"U\", \"V\") VALUES {rows}");
    }
}

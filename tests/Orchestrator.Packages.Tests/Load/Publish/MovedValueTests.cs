using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Publish;

/// <summary>Values of a unique key that go from one row to another in one load: the end breaks no rule.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class MovedValueTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase("varchar(10)", "a", "b", "c", 0)]
    [TestCase("varchar(10) NOT NULL", "a", "b", "c", 0)]
    [TestCase("varchar(10) NOT NULL", "a", "b", "c", 1)]
    [TestCase("int", "1", "2", "3", 0)]
    [TestCase("int NOT NULL", "1", "2", "3", 0)]
    public void A_value_that_moves_to_another_key_swaps_or_goes_round_is_written(
        string type, string a, string b, string c, long commitRows)
    {
        var load = Made(type, commitRows, $"(1, '{a}', 0), (2, '{b}', 0), (3, '{c}', 0), (4, '7', 0)");

        var swap = _rig.Run(load, "Id,U,V", $"1,{b},0", $"2,{a},0", $"3,{c},0");
        var round = _rig.Run(load, "Id,U,V", $"1,{c},1", $"2,{b},1", $"3,{a},1");
        var chain = _rig.Run(load, "Id,U,V", $"3,{c},1", "1,8,1", $"5,{a},1");

        Assert.That(
            (swap.Error?.Message, round.Error?.Message, chain.Error?.Message),
            Is.EqualTo(((string?)null, (string?)null, (string?)null)));
        Assert.That(
            ($"{swap.Counts}", $"{round.Counts}", $"{chain.Counts}"),
            Is.EqualTo((
                "3 read = 2 updated + 1 unchanged", "3 read = 3 updated", "3 read = 1 inserted + 2 updated")));
        Assert.That(_rig.Query("""SELECT "Id", "U", "V" FROM t ORDER BY 1"""), Is.EqualTo((string[])
            ["1|8|1", $"2|{b}|1", $"3|{c}|1", "4|7|0", $"5|{a}|1"]));
    }

    [Test]
    public void A_value_that_another_row_gets_while_its_own_becomes_NULL_is_counted_once()
    {
        var load = Made("varchar(10)", 0, "(1, 'a', 0), (2, 'b', 0)");

        var result = _rig.Run(load, "Id,U,V", "2,a,0", "1,,0");

        Assert.That($"{result.Counts}", Is.EqualTo("2 read = 2 updated"), result.Error?.Message);
        Assert.That(_rig.Query("""SELECT "Id", "U" FROM t ORDER BY 1"""), Is.EqualTo((string[])["1|∅", "2|a"]));
    }

    [Test]
    public void A_key_of_two_columns_moves_as_a_whole()
    {
        _rig.Execute("CREATE TABLE t (\"Id\" int PRIMARY KEY NOT NULL, \"U\" int NOT NULL, \"V\" int NOT NULL, "
            + "UNIQUE (\"U\", \"V\"))");
        _rig.Execute("INSERT INTO t VALUES (1, 1, 1), (2, 1, 2), (3, 2, 1)");
        var load = NotNull(Load("int", 0), "U", "V");

        var result = _rig.Run(load, "Id,U,V", "1,1,2", "2,2,1", "3,1,1");

        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 3 updated"), result.Error?.Message);
    }

    [TestCase("varchar(10)")]
    [TestCase("varchar(10) NOT NULL")]
    public void A_value_that_a_row_outside_of_the_load_holds_is_refused_still(string type)
    {
        var load = Made(type, 0, "(1, 'a', 0), (2, 'b', 0), (3, 'c', 0)");

        var result = _rig.Run(load, "Id,U,V", "1,b,5", "2,c,5");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3412"));
        Assert.That(_rig.Query("""SELECT "Id", "U", "V" FROM t ORDER BY 1"""), Is.EqualTo((string[])
            ["1|a|0", "2|b|0", "3|c|0"]));
    }

    [Test]
    public void Rows_of_another_table_that_follow_a_value_follow_it_to_the_end([Values] bool isBuffered)
    {
        _rig.Execute("CREATE TABLE t (\"Id\" int PRIMARY KEY NOT NULL, \"U\" varchar(10) UNIQUE, \"V\" int"
            + (isBuffered ? ", \"RowBufferId\" bigint)" : ")"));
        _rig.Execute("CREATE TABLE child (x int, u varchar(10) REFERENCES t (\"U\") ON UPDATE CASCADE)");
        _rig.Execute("INSERT INTO t (\"Id\", \"U\", \"V\") VALUES (1, 'a', 0), (2, 'b', 0)");
        _rig.Execute("INSERT INTO child VALUES (10, 'a'), (20, 'b')");
        var load = isBuffered ? Buffered(Load("nvarchar(10)", 0)) : Load("nvarchar(10)", 0);

        var swap = _rig.Run(load, "Id,U,V", "1,b,0", "2,a,0");
        var chain = _rig.Run(load, "Id,U,V", "1,a,0", "2,z,0");

        Assert.That($"{swap.Error?.Message}{chain.Error?.Message}", Is.Empty);
        Assert.That(_rig.Query("""SELECT "Id", "U" FROM t ORDER BY 1"""), Is.EqualTo((string[])["1|a", "2|z"]));
        Assert.That(_rig.Query("SELECT x, u FROM child ORDER BY 1"), Is.EqualTo((string[])["10|a", "20|z"]));
    }

    [TestCase("varchar(10)")]
    [TestCase("varchar(10) NOT NULL")]
    public void A_buffer_whose_values_move_is_drained(string type)
    {
        _rig.Execute($"CREATE TABLE t (\"Id\" int PRIMARY KEY NOT NULL, \"U\" {type} UNIQUE, \"V\" int, "
            + "\"RowBufferId\" bigint)");
        _rig.Execute("INSERT INTO t VALUES (1, 'a', 0, NULL), (2, 'b', 0, NULL)");
        var absorb = Buffered(NotNull(Load("nvarchar(10)", 0), "U"));

        var result = _rig.Run(absorb, "Id,U,V", "1,b,0", "2,a,0", "3,c,0");
        var next = _rig.Run(absorb, "Id,U,V", "2,a,1");

        Assert.That(($"{result.Counts}", $"{next.Counts}"),
            Is.EqualTo(("3 read = 1 inserted + 2 updated", "1 read = 1 updated")),
            $"{result.Error?.Message}{next.Error?.Message}");
        Assert.That(_rig.Query("""SELECT "Id", "U", "V" FROM t ORDER BY 1"""),
            Is.EqualTo((string[])["1|b|0", "2|a|1", "3|c|0"]));
    }

    [Test]
    public void Where_rows_are_redirected_values_move_as_well()
    {
        var load = Made("varchar(10) NOT NULL", 0, "(1, 'a', 0), (2, 'b', 0)");
        load = load with { Errors = load.Errors with { OnError = Rig.Written(Policy.Redirect) } };

        var result = _rig.Run(load, "Id,U,V", "1,b,0", "2,a,0", "3,x,no number");

        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 2 updated + 1 rejected"), result.Error?.Message);
        Assert.That(_rig.Query("""SELECT "Id", "U" FROM t ORDER BY 1"""), Is.EqualTo((string[])["1|b", "2|a"]));
    }

    [Test]
    public void Where_another_row_is_refused_a_value_that_comes_free_behind_it_is_given_all_the_same()
    {
        var load = Made("varchar(10) NOT NULL", 0, "(1, 'a', 0), (2, 'b', 0), (3, 'c', 0), (4, 'd', 0)");
        load = load with { Errors = load.Errors with { OnError = Rig.Written(Policy.Redirect) } };

        var result = _rig.Run(load, "Id,U,V", "1,b,0", "5,a,0", "2,c,0", "6,d,0", "3,e,0");

        Assert.That($"{result.Counts}", Is.EqualTo("5 read = 1 inserted + 3 updated + 1 rejected"),
            result.Error?.Message);
        Assert.That(_rig.Query("""SELECT "Id", "U" FROM t ORDER BY 1"""),
            Is.EqualTo((string[])["1|b", "2|c", "3|e", "4|d", "5|a"]));
    }

    [Test]
    public void A_type_that_nothing_can_stand_in_for_is_refused_with_what_to_do()
    {
        if (platform != Platform.PostgreSql)
        {
            Assert.Ignore("SQLite keeps any value");
        }

        _rig.Execute("CREATE TABLE t (\"Id\" int PRIMARY KEY, \"U\" date NOT NULL UNIQUE, \"V\" int)");
        _rig.Execute("INSERT INTO t VALUES (1, '2024-01-01', 0), (2, '2024-01-02', 0)");
        var load = NotNull(Load("date", 0), "U");

        var refused = _rig.Run(load, "Id,U,V", "1,2024-01-02,0", "2,2024-01-01,0");
        _rig.Execute("ALTER TABLE t DROP CONSTRAINT \"t_U_key\"");
        _rig.Execute("ALTER TABLE t ADD UNIQUE (\"U\") DEFERRABLE");
        var taken = _rig.Run(load, "Id,U,V", "1,2024-01-02,0", "2,2024-01-01,0");

        Assert.That(refused.Error?.Message, Does.Contain("DEFERRABLE"));
        Assert.That($"{taken.Counts}", Is.EqualTo("2 read = 2 updated"), taken.Error?.Message);
    }

    private static ObjectDefinition Buffered(ObjectDefinition load) => load with
    {
        Kind = "absorb",
        Absorb = new AbsorbOptions(),
        SystemColumns = [new SystemColumn("RowBufferId", "RowBufferId", Rig.Type("bigint"), Origin.Default)],
    };

    private static ObjectDefinition NotNull(ObjectDefinition definition, params string[] names) => definition with
    {
        Columns = [.. definition.Columns.Select(column =>
            names.Contains(column.Name) ? column with { Nullable = false } : column)],
    };

    private ObjectDefinition Load(string type, long commitRows) => _rig.Load(
        new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge), CommitRows = Rig.Written(commitRows) },
        Rig.Column("Id", "int", key: 1), Rig.Column("U", type), Rig.Column("V", "int"));

    private ObjectDefinition Made(string type, long commitRows, string rows)
    {
        _rig.Execute($"CREATE TABLE t (\"Id\" int PRIMARY KEY NOT NULL, \"U\" {type} UNIQUE, \"V\" int)");
        _rig.Execute($"INSERT INTO t VALUES {rows}");
        var isText = type.StartsWith("varchar", StringComparison.Ordinal);
        var definition = Load(isText ? "nvarchar(10)" : "int", commitRows);
        return type.EndsWith("NOT NULL", StringComparison.Ordinal) ? NotNull(definition, "U") : definition;
    }
}

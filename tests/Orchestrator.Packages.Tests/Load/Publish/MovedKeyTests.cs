using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Publish;

/// <summary>
/// Values that go from one row to another in one load, in keys with rules of their own: primary ones, those whose NULLs
/// are equal, and those whose refusal ends the transaction.
/// </summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class MovedKeyTests(Platform platform)
{
    private const string Rows = """SELECT "Id", "U" FROM t ORDER BY 1""";

    private PatternRig _rig = null!;

    [SetUp]
    public void Make() => _rig = new PatternRig(platform);

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase("integer PRIMARY KEY", "")]
    [TestCase("int NOT NULL PRIMARY KEY", "")]
    [TestCase("varchar(10) PRIMARY KEY", "")]
    [TestCase("int NOT NULL PRIMARY KEY", "WITHOUT ROWID")]
    [TestCase("int NOT NULL", "PRIMARY KEY (\"U\", \"V\")")]
    public void The_primary_key_where_rows_are_known_by_another(string type, string more)
    {
        MakeTable(type, more);

        var swap = _rig.Run(Load(type), "Id,U,V", "1,2,0", "2,1,0", "4,4,0");
        var round = _rig.Run(Load(type), "Id,U,V", "1,3,0", "3,2,0", "2,5,0");

        Assert.That(
            ($"{swap.Counts}", $"{round.Counts}"),
            Is.EqualTo(("3 read = 1 inserted + 2 updated", "3 read = 3 updated")),
            $"{swap.Error?.Message}{round.Error?.Message}");
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])["1|3", "2|5", "3|2", "4|4"]));
    }

    [TestCase("integer PRIMARY KEY", "")]
    [TestCase("varchar(10) PRIMARY KEY", "")]
    [TestCase("int NOT NULL PRIMARY KEY", "WITHOUT ROWID")]
    [TestCase("varchar(10) UNIQUE NULLS NOT DISTINCT", "")]
    [TestCase("int UNIQUE NOT NULL ON CONFLICT ROLLBACK", "")]
    public void Also_of_a_buffer(string type, string more)
    {
        MakeTable(type, "\"RowBufferId\" bigint" + (more.Length > 0 ? $" | {more}" : ""));
        var absorb = Load(type) with
        {
            Kind = "absorb",
            Absorb = new AbsorbOptions(),
            SystemColumns = [new SystemColumn("RowBufferId", "RowBufferId", Rig.Type("bigint"), Origin.Default)],
        };

        var result = _rig.Run(absorb, "Id,U,V", "1,2,0", "2,1,0", "4,4,0");

        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 1 inserted + 2 updated"), result.Error?.Message);
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])["1|2", "2|1", "3|3", "4|4"]));
    }

    [TestCase("integer PRIMARY KEY", Policy.Fail)]
    [TestCase("integer PRIMARY KEY", Policy.Redirect)]
    [TestCase("int PRIMARY KEY NOT NULL", Policy.Redirect)]
    public void A_value_of_it_that_a_row_outside_of_the_load_holds_is_refused_still(string type, Policy policy)
    {
        MakeTable(type, "");

        var result = _rig.Run(Of(Load(type), policy), "Id,U,V", "1,2,0", "2,3,0", "4,4,0");

        Assert.That(result.Error?.Code, Is.EqualTo(policy == Policy.Fail ? "ORC3412" : null), result.Error?.Message);
        Assert.That(result.Counts.Rejected, Is.EqualTo(policy == Policy.Fail ? 0 : 2));
        Assert.That(_rig.Query(Rows), Is.EqualTo(policy == Policy.Fail
            ? (string[])["1|1", "2|2", "3|3"] : ["1|1", "2|2", "3|3", "4|4"]));
    }

    [TestCase("varchar(10) UNIQUE NULLS NOT DISTINCT", "")]
    [TestCase("int UNIQUE NULLS NOT DISTINCT", "")]
    [TestCase("int UNIQUE", "UNIQUE NULLS NOT DISTINCT (\"U\", \"V\")")]
    public void A_key_whose_NULLs_are_equal(string type, string more)
    {
        MakeTable(type, more);
        _rig.Execute("UPDATE t SET \"U\" = NULL WHERE \"Id\" = 3");

        var swap = _rig.Run(Load(type), "Id,U,V", "1,2,0", "2,1,0");
        var round = _rig.Run(Load(type), "Id,U,V", "1,,0", "3,1,0", "2,2,0");

        Assert.That(
            ($"{swap.Counts}", $"{round.Counts}"), Is.EqualTo(("2 read = 2 updated", "3 read = 3 updated")),
            $"{swap.Error?.Message}{round.Error?.Message}");
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])["1|∅", "2|2", "3|1"]));
    }

    [TestCase("int NOT NULL UNIQUE ON CONFLICT ROLLBACK", Policy.Fail)]
    [TestCase("int NOT NULL UNIQUE ON CONFLICT ROLLBACK", Policy.Redirect)]
    [TestCase("varchar(10) UNIQUE ON CONFLICT ROLLBACK", Policy.Redirect)]
    [TestCase("integer PRIMARY KEY ON CONFLICT ROLLBACK", Policy.Fail)]
    public void A_key_whose_refusal_ends_the_transaction(string type, Policy policy)
    {
        MakeTable(type, "");

        var result = _rig.Run(Of(Load(type), policy), "Id,U,V", "1,2,0", "2,1,0", "4,4,0");

        Assert.That($"{result.Counts}", Is.EqualTo("3 read = 1 inserted + 2 updated"), result.Error?.Message);
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])["1|2", "2|1", "3|3", "4|4"]));
    }

    [Test]
    public void A_key_that_would_remove_the_row_which_holds_the_value()
    {
        const string type = "int NOT NULL UNIQUE ON CONFLICT REPLACE";
        MakeTable(type, "");

        var result = _rig.Run(Load(type), "Id,U,V", "1,2,0", "2,1,0");

        Assert.That($"{result.Counts}", Is.EqualTo("2 read = 2 updated"), result.Error?.Message);
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])["1|2", "2|1", "3|3"]));
    }

    [TestCase("int NOT NULL UNIQUE ON CONFLICT IGNORE", Policy.Fail)]
    [TestCase("varchar(10) UNIQUE ON CONFLICT IGNORE", Policy.Fail)]
    [TestCase("varchar(10) UNIQUE ON CONFLICT IGNORE", Policy.Redirect)]
    public void A_key_that_would_leave_out_the_row_whose_value_another_one_still_holds(string type, Policy policy)
    {
        MakeTable(type, "");

        var swap = _rig.Run(Of(Load(type), policy), "Id,U,V", "1,2,0", "2,1,0", "3,3,0");
        var held = _rig.Run(Of(Load(type), policy), "Id,U,V", "1,3,0", "2,5,0");

        Assert.That($"{swap.Counts}", Is.EqualTo("3 read = 2 updated + 1 unchanged"), swap.Error?.Message);
        Assert.That(held.Error?.Code, Is.EqualTo("ORC3407"), $"{held.Counts}");
        Assert.That(held.Error!.Message, Does.Contain("1 of 2 rows").And.Contain("ON CONFLICT IGNORE"));
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])["1|2", "2|1", "3|3"]));
    }

    [TestCase("int UNIQUE ON CONFLICT IGNORE", LoadPattern.Append, "IGNORE")]
    [TestCase("int UNIQUE ON CONFLICT IGNORE", LoadPattern.Merge, "IGNORE")]
    [TestCase("int UNIQUE ON CONFLICT IGNORE", LoadPattern.DeltaInsert, "IGNORE")]
    [TestCase("int UNIQUE ON CONFLICT IGNORE", LoadPattern.TruncateInsert, "IGNORE")]
    [TestCase("int UNIQUE ON CONFLICT REPLACE", LoadPattern.Append, "REPLACE")]
    [TestCase("int UNIQUE ON CONFLICT REPLACE", LoadPattern.Merge, "REPLACE")]
    public void A_key_that_refuses_no_row_is_named_where_rows_are_missing(string type, LoadPattern pattern, string told)
    {
        MakeTable(type, "");
        var load = Load(type);

        var result = _rig.Run(
            load with { Load = load.Load with { Pattern = Rig.Written(pattern) } }, "Id,U,V", "4,1,0", "5,1,0");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3407"), $"{result.Counts} {result.Error?.Message}");
        Assert.That(result.Error!.Message, Does.Contain($"ON CONFLICT {told}"));
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])["1|1", "2|2", "3|3"]));
    }

    [TestCase("int UNIQUE ON CONFLICT IGNORE")]
    [TestCase("int UNIQUE ON CONFLICT REPLACE")]
    public void A_buffer_is_not_drained_into_a_table_whose_other_key_refuses_no_row(string type)
    {
        MakeTable(type, "\"RowBufferId\" bigint");
        var absorb = Load(type) with
        {
            Kind = "absorb",
            Absorb = new AbsorbOptions(),
            SystemColumns = [new SystemColumn("RowBufferId", "RowBufferId", Rig.Type("bigint"), Origin.Default)],
        };

        var result = _rig.Run(absorb, "Id,U,V", "1,3,0");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3407"), $"{result.Counts}");
        Assert.That(result.Error!.Message, Does.Contain("ON CONFLICT"));
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])["1|1", "2|2", "3|3"]));
    }

    [TestCase("int NOT NULL UNIQUE ON CONFLICT ROLLBACK", Policy.Fail)]
    [TestCase("int NOT NULL UNIQUE ON CONFLICT ROLLBACK", Policy.Redirect)]
    [TestCase("varchar(10) UNIQUE ON CONFLICT ROLLBACK", Policy.Redirect)]
    public void The_row_that_breaks_it_is_told_by_what_the_database_says(string type, Policy policy)
    {
        MakeTable(type, "");

        var result = _rig.Run(Of(Load(type), policy), "Id,U,V", "1,3,0", "2,5,0", "4,4,0");

        var told = policy == Policy.Fail ? $"{result.Error?.Message}" : _rig.Query("SELECT \"Message\" FROM err_t")[0];
        Assert.That(told, Does.Contain("UNIQUE constraint failed").And.Not.Contain("savepoint"));
        Assert.That(result.Error?.Code, Is.EqualTo(policy == Policy.Fail ? "ORC3412" : null), result.Error?.Message);
        Assert.That(result.Counts.Rejected, Is.EqualTo(policy == Policy.Fail ? 0 : 1));
        Assert.That(_rig.Query(Rows), Is.EqualTo(policy == Policy.Fail
            ? (string[])["1|1", "2|2", "3|3"] : ["1|1", "2|5", "3|3", "4|4"]));
    }

    [Test]
    public void Where_nothing_can_stand_there_in_between_the_reason_and_what_can_be_done_are_told()
    {
        MakeTable("int PRIMARY KEY NOT NULL CHECK (\"U\" > 0)", "");

        var result = _rig.Run(Load("int NOT NULL"), "Id,U,V", "1,2,0", "2,1,0");

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3412"));
        Assert.That(
            result.Error!.Message,
            Does.Match("(?i)unique|duplicate").And.Match("(?i)check constraint")
                .And.Contains(platform == Platform.Sqlite ? "SQLite looks at a key" : "PRIMARY KEY … DEFERRABLE"));
        Assert.That(_rig.Query(Rows), Is.EqualTo((string[])["1|1", "2|2", "3|3"]));
    }

    private ObjectDefinition Load(string type) => _rig.Load(
        new LoadOptions { Pattern = Rig.Written(LoadPattern.Merge) }, Rig.Column("Id", "int", key: 1),
        Rig.Column("U", type.StartsWith("int", StringComparison.Ordinal) ? "int" : "nvarchar(10)") with
        {
            Nullable = !type.Contains("PRIMARY KEY", StringComparison.Ordinal)
                && !type.Contains("NOT NULL", StringComparison.Ordinal),
        },
        Rig.Column("V", "int") with { Nullable = false });

    private static ObjectDefinition Of(ObjectDefinition load, Policy policy) =>
        load with { Errors = load.Errors with { OnError = Rig.Written(policy) } };

    // What stands behind the columns, and behind the table after a bar.
    private void MakeTable(string type, string more)
    {
        var ofOther = platform == Platform.Sqlite ? "NULLS NOT DISTINCT" : "ON CONFLICT";
        if ((type + more).Contains(ofOther, StringComparison.Ordinal)
            || (platform != Platform.Sqlite && more.Contains("WITHOUT ROWID", StringComparison.Ordinal)))
        {
            Assert.Ignore("the other platform has such keys");
        }

        var rowId = more.EndsWith("WITHOUT ROWID", StringComparison.Ordinal) ? "WITHOUT ROWID" : "";
        var behind = more[..^rowId.Length].TrimEnd(' ', '|');
        _rig.Execute($"CREATE TABLE t (\"Id\" int NOT NULL UNIQUE, \"U\" {type}, \"V\" int NOT NULL"
            + $"{(behind.Length > 0 ? ", " : "")}{behind}) {rowId}");
        _rig.Execute("INSERT INTO t (\"Id\", \"U\", \"V\") VALUES (1, '1', 0), (2, '2', 0), (3, '3', 0)");
    }
}

using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Publish;

/// <summary>Constraints that only the target has, met when the load table is published.</summary>
internal sealed class PublishRefusalTests
{
    private Rig _rig = null!;

    [SetUp]
    public void Make() => _rig = new Rig();

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase("Id INTEGER, Code TEXT UNIQUE, Amount INTEGER", "3", "UNIQUE constraint failed: t.Code")]
    [TestCase("Id INTEGER, Code TEXT, Amount INTEGER CONSTRAINT small CHECK (Amount < 8)", "5",
        "CHECK constraint failed: small")]
    [TestCase("Id INTEGER, Code TEXT, Amount INTEGER, UNIQUE (Code, Amount)", "6",
        "UNIQUE constraint failed: t.Code, t.Amount")]
    public void The_constraint_its_columns_and_the_key_of_the_first_row_at_fault_are_named(
        string columns, string key, string constraint)
    {
        var result = Run(columns, Rig.Column("Id", "int", key: 1));

        Assert.That((result.Error?.Code, result.Error?.Phase), Is.EqualTo(("ORC3412", "publish")));
        Assert.That(result.Error!.Message,
            Does.StartWith($"The row Id={key} was refused by the table 't': {constraint}."));
        Assert.That(_rig.Query("SELECT Id FROM t"), Is.EqualTo((string[])["100"]), "the rows of before stay");
    }

    [Test]
    public void A_column_made_not_null_by_hand_is_refused_by_name_before_a_row_is_written()
    {
        var result = Run("Id INTEGER, Code TEXT, Amount INTEGER NOT NULL", Rig.Column("Id", "int", key: 1));

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3401"));
        Assert.That(result.Counts, Is.EqualTo(new RowCounts(8, 0, 0, 0, 0, 0, 1, 0)));
        Assert.That(result.Error!.Message, Does.Contain("Amount"));
    }

    [Test]
    public void Without_a_key_the_row_is_named_by_its_number()
    {
        var result = Run("Id INTEGER, Code TEXT UNIQUE, Amount INTEGER", Rig.Column("Id", "int"));

        Assert.That(result.Error?.Message, Does.StartWith("The row number 3 of those that were not rejected"));
    }

    [Test]
    public void A_sensitive_key_is_not_shown()
    {
        var result = Run(
            "Id INTEGER, Code TEXT UNIQUE, Amount INTEGER", Rig.Column("Id", "int", key: 1) with { Sensitive = true });

        Assert.That(result.Error?.Message, Does.StartWith("The row Id=(sensitive) was refused"));
    }

    [Test]
    public void A_row_that_only_meets_the_rows_of_before_is_named_when_rows_are_appended()
    {
        var result = Run("Id INTEGER UNIQUE, Code TEXT, Amount INTEGER", Rig.Column("Id", "int", key: 1),
            new LoadOptions { Pattern = Rig.Written(LoadPattern.Append), CommitRows = Rig.Written(2L) });

        Assert.That(result.Error?.Message, Does.StartWith("The row Id=100 was refused by the table 't': UNIQUE"));
    }

    [TestCase(LoadPattern.TruncateInsert)]
    [TestCase(LoadPattern.Append)]
    public void Of_rows_that_point_to_one_another_the_one_is_named_that_points_to_nothing(LoadPattern pattern)
    {
        _rig.Execute("CREATE TABLE t (Id INT NOT NULL PRIMARY KEY, P INT REFERENCES t (Id))");
        _rig.Write("t.csv", "Id,P\n3,1\n2,3\n1,\n5,4\n");

        var result = _rig.Run(Rig.Load("t", Rig.Column("Id", "int", key: 1), Rig.Column("P", "int")) with
        {
            Load = new LoadOptions { Pattern = Rig.Written(pattern) },
        });

        Assert.That(
            result.Error?.Message, Does.StartWith("The row Id=5 was refused by the table 't': FOREIGN KEY"));
    }

    [Test]
    public void No_row_is_named_where_a_column_is_called_as_SQLite_calls_the_number_of_a_row()
    {
        _rig.Execute("CREATE TABLE t (Id INT NOT NULL PRIMARY KEY, P INT REFERENCES t (Id), rowid INT)");
        _rig.Write("t.csv", "Id,P,rowid\n3,1,4\n2,3,3\n1,,2\n5,4,1\n");

        var result = _rig.Run(Rig.Load(
            "t", Rig.Column("Id", "int", key: 1), Rig.Column("P", "int"), Rig.Column("rowid", "int")));

        Assert.That(
            result.Error?.Message, Does.StartWith("A row was refused by the table 't': FOREIGN KEY"));
    }

    [Test]
    public void A_trigger_that_refuses_gets_no_row_named_that_is_not_its_own()
    {
        _rig.Execute("""
            CREATE TABLE t (Id INTEGER, Code TEXT, Amount INTEGER);
            CREATE TRIGGER no BEFORE INSERT ON t WHEN new.Id = 5 BEGIN SELECT RAISE(ABORT, 'not five'); END
            """);

        var result = Load(Rig.Column("Id", "int", key: 1), new LoadOptions());

        Assert.That(result.Error?.Message, Does.StartWith("A row was refused by the table 't': not five."));
    }

    [Test]
    public void What_was_read_and_rejected_is_counted_and_nothing_as_inserted()
    {
        var result = Run("Id INTEGER, Code TEXT UNIQUE, Amount INTEGER", Rig.Column("Id", "int", key: 1));

        Assert.That(result.Counts, Is.EqualTo(new RowCounts(8, 0, 0, 0, 0, 0, 1, 0)));
        Assert.That(_rig.Query("SELECT RowKey FROM err_t"), Is.EqualTo((string[])["Id=x"]));
    }

    private PackageResult Run(string columns, ColumnDefinition id, LoadOptions? load = null)
    {
        _rig.Execute($"CREATE TABLE t ({columns}); INSERT INTO t VALUES (100, 'old', 0)");
        return Load(id, load ?? new LoadOptions());
    }

    private PackageResult Load(ColumnDefinition id, LoadOptions load)
    {
        _rig.Write("t.csv", "Id,Code,Amount\nx,z,1\n1,a,1\n2,b,2\n3,a,3\n4,c,\n5,d,9\n6,b,2\n100,e,7\n");
        var redirected = id with { Policies = new Policies { OnRangeLoss = Rig.Written(Policy.Redirect) } };
        var table = Rig.Load("t", redirected, Rig.Column("Code", "nvarchar(5)"), Rig.Column("Amount", "bigint"));
        return _rig.Run(table with { Load = load });
    }
}

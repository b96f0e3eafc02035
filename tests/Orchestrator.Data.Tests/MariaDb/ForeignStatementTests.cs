namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>What statements of other people leave on the session of a load.</summary>
internal sealed class ForeignStatementTests
{
    private TestDatabase _database = null!;
    private IDatabase _target = null!;

    [SetUp]
    public void Make()
    {
        _database = new TestDatabase();
        _database.Run("CREATE TABLE t (a varchar(10)); CREATE TABLE orchestrator_own (a int); "
            + "CREATE PROCEDURE changes() SET SESSION foreign_key_checks = 0");
        _target = _database.Open();
    }

    [TearDown]
    public void Remove()
    {
        _target.Dispose();
        _database.Dispose();
    }

    [TestCase("SET NAMES latin1", "@@character_set_client", "utf8mb4")]
    [TestCase("SET foreign_key_checks = 0", "@@foreign_key_checks", "ON")]
    [TestCase("SET check_constraint_checks = 0", "@@check_constraint_checks", "ON")]
    [TestCase("SET sql_mode = ''", "@@sql_mode LIKE '%STRICT_ALL_TABLES%'", "1")]
    [TestCase("SET sql_select_limit = 1", "@@sql_select_limit", "18446744073709551615")]
    public void What_a_hook_sets_ends_with_it(string hook, string setting, string value)
    {
        _target.Begin(CancellationToken.None);
        Run(hook);

        Assert.That(Setting(setting), Is.EqualTo(value));
    }

    [Test]
    public void So_does_what_a_procedure_sets()
    {
        _target.Begin(CancellationToken.None);
        _target.Call(new ProcedureCall(new TableName(null, "changes"), []));

        Assert.That(Setting("@@foreign_key_checks"), Is.EqualTo("ON"));
    }

    [Test]
    public void What_is_set_outside_of_a_transaction_ends_before_the_next()
    {
        Run("SET foreign_key_checks = 0");
        var outside = Setting("@@foreign_key_checks");
        _target.Begin(CancellationToken.None);

        Assert.That((outside, Setting("@@foreign_key_checks")), Is.EqualTo(("OFF", "ON")));
    }

    [Test]
    public void The_transaction_goes_on_behind_a_hook_that_sets_something_and_one_that_fails()
    {
        _target.Begin(CancellationToken.None);
        _target.Execute("INSERT INTO t VALUES ('ä')");
        Run("SET NAMES latin1");
        Assert.That(() => Run("SELECT nothing FROM nowhere"), Throws.Exception);
        _target.Execute("INSERT INTO t VALUES ('ö€')");
        var before = _database.Ask("SELECT count(*) FROM t");
        _target.Commit();

        Assert.That((before, _database.Ask("SELECT group_concat(hex(a) ORDER BY a) FROM t")),
            Is.EqualTo(("0", "C3A4,C3B6E282AC")));
    }

    [TestCase("CREATE TEMPORARY TABLE t (a int)")]
    [TestCase("CREATE OR REPLACE TEMPORARY TABLE `t` AS SELECT 1 AS a")]
    [TestCase("CREATE TEMPORARY TABLE orchestrator_own (a int)")]
    [TestCase("CREATE TEMPORARY TABLE IF NOT EXISTS orchestrator_new (a int)")]
    public void A_temporary_table_that_would_hide_another_is_refused(string hook)
    {
        _target.Begin(CancellationToken.None);

        var fault = TestDatabase.Platform.Explain(Assert.Catch(() => Run(hook)))!;

        Assert.That(fault.Class, Is.EqualTo(DatabaseFaultClass.Config));
        Assert.That(fault.Text, Does.Contain("would hide the table of that name"));
    }

    [Test]
    public void One_of_another_name_is_made_again_and_again()
    {
        _target.Begin(CancellationToken.None);
        Run("CREATE OR REPLACE TEMPORARY TABLE work (a int)");
        Run("CREATE OR REPLACE TEMPORARY TABLE work (a int)");

        Assert.That(_target.Number("SELECT count(*) FROM work"), Is.Zero);
    }

    private string? Setting(string setting) => _target.Ask($"SELECT concat_ws(' ', {setting})").First[0];

    private void Run(string statement) =>
        _target.RunStatement(TestDatabase.Platform.Dialect.Split(statement).Single());
}

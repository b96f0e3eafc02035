using System.Text.RegularExpressions;
using Orchestrator.Data.SqlServer;

namespace Orchestrator.Data.Tests.SqlServer;

internal sealed class ScriptTests
{
    private static readonly SqlServerDialect Dialect = new();

    [Test]
    public void A_script_is_cut_where_a_line_says_GO()
    {
        const string Script =
            "-- first\r\nSELECT 1\r\nGO\r\n\r\n  go 2 -- twice\nUPDATE t SET a = 1;\nSELECT 2\n\tGo ;\n";

        Assert.That(Dialect.Split(Script), Is.EqualTo(new[]
        {
            new ScriptStatement("SELECT 1", 2, "SELECT"),
            new ScriptStatement("UPDATE t SET a = 1;\nSELECT 2", 6, "UPDATE"),
        }));
    }

    [Test]
    public void GO_with_a_number_repeats_the_piece_before_it()
    {
        Assert.That(Dialect.Split("INSERT t DEFAULT VALUES\nGO 3\nSELECT 1").Select(one => one.FirstWord),
            Is.EqualTo(new[] { "INSERT", "INSERT", "INSERT", "SELECT" }));
    }

    [TestCase("SELECT '\nGO\n'")]
    [TestCase("/* outer /* inner */\nGO\n*/ SELECT 1")]
    [TestCase("SELECT [\nGO\n]")]
    [TestCase("SELECT \"\nGO\n\"")]
    [TestCase("SELECT 'it''s\nGO\n'")]
    [TestCase("SELECT 1 AS\nGOAL")]
    [TestCase("SELECT 1\n  AS x GO")]
    public void A_GO_that_is_no_line_of_its_own_separates_nothing(string script)
    {
        Assert.That(Dialect.Split(script).Count(), Is.EqualTo(1));
    }

    [TestCase("")]
    [TestCase("GO\nGO")]
    [TestCase("-- nothing\n/* here */ ;;\nGO")]
    public void What_holds_no_statement_is_empty(string script)
    {
        Assert.That(Dialect.Split(script), Is.Empty);
    }

    [Test]
    public void What_a_script_sets_lasts_until_the_driver_goes_on()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(new Regex("^(SET (NOCOUNT|ROWCOUNT) |INSERT|DELETE)"), reply => reply.Done(1));
        using var database = scripted.Open();

        foreach (var statement in Dialect.Split("SET NOCOUNT ON\nGO\nSET ROWCOUNT 5\nGO\nINSERT INTO t DEFAULT VALUES"))
        {
            database.RunStatement(statement);
        }

        database.Execute("DELETE FROM t");
        database.Execute("DELETE FROM u");

        Assert.That(
            scripted.Server.Recorder.Of(1).Skip(2).Select(line => string.Join(' ', line.Split(' ').Take(4))),
            Is.EqualTo(new[]
            {
                "batch SET NOCOUNT ON", "batch SET ROWCOUNT 5", "batch INSERT INTO t", "batch SET XACT_ABORT ON;",
                "batch DELETE FROM t", "batch DELETE FROM u",
            }));
    }

    [Test]
    public void What_is_set_beside_a_value_that_is_asked_for_lasts_no_longer()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(new Regex("^SET NOCOUNT"), reply => reply.Rows(["Id int"], [7]));
        scripted.Server.On(new Regex("^DELETE"), reply => reply.Done(1));
        using var database = scripted.Open();

        var answer = database.AskStatement(new ScriptStatement("SET NOCOUNT ON; SELECT 7 AS Id", 1, "SET"));
        database.Execute("DELETE FROM t");

        Assert.That(answer.First, Is.EqualTo(new[] { "7" }));
        Assert.That(scripted.Server.Recorder.Of(1)[^2], Does.StartWith("batch SET XACT_ABORT ON"));
    }

    [Test]
    public void Transactions_that_a_script_lets_begin_by_themselves_do_not_outlast_it()
    {
        using var scripted = new ScriptedDatabase();
        scripted.Server.On(new Regex("^(SET ANSI_DEFAULTS|DELETE)"), reply => reply.Done(1));
        using var database = scripted.Open();

        database.RunStatement(new ScriptStatement("SET ANSI_DEFAULTS ON", 1, "SET"));
        database.Execute("DELETE FROM t");

        Assert.That(scripted.Server.Recorder.Of(1)[^2], Does.Contain("SET IMPLICIT_TRANSACTIONS OFF"));
    }

    [TestCase("BEGIN TRAN", "transaction of its package")]
    [TestCase("UPDATE t SET a = 1; COMMIT", "transaction of its package")]
    [TestCase("IF @@error <> 0 ROLLBACK TRANSACTION", "transaction of its package")]
    [TestCase("SAVE TRAN a", "transaction of its package")]
    [TestCase("SET IMPLICIT_TRANSACTIONS ON", "transaction of its package")]
    [TestCase("USE master", "which database")]
    [TestCase("CREATE DATABASE x", "outside a transaction")]
    [TestCase("ALTER DATABASE x SET RECOVERY SIMPLE", "outside a transaction")]
    [TestCase("BACKUP LOG x TO DISK = 'y'", "outside a transaction")]
    [TestCase("KILL 51", "others are doing")]
    public void What_cannot_stand_in_a_transaction_is_refused(string sql, string why)
    {
        Assert.That(Dialect.StatementRefusal(Dialect.Split(sql).Single()), Does.Contain(why));
    }

    [TestCase("BEGIN TRY SELECT 1 END TRY BEGIN CATCH THROW END CATCH")]
    [TestCase("SELECT 'COMMIT', [ROLLBACK] FROM t -- USE x")]
    [TestCase("SELECT 1 OPTION (USE HINT ('FORCE_ORDER'))")]
    [TestCase("ALTER DATABASE SCOPED CONFIGURATION SET MAXDOP = 1")]
    [TestCase("CREATE OR ALTER PROCEDURE p AS BEGIN TRAN; COMMIT")]
    [TestCase("ALTER TRIGGER g ON t AFTER INSERT AS ROLLBACK")]
    public void What_can_is_not(string sql)
    {
        Assert.That(Dialect.StatementRefusal(Dialect.Split(sql).Single()), Is.Null);
    }
}

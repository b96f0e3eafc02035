using MySqlConnector;

namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>Ends of transactions that a server makes of itself, and that nothing is committed behind them.</summary>
internal sealed class TransactionTests
{
    private TestDatabase _database = null!;
    private IDatabase _target = null!;

    [SetUp]
    public void Make()
    {
        _database = new TestDatabase();
        _database.Run("CREATE TABLE t (a int PRIMARY KEY, b int); CREATE TABLE claim (step int); "
            + "INSERT INTO claim VALUES (0); INSERT INTO t VALUES (1, 0), (2, 0)");
        _target = _database.Open();
    }

    [TearDown]
    public void Remove()
    {
        _target.Dispose();
        _database.Dispose();
    }

    [Test]
    public void All_of_a_transaction_is_there_or_nothing()
    {
        Begin();
        _target.Rollback();
        var rolled = Held;
        Begin();
        _target.Commit();

        Assert.That((rolled, Held), Is.EqualTo(("0: 1 2", "1: 1 2 3")));
    }

    [Test]
    public void A_savepoint_within_another_leaves_that_where_it_was()
    {
        var dialect = TestDatabase.Platform.Dialect;
        Begin();
        _target.Execute(dialect.Savepoint);
        _target.Execute("INSERT INTO t VALUES (4, 4)");
        _target.Execute(dialect.Savepoint);
        _target.Execute("INSERT INTO t VALUES (5, 5)");
        _target.Execute(dialect.BackToSavepoint);
        _target.Execute(dialect.ReleaseSavepoint);
        var kept = _target.Number("SELECT count(*) FROM t");
        _target.Execute(dialect.BackToSavepoint);
        _target.Execute(dialect.ReleaseSavepoint);
        _target.Commit();

        Assert.That((kept, Held), Is.EqualTo((4, "1: 1 2 3")));
    }

    [TestCase("START TRANSACTION")]
    [TestCase("LOCK TABLES t READ, claim READ; UNLOCK TABLES")]
    [TestCase("CREATE TABLE stray (a int)")]
    [TestCase("COMMIT")]
    public void What_a_stray_statement_has_committed_is_told_and_nothing_behind_it_is_committed(string stray)
    {
        Begin();
        foreach (var statement in TestDatabase.Platform.Dialect.Split(stray))
        {
            _target.RunStatement(statement);
        }

        _target.Execute("INSERT INTO t VALUES (4, 4)");
        var fault = Fault(_target.Commit);
        _target.Rollback();

        Assert.That((fault.Class, fault.Text), Is.EqualTo((DatabaseFaultClass.Config,
            "the transaction of the package had been ended before its commit, by a statement or procedure that "
            + "commits, or that changes a definition; what came before that is committed, and what came behind it is "
            + "taken back")));
        Assert.That(Held, Is.EqualTo("1: 1 2 3"));
    }

    [Test]
    public void So_is_what_a_procedure_has_committed()
    {
        using (var session = new MySqlConnection(_database.ConnectionString))
        {
            session.Open();
            using var make = session.CreateCommand();
            make.CommandText = "CREATE PROCEDURE ends() BEGIN INSERT INTO t VALUES (5, 5); COMMIT; END";
            make.ExecuteNonQuery();
        }

        Begin();
        _target.Call(new ProcedureCall(new TableName(null, "ends"), []));
        _target.Execute("INSERT INTO t VALUES (4, 4)");

        Assert.That(Fault(_target.Commit).Class, Is.EqualTo(DatabaseFaultClass.Config));
        _target.Rollback();
        Assert.That(Held, Is.EqualTo("1: 1 2 3 5"));
    }

    [Test]
    public void Behind_a_deadlock_everything_is_refused_but_to_roll_back()
    {
        using var other = _database.Open();
        Begin();
        other.Begin(CancellationToken.None);
        _target.Execute("UPDATE t SET b = 1 WHERE a = 1");
        other.Execute("UPDATE t SET b = 2 WHERE a = 2");
        // Who has written more is no victim.
        other.Execute("INSERT INTO t SELECT seq, seq FROM seq_100_to_200");
        var waits = new Thread(() => other.Execute("UPDATE t SET b = 2 WHERE a = 1"));
        waits.Start();
        Assert.That(() => _database.Ask("SELECT count(*) FROM information_schema.INNODB_LOCK_WAITS"),
            Is.EqualTo("1").After(300).Seconds.PollEvery(10).MilliSeconds);

        var deadlock = Fault(() => _target.Execute("UPDATE t SET b = 1 WHERE a = 2"));
        waits.Join();
        other.Rollback();
        var behind = Fault(() => _target.Execute("INSERT INTO t VALUES (4, 4)"));
        var commit = Fault(_target.Commit);
        _target.Rollback();

        Assert.That((deadlock.Class, deadlock.Code), Is.EqualTo((DatabaseFaultClass.Transient, "1213")));
        Assert.That((behind.Class, commit.Class),
            Is.EqualTo((DatabaseFaultClass.Transient, DatabaseFaultClass.Transient)));
        Assert.That(Held, Is.EqualTo("0: 1 2"));
        Begin();
        _target.Commit();
        Assert.That(Held, Is.EqualTo("1: 1 2 3"));
    }

    [Test]
    public void A_commit_that_is_stopped_has_no_answer_and_its_session_is_given_up()
    {
        Begin();
        var session = _target.Number("SELECT CONNECTION_ID()");
        // A session that its pool keeps would keep the lock as well.
        using var other = new MySqlConnection(_database.ConnectionString + ";Pooling=false");
        other.Open();
        // Who has it keeps all others from committing.
        using var hold = new MySqlCommand("FLUSH TABLES WITH READ LOCK", other);
        hold.ExecuteNonQuery();
        DatabaseFault? fault = null;
        var waits = new Thread(() => fault = Fault(_target.Commit));
        waits.Start();
        Assert.That(() => _database.Ask("SELECT count(*) FROM information_schema.PROCESSLIST "
                + $"WHERE ID = {session} AND STATE LIKE 'Waiting for backup%'"),
            Is.EqualTo("1").After(300).Seconds.PollEvery(10).MilliSeconds);
        _database.Run($"KILL QUERY {session}");
        waits.Join();
        other.Close();
        _target.Rollback();

        Assert.That((fault!.Class, fault.IsConnectionLost), Is.EqualTo((DatabaseFaultClass.Transient, true)));
        Assert.That(Held, Is.EqualTo("0: 1 2"));
        Begin();
        _target.Commit();
        Assert.That(Held, Is.EqualTo("1: 1 2 3"));
    }

    [Test]
    public void A_statement_that_fails_leaves_the_others_of_its_transaction()
    {
        Begin();

        Assert.That(() => _target.Execute("INSERT INTO t VALUES (9, 9), (1, 1)"), Throws.InstanceOf<MySqlException>());
        _target.Commit();

        Assert.That(Held, Is.EqualTo("1: 1 2 3"));
    }

    [Test]
    public void A_transaction_in_a_transaction_is_a_mistake_as_the_server_would_commit_the_first()
    {
        Begin();

        Assert.That(() => _target.Begin(CancellationToken.None), Throws.InvalidOperationException);
        _target.Rollback();
        Assert.That(Held, Is.EqualTo("0: 1 2"));
    }

    [Test]
    public void A_session_that_is_ended_is_a_lost_connection_and_another_one_begins_anew()
    {
        Begin();
        _database.Run($"KILL {_target.Number("SELECT CONNECTION_ID()")}");

        var lost = Fault(() => _target.Execute("INSERT INTO t VALUES (4, 4)"));
        var still = Fault(() => _target.Execute("INSERT INTO t VALUES (4, 4)"));
        _target.Rollback();
        Begin();
        _target.Commit();

        Assert.That((lost.IsConnectionLost, still.IsConnectionLost), Is.EqualTo((true, true)));
        Assert.That(Held, Is.EqualTo("1: 1 2 3"));
    }

    private string Held => _database.Ask("SELECT step FROM claim") + ": "
        + _database.Ask("SELECT group_concat(a ORDER BY a SEPARATOR ' ') FROM t");

    private void Begin()
    {
        _target.Begin(CancellationToken.None);
        _target.Execute("UPDATE claim SET step = step + 1");
        _target.Execute("INSERT INTO t VALUES (3, 3)");
    }

    private static DatabaseFault Fault(Action work)
    {
        try
        {
            work();
        }
        catch (Exception fault)
        {
            return TestDatabase.Platform.Explain(fault) ?? throw new AssertionException($"{fault}");
        }

        throw new AssertionException("It went well.");
    }
}

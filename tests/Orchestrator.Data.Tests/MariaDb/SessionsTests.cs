using MySqlConnector;
using Orchestrator.Data.MariaDb;

namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>What a run that has died left on the server.</summary>
internal sealed class SessionsTests
{
    private TestDatabase _database = null!;

    [SetUp]
    public void Make() => _database = new TestDatabase();

    [TearDown]
    public void Remove() => _database.Dispose();

    [Test]
    public void Sessions_of_a_dead_run_are_ended_and_those_of_other_runs_and_ledgers_stay()
    {
        using var left = Begun("orchestrator 7@1a2b3c4d Stage/customer");
        using var other = Begun("orchestrator 71@1a2b3c4d Stage/customer");
        using var another = Begun("orchestrator 7@1a2b3c4e Stage/customer");

        var found = End();

        Assert.That(found.There.Single().Name, Does.EndWith("(orchestrator 7@1a2b3c4d Stage/customer)"));
        Assert.That((found.There[0].Missing, found.CannotSee), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That(() => End().There, Is.Empty.After(300).Seconds.PollEvery(10).MilliSeconds);
        Assert.That(() => left.Number("SELECT 1"), Throws.InstanceOf<MySqlException>().Or.InstanceOf<IOException>());
        Assert.That((other.Number("SELECT 1"), another.Number("SELECT 1")), Is.EqualTo((1, 1)));
    }

    [Test]
    public void A_session_that_is_gone_is_none_and_its_row_goes()
    {
        using (Begun("orchestrator 7@1a2b3c4d Stage/customer"))
        {
        }

        var killed = Begun("orchestrator 7@1a2b3c4d Stage/order");
        _database.Run($"KILL {killed.Number("SELECT CONNECTION_ID()")}");
        killed.Dispose();
        Assert.That(() => End().There, Is.Empty.After(300).Seconds.PollEvery(10).MilliSeconds);

        Assert.That(_database.Ask("SELECT count(*) FROM orchestrator_sessions WHERE name LIKE '%7@1a2b3c4d%'"),
            Is.EqualTo("0"));
    }

    [TestCase("")]
    [TestCase("commit")]
    [TestCase("rollback")]
    public void A_session_whose_server_is_gone_is_let_go_of_without_a_further_failure(string last)
    {
        var address = new MySqlConnectionStringBuilder(_database.ConnectionString);
        using var door = new ResetDoor((int)address.Port);
        address.Port = (uint)door.Port;
        var session = Begun("orchestrator 7@1a2b3c4d Stage/customer", address.ConnectionString);
        if (last.Length == 0)
        {
            session.Commit();
        }

        door.Reset();

        if (last == "commit")
        {
            var lost = Assert.Catch(session.Commit);
            Assert.That(TestDatabase.Platform.Explain(lost!)?.IsConnectionLost, Is.True, $"{lost}");
        }

        Assert.That(last == "rollback" ? session.Rollback : session.Dispose, Throws.Nothing);
        Assert.That(session.Dispose, Throws.Nothing);
    }

    [TestCase("db1 3306 /var/lib/mysql/ 1000", "db1 3306 /var/lib/mysql/ 1002", true)]
    [TestCase("db1 3306 /var/lib/mysql/ 1000", "db1 3306 /var/lib/mysql/ 1060", false)]
    [TestCase("db1 3306 /var/lib/mysql/ 1000", "db2 3306 /var/lib/mysql/ 1000", false)]
    [TestCase("db1 3306 /var/lib/mysql/ 1000", "", false)]
    public void A_server_that_was_started_anew_is_another_one(string one, string other, bool isSame) =>
        Assert.That(MariaDbServerFacts.IsSame(one, other), Is.EqualTo(isSame));

    [Test]
    public void Where_no_package_has_ever_written_there_are_none() => Assert.That(End().There, Is.Empty);

    [Test]
    public void Who_may_not_end_a_session_names_the_right_that_is_missing()
    {
        using var left = Begun("orchestrator 7@1a2b3c4d Stage/customer");
        var name = new MySqlConnectionStringBuilder(_database.ConnectionString).Database;
        _database.Run("CREATE USER weak@'127.0.0.1' IDENTIFIED BY 'x'; "
            + $"GRANT SELECT, DELETE ON {name}.* TO weak@'127.0.0.1'");
        try
        {
            var found = End(new MySqlConnectionStringBuilder(_database.ConnectionString)
            {
                UserID = "weak",
                Password = "x",
            }.ConnectionString);

            Assert.That(found.There.Single().Missing, Is.EqualTo("CONNECTION ADMIN"));
            Assert.That(left.Number("SELECT 1"), Is.EqualTo(1));
        }
        finally
        {
            _database.Run("DROP USER weak@'127.0.0.1'");
        }
    }

    private IDatabase Begun(string name, string? connectionString = null)
    {
        var session = TestDatabase.Platform.Open(
            new DatabaseAddress
            {
                Connection = "Dwh",
                ConnectionString = connectionString ?? _database.ConnectionString,
            },
            new DatabaseUse { IsTarget = true, Time = TimeProvider.System, Application = name });
        session.Begin(CancellationToken.None);
        return session;
    }

    private SessionsLeft End(string? connectionString = null) => TestDatabase.Platform.EndSessions(
        new DatabaseAddress
        {
            Connection = "Dwh",
            ConnectionString = connectionString ?? _database.ConnectionString,
        },
        new DatabaseUse { IsTarget = true, Time = TimeProvider.System }, "orchestrator 7@1a2b3c4d");
}

using Npgsql;

namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>What a run that has died left on the server.</summary>
internal sealed class SessionsTests
{
    private static readonly Guid Ledger = Guid.Parse("0198c1a2-0000-7000-8000-00001a2b3c4d");

    private TestDatabase _database = null!;

    [SetUp]
    public void Make() => _database = new TestDatabase();

    [TearDown]
    public void Remove() => _database.Dispose();

    [Test]
    public void Sessions_of_a_dead_run_are_ended_and_those_of_other_runs_and_ledgers_stay()
    {
        using var left = Open("orchestrator 7@1a2b3c4d Stage/customer");
        using var other = Open("orchestrator 71@1a2b3c4d Stage/customer");
        using var another = Open("orchestrator 7@1a2b3c4e Stage/customer");

        var found = End(_database.ConnectionString);

        Assert.That(found.There.Single().Name, Does.EndWith("(orchestrator 7@1a2b3c4d Stage/customer)"));
        Assert.That((found.There[0].Missing, found.CannotSee), Is.EqualTo(((string?)null, (string?)null)));
        Assert.That(() => End(_database.ConnectionString).There,
            Is.Empty.After(300).Seconds.PollEvery(10).MilliSeconds);
        Assert.That(() => Ask(left), Throws.InstanceOf<NpgsqlException>());
        Assert.That((Ask(other), Ask(another)), Is.EqualTo((1, 1)));
    }

    [Test]
    public void Who_may_not_end_a_session_names_the_right_that_is_missing()
    {
        using var left = Open("orchestrator 7@1a2b3c4d");
        _database.Run("CREATE ROLE loader_of_sessions LOGIN PASSWORD 'x'");
        try
        {
            var found = End(_database.ConnectionString
                .Replace("Username=orchestrator", "Username=loader_of_sessions")
                .Replace($"Password={Server.Cluster.Password}", "Password=x"));

            Assert.That(found.There.Single().Missing, Is.EqualTo("the role pg_signal_backend"));
            Assert.That(Ask(left), Is.EqualTo(1));
        }
        finally
        {
            _database.Run("DROP ROLE loader_of_sessions");
        }
    }

    private static SessionsLeft End(string connectionString) => TestDatabase.Platform.EndSessions(
        new DatabaseAddress { Connection = "Dwh", ConnectionString = connectionString },
        new DatabaseUse
        {
            IsTarget = false,
            Time = TimeProvider.System,
            Application = "orchestrator 8@1a2b3c4d recovery",
        },
        SessionName.Of(7, Ledger));

    private NpgsqlConnection Open(string application)
    {
        var connection = new NpgsqlConnection(
            $"{_database.ConnectionString};Pooling=false;Application Name={application}");
        connection.Open();
        return connection;
    }

    private static int Ask(NpgsqlConnection connection)
    {
        using var command = new NpgsqlCommand("SELECT 1", connection);
        return (int)command.ExecuteScalar()!;
    }
}

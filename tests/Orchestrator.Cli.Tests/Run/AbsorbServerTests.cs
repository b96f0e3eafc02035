using Npgsql;

namespace Orchestrator.Cli.Tests.Run;

/// <summary>What operators do with a buffer whose server lets nobody in any more.</summary>
internal sealed class AbsorbServerTests
{
    private const string Variable = "ABSORB_SERVER";
    private const string Database = "cli_absorb_gone";

    private TemporaryFolder _folder = null!;

    [SetUp]
    public void Make()
    {
        _folder = new TemporaryFolder();
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Mart, platform: PostgreSql, connectionString: "${env:{{Variable}}}"}
            batches:
              - {batch: Nightly, projects: [Mart]}
            projects:
              - project: Mart
                target: Mart
                objects:
                  - object: orders
                    kind: absorb
                    absorb: {interval: 100ms, maxErrors: 2}
                    columns:
                      - {column: Id, dataType: int, key: 1}
            """);
        Execute($"CREATE DATABASE {Database}");
    }

    [TearDown]
    public void Remove()
    {
        Execute($"DROP DATABASE {Database} WITH (FORCE)");
        _folder.Dispose();
    }

    [Test]
    public void A_drainer_whose_server_is_gone_in_the_middle_tells_what_it_has_drained_and_that_it_failed()
    {
        RunningCommand.OnLinuxOnly();
        Called.With(_folder.Path, Variables, false, "absorb", "create", "orders");
        Execute("INSERT INTO orders_buffer (\"Id\") VALUES (1), (2)", Database);
        using var run = new RunningCommand(_folder.Path, Variables, "absorb", "run", "orders");
        Await("SELECT count(*) FROM orders", 2);

        Execute($"ALTER DATABASE {Database} ALLOW_CONNECTIONS false");
        Execute($"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{Database}'");

        Assert.That(run.ExitCode(), Is.EqualTo(1), run.Said);
        Assert.That(run.Said, Does.Contain("2 drained = 2 inserted"));
    }

    private static Dictionary<string, string> Variables =>
        new() { [Variable] = Server.Cluster.ConnectionString(Database) };

    private static void Await(string sql, long expected) => Assert.That(
        SpinWait.SpinUntil(() => expected.Equals(Ask(sql)), TimeSpan.FromMinutes(5)), Is.True, sql);

    private static void Execute(string sql, string database = "postgres") => Asked(database, sql);

    private static object? Ask(string sql)
    {
        try
        {
            return Asked(Database, sql);
        }
        catch (PostgresException)
        {
            return null; // The table is not there yet.
        }
    }

    private static object? Asked(string database, string sql)
    {
        using var connection = new NpgsqlConnection(Server.Cluster.ConnectionString(database) + ";Pooling=false");
        connection.Open();
#pragma warning disable CA2100 // Of a test.
        using var command = new NpgsqlCommand(sql, connection);
#pragma warning restore CA2100
        return command.ExecuteScalar();
    }
}

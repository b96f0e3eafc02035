using System.Collections.Concurrent;
using System.Data.Common;
using Microsoft.Data.SqlClient;
using Npgsql;
using Orchestrator.Data;
using Orchestrator.Data.PostgreSql;
using Orchestrator.Data.SqlServer;

namespace Orchestrator.Ledger.Tests;

/// <summary>The platforms that hold ledgers.</summary>
public enum Place { Sqlite, PostgreSql, SqlServer }

/// <summary>Empty places for ledgers, and their names for a second process.</summary>
internal static class Places
{
    private const string Variable = "ORCHESTRATOR_TEST_SQLSERVER";
    private static readonly ConcurrentDictionary<string, EmptyDatabase> Taken = new();

    /// <summary>A place where nothing is yet.</summary>
    public static LedgerLocation Empty(Place place, string folder) => place switch
    {
        Place.PostgreSql => Of(place, TakeDatabase(), folder),
        Place.SqlServer => Of(place, EmptiedDatabase(), folder),
        _ => LedgerLocation.OfSolution(folder),
    };

    /// <summary>Leaves the place to the next test.</summary>
    public static void Leave(LedgerLocation? location)
    {
        if (location?.Server is { } server && Taken.TryRemove(server.ConnectionString, out var database))
        {
            database.Dispose();
        }
    }

    /// <summary>The place that a second process was told of.</summary>
    public static LedgerLocation Parse(string text) => text.Split('|', 3) switch
    {
        [var place, var connection, var folder] => Of(Enum.Parse<Place>(place), connection, folder),
        _ => new LedgerLocation(text),
    };

    public static string Text(LedgerLocation location) => location.Server is not { } server
        ? location.File
        : $"{(server.ConnectionString.Contains("Server=") ? Place.SqlServer : Place.PostgreSql)}"
            + $"|{server.ConnectionString}|{Path.GetDirectoryName(location.Folder)}";

    public static LedgerLocation Of(Place place, string connectionString, string folder) => LedgerLocation.Of(
        place == Place.PostgreSql ? new PostgreSqlPlatform() : new SqlServerPlatform(),
        new DatabaseAddress { Connection = "Ledger", ConnectionString = connectionString },
        folder);

    /// <summary>Runs SQL in the database of a ledger, beside it.</summary>
    public static void Run(LedgerLocation location, string sql)
    {
        using DbConnection connection = IsSqlServer(location)
            ? new SqlConnection(location.Server!.ConnectionString + ";Pooling=false")
            : new NpgsqlConnection(location.Server!.ConnectionString + ";Pooling=false");
        connection.Open();
        using var command = connection.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }

    /// <summary>
    /// Returns once somebody waits for a lock of the ledger: a file tells it, PostgreSQL is asked, and a test of SQL
    /// Server goes on at once.
    /// </summary>
    public static void UntilSomebodyWaits(LedgerLocation location, ManualResetEventSlim told)
    {
        if (location.Server is null)
        {
            told.Wait();
        }
        else if (!IsSqlServer(location))
        {
            Run(location, """
                DO $$ BEGIN
                    WHILE NOT EXISTS (SELECT 1 FROM pg_stat_activity
                                      WHERE datname = current_database() AND wait_event_type = 'Lock') LOOP
                        PERFORM pg_sleep(0.01);
                        PERFORM pg_stat_clear_snapshot();
                    END LOOP;
                END $$
                """);
        }
    }

    private static bool IsSqlServer(LedgerLocation location) => location.Server!.ConnectionString.Contains("Server=");

    private static string TakeDatabase()
    {
        var database = EmptyDatabase.Take();
        Taken[database.ConnectionString] = database;
        return database.ConnectionString;
    }

    // One database for all tests: making one takes a server longer than all else.
    private static string EmptiedDatabase()
    {
        if (Environment.GetEnvironmentVariable(Variable) is not { Length: > 0 } connectionString)
        {
            Assert.Ignore($"needs a SQL Server: set {Variable} to a connection string");
            throw new InvalidOperationException();
        }

        string[] tables =
        [
            "run_turns", "run_values", "alerts", "alert_states", "approvals", "actions", "audit", "tokens",
            "run_wishes",
            "schedule_pauses", "schedule_states", "firings", "services", "adoptions", "plan_files", "run_connections",
            "requests", "leases", "run_samples", "run_waits", "run_evidence", "attempt_waits", "attempt_evidence",
            "scopes", "files", "backups", "watermarks", "warnings", "errors", "waits", "transitions", "attempts",
            "nodes", "run_options", "runs", "plans", "ledger",
        ];
        Run(Of(Place.SqlServer, connectionString, ""), string.Concat(
            tables.Select(table => $"DROP TABLE IF EXISTS orchestrator.{table};")));
        return connectionString.Replace("Data Source=", "Server=", StringComparison.OrdinalIgnoreCase);
    }
}

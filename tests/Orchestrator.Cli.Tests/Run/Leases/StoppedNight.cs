using System.Data.Common;
using System.Globalization;
using Microsoft.Data.Sqlite;
using Npgsql;

namespace Orchestrator.Cli.Tests.Run.Leases;

/// <summary>
/// A night of statements, or of a load with a hook on a connection that no object writes, with a ledger on a PostgreSQL
/// server. Each time the statements run to their end a row is in the table `seen`.
/// </summary>
internal sealed class StoppedNight : IDisposable
{
    private const int ShortLease = 6;

    // So long that a run keeps it which gets no processor for half a minute.
    private const int LongLease = 120;
    private const string Seen = "create table if not exists seen (n int); insert into seen values (1)";
    private static int _count;

    private readonly TemporaryFolder _folder = new();
    private readonly bool _isOnServer;
    private readonly string _database = $"stopped_{Interlocked.Increment(ref _count)}";

    public StoppedNight(bool isOnServer, bool isHook)
    {
        _isOnServer = isOnServer;
        Run($"CREATE DATABASE {_database}");
        Run($"CREATE DATABASE {_database}_ledger");
        _folder.Write("pgpass", $"*:*:*:*:{Server.Cluster.Password}\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(PassFile, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }

        _folder.Write("in/t.csv", "id\n1\n");
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            ledger: Ledger
            connections:
              - {connection: In, platform: Files, folder: in}
              - {connection: Target, platform: Sqlite, file: target.db}
              - {connection: Seen, {{(isOnServer ? OnServer(_database) : "platform: Sqlite, file: seen.db")}} }
              - {connection: Ledger, {{OnServer($"{_database}_ledger")}} }
            batches:
              - {batch: Nightly, projects: [P]}
            """);
        _folder.Write(
            "projects/P/project.yaml", $"project: P\nsource: In\ntarget: {(isHook ? "Target" : "Seen")}\n");
        _folder.Write("projects/P/objects/t.yaml", isHook
            ? $$"""
                object: t
                source: {file: t.csv}
                columns: [{column: id, dataType: int}]
                hooks:
                  - {hook: seen, when: after, connection: Seen, sql: "{{Seen}}"}
                """
            : $$"""
                object: t
                kind: sql
                idempotent: true
                sql: "{{Seen}}"
                """);
    }

    /// <summary>How long the lease of a sleeper lasts: the longer, the more often one could not keep it.</summary>
    public TimeSpan Lease => TimeSpan.FromSeconds(ShortLease * Tries);

    /// <summary>How often one was tried, this one included.</summary>
    public int Tries { get; init; } = 1;

    /// <summary>How often the statements were committed.</summary>
    public long Times => Number(
        _isOnServer ? Server.Cluster.ConnectionString(_database) + ";Pooling=false"
            : $"Data Source={Path.Combine(_folder.Path, ".orchestrator/data/seen.db")};Pooling=False;Mode=ReadOnly",
        "SELECT count(*) FROM seen");

    /// <summary>Sessions of the first run in the database of the table `seen`.</summary>
    public long SessionsOfFirstRun => Number(
        Server.Cluster.ConnectionString("postgres") + ";Pooling=false",
        "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'orchestrator 1@%' "
        + $"AND datname = '{_database}'", onServer: true);

    /// <summary>Whether the first run is recorded, and its end is not.</summary>
    public bool IsFirstAtWork => Number(
        Server.Cluster.ConnectionString($"{_database}_ledger") + ";Pooling=false",
        "SELECT count(*) FROM orchestrator.runs WHERE run = 1 AND verdict IS NULL", onServer: true) == 1;

    /// <summary>The trace of the points that the process passed which was stopped.</summary>
    public string Passed => File.Exists(Trace) ? File.ReadAllText(Trace) : "";

    /// <summary>
    /// A run on another machine, with a short lease, whose package waits at a point until it is woken up.
    /// </summary>
    public RunningCommand StartAndWaitAt(string point) => Start(
        ("ORCHESTRATOR_TEST_LEASE", $"{Lease.TotalSeconds:0}"), ("ORCHESTRATOR_TEST_HOST", "elsewhere"),
        ("ORCHESTRATOR_TEST_STOP", $"{point}@P/t"), ("ORCHESTRATOR_TEST_CRASH_LOG", Trace));

    /// <summary>A run in a process of its own.</summary>
    public RunningCommand Start() => Start(("ORCHESTRATOR_TEST_LEASE", $"{LongLease}"));

    public void Dispose() => _folder.Dispose();

    private string PassFile => Path.Combine(_folder.Path, "pgpass");

    private string Trace => Path.Combine(_folder.Path, "trace");

    private RunningCommand Start(params (string Name, string Value)[] variables) => new(
        _folder.Path, variables.ToDictionary(one => one.Name, one => one.Value), "run");

    private string OnServer(string name) =>
        $"platform: PostgreSql, connectionString: \"Host=127.0.0.1;Port={Server.Cluster.Port};Database={name};"
        + $"Username={Cluster.User};Passfile={PassFile}\"";

    private long Number(string connectionString, string sql, bool onServer = false)
    {
        using DbConnection connection = _isOnServer || onServer
            ? new NpgsqlConnection(connectionString) : new SqliteConnection(connectionString);
        connection.Open();
        using var command = connection.CreateCommand();
#pragma warning disable CA2100 // Of this class.
        command.CommandText = sql;
#pragma warning restore CA2100
        return Convert.ToInt64(command.ExecuteScalar(), CultureInfo.InvariantCulture);
    }

    private static void Run(string sql)
    {
        using var connection = new NpgsqlConnection(Server.Cluster.ConnectionString("postgres") + ";Pooling=false");
        connection.Open();
#pragma warning disable CA2100 // Of this class.
        using var command = new NpgsqlCommand(sql, connection);
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }
}

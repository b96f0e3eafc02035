using System.Data.Common;
using System.Globalization;
using Microsoft.Data.Sqlite;
using Npgsql;
using SQLitePCL;

namespace Orchestrator.Cli.Tests.Run.Leases;

/// <summary>
/// A night of one load, row by row. Ledger and target are files beside the solution, or databases of one PostgreSQL
/// server.
/// </summary>
internal sealed class LeasedNight : IDisposable
{
    private const int ShortLease = 12;

    // So long that a run keeps it which gets no processor for half a minute.
    private const int LongLease = 120;

    private static int _count;

    private readonly TemporaryFolder _folder = new();
    private readonly bool _isOnServer;
    private readonly string _database;

    public LeasedNight(bool isOnServer, bool isRelaxed, string commits, int rows)
    {
        _isOnServer = isOnServer;
        _database = $"leased_{Interlocked.Increment(ref _count)}";
        if (isOnServer)
        {
            Run("postgres", $"CREATE DATABASE {_database}");
            Run("postgres", $"CREATE DATABASE {_database}_ledger");
        }

        var pass = _folder.Write("pgpass", isOnServer ? $"*:*:*:*:{Server.Cluster.Password}\n" : "");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(pass, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }

        var ledger = $"- {{connection: Ledger, {Connection($"{_database}_ledger", "ledger.db")}}}";
        var relaxed = isRelaxed ? ", reloadable: true, delayedDurability: {mode: forced}" : "";
        _folder.Write("in/t.csv", FileOf(rows));
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            ledger: Ledger
            systemColumns: {RowAuditId: {column: RowAuditId, dataType: bigint} }
            connections:
              - {connection: In, platform: Files, folder: in}
              - {connection: Target, {{Connection(_database, "target.db")}}{{relaxed}} }
              {{ledger}}
            batches:
              - {batch: Nightly, projects: [P]}
            """);
        _folder.Write("projects/P/project.yaml", "project: P\nsource: In\ntarget: Target\n");
        _folder.Write("projects/P/objects/t.yaml", $$"""
            object: t
            source: {file: t.csv}
            load: {pattern: TruncateInsert, swap: inPlace, fastLoad: false{{commits}} }
            columns: [{column: id, dataType: int}]
            """);
    }

    /// <summary>How long the lease of a sleeper lasts: the longer, the more often one could not keep it.</summary>
    public TimeSpan Lease => TimeSpan.FromSeconds(ShortLease * Tries);

    /// <summary>How often one was tried, this one included.</summary>
    public int Tries { get; init; } = 1;

    public string Folder => _folder.Path;

    /// <summary>
    /// A point of the load: the target is emptied, and all its rows are yet to be written. On a server that is
    /// committed, so that no lock of it keeps others from writing.
    /// </summary>
    public string BeforeRows => _isOnServer ? "load.single.before" : "load.emptied";

    /// <summary>How many rows are committed, and by which attempts.</summary>
    public string Target => Read(
        _database, "target.db", "SELECT count(*), min(\"RowAuditId\"), max(\"RowAuditId\") FROM t");

    /// <summary>Rows in the target that can be seen; 0 while there is no table.</summary>
    public long Rows => long.Parse(Target.Split(' ')[0], CultureInfo.InvariantCulture);

    /// <summary>All that the first run has written to the ledger.</summary>
    public string FirstRun
    {
        get
        {
            var schema = _isOnServer ? "orchestrator." : "";
            return Read($"{_database}_ledger", "ledger.db", $"""
                SELECT verdict, commits, (SELECT count(*) FROM {schema}transitions WHERE run = 1),
                       (SELECT count(*) FROM {schema}attempts WHERE run = 1)
                FROM {schema}runs WHERE run = 1
                """);
        }
    }

    /// <summary>Whether the first run is recorded, and its end is not.</summary>
    public bool IsFirstAtWork => FirstRun.StartsWith(' ');

    /// <summary>Sessions of the first run on the target's server.</summary>
    public long SessionsOfFirstRun => !_isOnServer ? 0 : long.Parse(
        Read("postgres", "", "SELECT count(*) FROM pg_stat_activity WHERE application_name LIKE 'orchestrator 1@%' "
            + $"AND datname = '{_database}'"), CultureInfo.InvariantCulture);

    /// <summary>Whether another process has the target's file locked for writing.</summary>
    public bool IsLocked
    {
        get
        {
            var file = PathOf("target.db");
            if (!File.Exists(file))
            {
                return false;
            }

            using var connection = new SqliteConnection($"Data Source={file};Pooling=False");
            connection.Open();
            // Past the client, which tries again and again.
            _ = raw.sqlite3_busy_timeout(connection.Handle, 0);
            return raw.sqlite3_exec(connection.Handle, "BEGIN IMMEDIATE; ROLLBACK") == raw.SQLITE_BUSY;
        }
    }

    /// <summary>Lets the package go on for ever.</summary>
    public void Endless() => _folder.Write("projects/P/objects/t.yaml", $"""
        object: t
        kind: sql
        sql: "{(_isOnServer ? "select pg_sleep(600)"
            : "with recursive n(i) as (select 1 union all select i + 1 from n) select count(*) from n")}"
        """);

    /// <summary>
    /// Puts a file of so many rows in the place of the source: who is reading goes on with the one that was there.
    /// </summary>
    public void Deliver(int rows) => File.Move(
        _folder.Write("next.csv", FileOf(rows)), Path.Combine(Folder, "in", "t.csv"), overwrite: true);

    /// <summary>A run in a process of its own.</summary>
    public RunningCommand Start() => Start("", LongLease);

    /// <summary>A run that waits at a point until it is sent SIGCONT, and keeps its lease meanwhile.</summary>
    public RunningCommand StartHeld(string point) => Start(
        "", LongLease, ("ORCHESTRATOR_TEST_STOP", point), ("ORCHESTRATOR_TEST_CRASH_LOG", Trace));

    /// <summary>Waits until a run of <see cref="StartHeld"/> waits there; fails where it ends before.</summary>
    public void AwaitHeld(RunningCommand run, string point) => Assert.That(
        Sleeper<LeasedNight>.Reaches(run, () => Passed.Contains($"{point}\t", StringComparison.Ordinal)), Is.True,
        () => $"it ended before '{point}': {run.Said}");

    /// <summary>A run that is to stand still beyond its lease.</summary>
    /// <param name="host">The name of its machine; empty = this one.</param>
    public RunningCommand StartSleeper(string host) => Start(host, ShortLease * Tries);

    public void Dispose() => _folder.Dispose();

    private static string FileOf(int rows) => $"id\n{string.Concat(Enumerable.Repeat("1\n", rows))}";

    private string Trace => Path.Combine(Folder, "trace");

    private string Passed => File.Exists(Trace) ? File.ReadAllText(Trace) : "";

    private RunningCommand Start(string host, int leaseSeconds, params (string Name, string Value)[] more) => new(
        Folder,
        new Dictionary<string, string>(more.Select(one => KeyValuePair.Create(one.Name, one.Value)))
        {
            ["ORCHESTRATOR_TEST_LEASE"] = $"{leaseSeconds}",
            ["ORCHESTRATOR_TEST_HOST"] = host,
        },
        "run");

    private string PathOf(string file) => Path.Combine(Folder, ".orchestrator", "data", file);

    private string Connection(string name, string file) => _isOnServer
        ? $"platform: PostgreSql, connectionString: \"Host=127.0.0.1;Port={Server.Cluster.Port};Database={name};"
            + $"Username={Cluster.User};Passfile={Folder}/pgpass\""
        : $"platform: Sqlite, file: {file}";

    private string Read(string name, string file, string sql)
    {
        try
        {
            using DbConnection connection = _isOnServer
                ? new NpgsqlConnection(Server.Cluster.ConnectionString(name) + ";Pooling=false")
                : new SqliteConnection($"Data Source={PathOf(file)};Pooling=False;Mode=ReadOnly");
            connection.Open();
            using var command = connection.CreateCommand();
#pragma warning disable CA2100 // Of this class.
            command.CommandText = sql;
#pragma warning restore CA2100
            using var reader = command.ExecuteReader();
            reader.Read();
            return string.Join(' ', Enumerable.Range(0, reader.FieldCount).Select(column => reader.GetValue(column)));
        }
        catch (Exception early) when (early is SqliteException or PostgresException)
        {
            return "0";
        }
    }

    private static void Run(string name, string sql)
    {
        using var connection = new NpgsqlConnection(Server.Cluster.ConnectionString(name) + ";Pooling=false");
        connection.Open();
        using var command = new NpgsqlCommand(sql, connection);
        command.ExecuteNonQuery();
    }
}

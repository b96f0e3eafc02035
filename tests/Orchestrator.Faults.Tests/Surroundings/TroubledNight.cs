using System.Diagnostics;
using System.Globalization;
using Microsoft.Data.Sqlite;
using Npgsql;
using Orchestrator.Cli.Tests;

namespace Orchestrator.Faults.Tests.Surroundings;

/// <summary>
/// A night around which something goes wrong: a table is loaded, then a program holds the night up until the test lets
/// it go, then more is loaded, statements run and a file is written. Each of its places can be elsewhere.
/// </summary>
internal sealed class TroubledNight : IDisposable
{
    public const int Rows = 40_000;

    private const string Secret = "ORCHESTRATOR_SECRET_TROUBLE";
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);
    private static int _count;

    private readonly Cluster? _server;
    private readonly string _database = $"trouble_{Interlocked.Increment(ref _count)}";
    private readonly bool _isTargetOnServer;
    private readonly string _ledger;

    /// <summary>Makes the solution; its folder is where the tests are.</summary>
    /// <param name="server">The server of what lies on one.</param>
    /// <param name="onServer">Those of source, target, ledger that lie there; the rest are files.</param>
    public TroubledNight(Cluster? server = null, params string[] onServer)
    {
        _server = server;
        _isTargetOnServer = onServer.Contains("target");
        if (server is not null)
        {
            Execute("postgres", $"CREATE DATABASE {_database}");
            Execute(_database, $"CREATE TABLE s_late AS SELECT n AS id, 'row ' || n AS name "
                + $"FROM generate_series(1, {Rows}) AS n");
        }

        foreach (var place in new[] { "in", "out", ".orchestrator/data", ".orchestrator/runs" })
        {
            Directory.CreateDirectory(PathOf(place));
        }

        _ledger = onServer.Contains("ledger") ? "ledger: Ledger" : "";
        var isSourceOnServer = onServer.Contains("source");
        File.WriteAllLines(PathOf("in/early.csv"), ["id,name", "1,Ann", "2,Bob"]);
        File.WriteAllLines(
            PathOf("in/late.csv"), Enumerable.Range(1, Rows).Select(id => $"{id},row {id}").Prepend("id,name"));
        File.WriteAllText(PathOf("solution.yaml"), $$"""
            formatVersion: 1
            solution: Trouble
            {{_ledger}}
            connections:
              - {connection: In, platform: Files, folder: in}
              - {connection: Source, {{(isSourceOnServer ? OnServer : "platform: Files, folder: in")}}}
              - {connection: Target, {{(_isTargetOnServer ? OnServer : "platform: Sqlite")}}}
              - {connection: Out, platform: Files, folder: out}
            {{(_ledger.Length > 0 ? $"  - {{connection: Ledger, {OnServer}}}" : "")}}
            batches:
              - {batch: Nightly, projects: [Early, Held, Late, Last]}
            projects:
              - project: Early
                source: In
                target: Target
                objects: [{object: early, source: {file: early.csv}, {{Columns}}}]
              - project: Held
                target: Target
                objects:
                  - object: hold
                    kind: process
                    idempotent: true
                    process: {command: [sh, -c, "while [ ! -e go ]; do sleep 0.05; done"]}
              - project: Late
                source: Source
                target: Target
                objects:
                  - {object: late, source: {{(isSourceOnServer ? SlowSource : "{file: late.csv}")}}, {{Columns}}}
                  - object: counted
                    kind: sql
                    idempotent: true
                    sql: create table if not exists counted (n integer); delete from counted;
                      insert into counted values (7);
              - project: Last
                source: Target
                target: Out
                objects: [{object: last, source: {name: late}, {{Columns}}}]
            """);
    }

    /// <summary>The solution.</summary>
    public string Folder { get; } = Directory.CreateTempSubdirectory("orchestrator-trouble-").FullName;

    /// <summary>What is loaded in the end, in a line; the same where nothing went wrong.</summary>
    public string Loaded
    {
        get
        {
            const string sql = "select (select count(*) from early), (select n from counted), count(*), sum(id), "
                + "sum(length(name)) from late";
            var file = File.Exists(PathOf("out/last.csv")) ? File.ReadAllLines(PathOf("out/last.csv")).Length - 1 : 0;
            return $"{(_isTargetOnServer ? Ask(_database, sql) : AskFile(PathOf(".orchestrator/data/Target.db"), sql))}"
                + $" {file}";
        }
    }

    /// <summary>What <see cref="Loaded"/> says when all is well.</summary>
    public static string Whole { get; } = string.Create(CultureInfo.InvariantCulture,
        $"2 7 {Rows} {(long)Rows * (Rows + 1) / 2} {Enumerable.Range(1, Rows).Sum(id => $"row {id}".Length)} {Rows}");

    public string PathOf(string name) => Path.Combine(Folder, name);

    /// <summary>Starts a run, or another verb, in a process of its own.</summary>
    public RunningCommand Start(params string[] arguments) => new(Folder, Variables, arguments);

    /// <summary>A run that has come to what holds it up.</summary>
    public RunningCommand StartHeld()
    {
        File.Delete(PathOf("go"));
        var run = Start("run", "--allow", "process", "--grace", "5s");
        run.AwaitLine("start  Held/hold");
        return run;
    }

    /// <summary>Lets the night go on.</summary>
    public void LetGo() => File.WriteAllText(PathOf("go"), "");

    /// <summary>`status` from another terminal: its code, what it says, and how long it took.</summary>
    public (int Code, string Said, TimeSpan Time) Status()
    {
        var begun = TimeProvider.System.GetTimestamp();
        using var status = Start("status");
        return (status.ExitCode(), status.Said, TimeProvider.System.GetElapsedTime(begun));
    }

    /// <summary>Goes on with a run that has ended; then all is as on an undisturbed night.</summary>
    public string Retry()
    {
        LetGo();
        var begun = TimeProvider.System.GetTimestamp();
        // Another run may have the batch for a moment longer: it is being ended.
        while (true)
        {
            using var retry = Start("retry", "--allow", "process");
            var code = retry.ExitCode();
            if (code == 3 && TimeProvider.System.GetElapsedTime(begun) < Patience)
            {
                continue;
            }

            Assert.That(code, Is.Zero, retry.Said);
            Assert.That(Loaded, Is.EqualTo(Whole), retry.Said);
            return retry.Said;
        }
    }

    /// <summary>A session of somebody else in the database.</summary>
    public NpgsqlConnection Session()
    {
        var connection = new NpgsqlConnection(_server!.ConnectionString(_database) + ";Pooling=false");
        connection.Open();
        return connection;
    }

    /// <summary>A session that holds the source up in the middle of being read, until it is closed.</summary>
    public NpgsqlConnection HoldSource()
    {
        var session = Session();
        using var command = new NpgsqlCommand("select pg_advisory_lock(7)", session);
        command.ExecuteNonQuery();
        return session;
    }

    /// <summary>Waits until somebody waits for that session.</summary>
    public static void AwaitHeld(NpgsqlConnection session)
    {
        using var command = new NpgsqlCommand(
            "select exists (select from pg_locks where locktype = 'advisory' and not granted)", session);
        while (command.ExecuteScalar() is not true)
        {
        }
    }

    /// <summary>What a process takes here and now to start and end.</summary>
    public TimeSpan StartTime()
    {
        var begun = TimeProvider.System.GetTimestamp();
        using var version = Start("version");
        Assert.That(version.ExitCode(), Is.Zero, version.Said);
        return TimeProvider.System.GetElapsedTime(begun);
    }

    /// <summary>Puts a folder onto a disk of its own; skips the test where that may not be.</summary>
    public Disk DiskAt(string name, string size = "8m") => new(PathOf(name), size);

    public void Dispose()
    {
        foreach (var place in new[] { "out", ".orchestrator/data", ".orchestrator/runs", ".orchestrator" })
        {
            Disk.Unmount(PathOf(place));
        }

        Directory.Delete(Folder, recursive: true);
    }

    private const string Columns = "columns: [{column: id, dataType: int}, {column: name, dataType: varchar(60)}]";

    // Whoever holds its lock holds it up in the middle of being read.
    private static string SlowSource => "{query: \"select id, name from s_late where id <> 20000 "
        + "or pg_advisory_lock_shared(7) is not null\"}";

    private string OnServer => $"platform: PostgreSql, connectionString: \"Host=127.0.0.1;Port={_server!.Port};"
        + $"Database={_database};Username={Cluster.User};Password=${{secret:TROUBLE}}\"";

    private Dictionary<string, string> Variables => new() { [Secret] = _server?.Password ?? "" };

    private void Execute(string name, string sql)
    {
        using var connection = new NpgsqlConnection(_server!.ConnectionString(name) + ";Pooling=false");
        connection.Open();
#pragma warning disable CA2100 // Of this class.
        using var command = new NpgsqlCommand(sql, connection);
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }

    private string Ask(string name, string sql)
    {
        using var connection = new NpgsqlConnection(_server!.ConnectionString(name) + ";Pooling=false");
        connection.Open();
#pragma warning disable CA2100 // Of this class.
        using var command = new NpgsqlCommand(sql, connection);
#pragma warning restore CA2100
        using var reader = command.ExecuteReader();
        reader.Read();
        return string.Join(' ', Enumerable.Range(0, reader.FieldCount).Select(reader.GetValue));
    }

    private static string AskFile(string file, string sql)
    {
        using var connection = new SqliteConnection($"Data Source={file};Pooling=False;Mode=ReadOnly");
        connection.Open();
        return LedgerTables.Rows(connection, sql).Single().Replace(" | ", " ", StringComparison.Ordinal);
    }
}

/// <summary>A small disk of its own at a folder, empty at first, which can be full or read-only.</summary>
internal sealed class Disk
{
    private readonly string _folder;

    public Disk(string folder, string size)
    {
        _folder = folder;
        if (Run("mount", "-t", "tmpfs", "-o", $"size={size},mode=0700", "tmpfs", folder) != 0)
        {
            Assert.Ignore("no disk can be mounted here");
        }
    }

    /// <summary>Takes all room but so many bytes.</summary>
    public void Fill(int leave = 0)
    {
        var all = Path.Combine(_folder, "filler");
        using var filler = File.Create(all);
        try
        {
            var block = new byte[4096];
            while (true)
            {
                filler.Write(block);
                filler.Flush();
            }
        }
        catch (IOException)
        {
            if (leave > 0)
            {
                filler.SetLength(Math.Max(0, filler.Length - leave));
            }
        }
    }

    /// <summary>There is room again.</summary>
    public void Empty() => File.Delete(Path.Combine(_folder, "filler"));

    public void ReadOnly() => Assert.That(Run("mount", "-o", "remount,ro", _folder), Is.Zero);

    public void Writable() => Assert.That(Run("mount", "-o", "remount,rw", _folder), Is.Zero);

    /// <summary>Makes a folder read-only for those who open something in it from now on.</summary>
    public static void BindReadOnly(string folder)
    {
        Assert.That(Run("mount", "--bind", folder, folder), Is.Zero);
        Assert.That(Run("mount", "-o", "remount,ro,bind", folder), Is.Zero);
    }

    public static void Unmount(string folder) => Run("umount", "-l", folder);

    private static int Run(string program, params string[] arguments)
    {
        using var process = Process.Start(new ProcessStartInfo(program, arguments) { RedirectStandardError = true })!;
        process.StandardError.ReadToEnd();
        process.WaitForExit();
        return process.ExitCode;
    }
}

using System.Diagnostics;
using Microsoft.Data.Sqlite;
using Orchestrator.Cli.Tests;

namespace Orchestrator.Faults.Tests.Chains;

/// <summary>
/// A solution with hooks at every height that two batches load, as processes of their own: night after night is killed,
/// gone on with, overlapped by the other batch, or meets an older copy of its ledger or its target.
/// </summary>
internal sealed class ChainedNights(int seed) : IDisposable
{
    private const int Killed = 137;

    private static readonly string[] Points =
    [
        "load.claim.before", "load.claim.after", "load.takeback.after", "load.publish.after", "load.commit.before",
        "load.commit.after", "hook.own.before", "hook.own.after", "hook.inside.after", "package.before",
        "package.after", "artifacts.manifest.before",
    ];

    private readonly Random _random = new(seed);
    private readonly TemporaryFolder _folder = new();
    private int _delivered;
    private int _hooked;

    /// <summary>How many processes died.</summary>
    public int Kills { get; private set; }

    /// <summary>How many older copies were refused.</summary>
    public int Refusals { get; private set; }

    private string Ledger => Path.Combine(_folder.Path, ".orchestrator", "ledger.db");

    private string Target => Path.Combine(_folder.Path, ".orchestrator", "data", "lite.db");

    /// <summary>Makes nights until so many processes have died, and looks behind each at all rows.</summary>
    public void Run(int kills)
    {
        _folder.Write("solution.yaml", Text);
        Directory.CreateDirectory(Path.GetDirectoryName(Target)!);
        Execute("crm.db", "create table sale(id integer primary key)");
        Make("create table begun(n int); create table log(n int)");
        Night();
        while (Kills < kills)
        {
            switch (_random.Next(4))
            {
                case 0:
                    MeetAnOldCopy(Ledger);
                    break;
                case 1:
                    MeetAnOldCopy(Target);
                    break;
                default:
                    Night();
                    break;
            }
        }
    }

    public void Dispose() => _folder.Dispose();

    /// <summary>A night of a batch, killed and gone on with, sometimes while the other batch loads the same.</summary>
    private void Night()
    {
        Deliver();
        using var other = _random.Next(3) == 0 ? Start("", "run", "Two") : null;
        var code = Call(Point(), "run", "One");
        while (code == Killed)
        {
            Kills++;
            code = Call(_random.Next(2) == 0 ? Point() : "", Next());
        }

        other?.WaitForExit();
        AssertDone("One", code, other is not null, Next);
        _hooked++;
        AssertDone("Two", other?.ExitCode ?? 0, isOverlapped: true, () => ["run", "Two"]);
        Look();
    }

    // Of two batches that load the same, the run that began first is refused what the other one has loaded by then.
    private void AssertDone(string batch, int code, bool isOverlapped, Func<string[]> again)
    {
        if (isOverlapped && code == 1)
        {
            // What came of each package at last: an attempt before it may have died.
            Assert.That(
                Rows(Ledger, "select distinct code from errors natural join attempts where attempt in "
                    + $"(select max(attempt) from attempts where run = (select max(run) from runs "
                    + $"where batch = '{batch}') group by node)"),
                Is.EqualTo(new[] { "ORC3440" }), $"seed {seed}");
            code = Call("", again());
        }

        Assert.That(code, Is.Zero, $"seed {seed}");
    }

    /// <summary>A night is made twice, the second time beside what was there before the first one.</summary>
    private void MeetAnOldCopy(string file)
    {
        var (old, ledger, target) = (_folder.Path + ".old", _folder.Path + ".ledger", _folder.Path + ".target");
        Copy(file, old);
        Night();
        Copy(Ledger, ledger);
        Copy(Target, target);
        Copy(old, file);
        var before = Ids("appended");
        Assert.That(Call("", "run", "One"), Is.EqualTo(1), $"seed {seed}: {file} is an older copy");
        Assert.That(Ids("appended"), Is.EqualTo(before), $"seed {seed}");
        Refusals++;
        Copy(ledger, Ledger);
        Copy(target, Target);
        Array.ForEach([old, ledger, target], File.Delete);
        Night();
    }

    private void Look()
    {
        var all = Enumerable.Range(1, _delivered).Select(id => $"{id}").ToArray();
        foreach (var table in (string[])["appended", "merged", "replaced"])
        {
            Assert.That(Ids(table), Is.EqualTo(all), $"seed {seed}: {table}");
        }

        Assert.That(Rows(Target, "select count(*) from log").Single(), Is.EqualTo($"{_hooked}"), $"seed {seed}: hook");
        var loads = Rows(Ledger, "select a.attempt from attempts a join nodes n on n.run = a.run and n.node = a.node "
            + "where n.name = 'P/every' and a.state in ('Succeeded', 'Hardened') order by 1");
        Assert.That(Rows(Target, "select distinct RowAuditId from every order by 1"), Is.EqualTo(loads),
            $"seed {seed}: rows of each load that succeeded, and of no other");
    }

    private string[] Ids(string table) => [.. Rows(Target, $"select id from {table} order by id")];

    private void Deliver()
    {
        for (var more = _random.Next(1, 4); more > 0; more--)
        {
            Execute("crm.db", $"insert into sale values ({++_delivered})");
        }
    }

    private string Point() => $"{Points[_random.Next(Points.Length)]}:{_random.Next(1, 4)}";

    // By its number, as the other batch may have begun later; a process may have died before its run began.
    private string[] Next() => Rows(Ledger,
        "select run from (select run, verdict from runs where batch = 'One' order by run desc limit 1) "
        + "where verdict is null or verdict not like 'Succeeded%'") is [var run] ? ["retry", run] : ["run", "One"];

    private int Call(string crash, params string[] arguments)
    {
        using var process = Start(crash, arguments);
        process.WaitForExit();
        return process.ExitCode;
    }

    private Process Start(string crash, params string[] arguments)
    {
        var start = new ProcessStartInfo("dotnet", [RunningCommand.Command, .. arguments, "-q"])
        {
            WorkingDirectory = _folder.Path,
        };
        (start.Environment["DOTNET_TieredPGO"], start.Environment["ORCHESTRATOR_TEST_CRASH"]) = ("0", crash);
        return Process.Start(start)!;
    }

    // By the engine, which writes no file of others.
    private void Make(string sql)
    {
        var made = Path.Combine(_folder.Path, "made");
        Directory.CreateDirectory(made);
        File.WriteAllText(Path.Combine(made, "solution.yaml"), $$"""
            formatVersion: 1
            solution: Made
            connections: [{connection: Lite, platform: Sqlite, connectionString: "Data Source={{Target}}"}]
            batches: [{batch: Nightly, projects: [P]}]
            projects: [{project: P, target: Lite, objects: [{object: made, kind: sql, sql: "{{sql}}"}]}]
            """);
        Assert.That(Call("", "run", "-C", made), Is.Zero);
        Directory.Delete(made, recursive: true);
    }

    private void Execute(string file, string sql)
    {
        using var connection = Open(Path.Combine(Path.GetDirectoryName(Target)!, file));
        using var command = connection.CreateCommand();
#pragma warning disable CA2100 // Of a test.
        command.CommandText = sql;
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }

    private static List<string> Rows(string file, string sql)
    {
        using var connection = Open(file);
        return LedgerTables.Rows(connection, sql);
    }

    private static void Copy(string from, string to)
    {
        using (var connection = Open(from))
        {
            using var command = connection.CreateCommand();
            command.CommandText = "pragma wal_checkpoint(truncate)";
            command.ExecuteNonQuery();
        }

        Array.ForEach(["-wal", "-shm"], end => File.Delete(to + end));
        File.Copy(from, to, overwrite: true);
    }

    private static SqliteConnection Open(string file)
    {
        var connection = new SqliteConnection($"Data Source={file};Pooling=False");
        connection.Open();
        return connection;
    }

    private const string Text = """
        formatVersion: 1
        solution: Chained
        systemColumns: {RowAuditId: {column: RowAuditId}}
        connections:
          - {connection: Crm, platform: Sqlite, file: crm.db}
          - {connection: Lite, platform: Sqlite, file: lite.db}
        batches:
          - batch: One
            projects: [P, Q]
            hooks: [{hook: ofBatch, when: before, connection: Lite, sql: "insert into begun values (1)"}]
          - {batch: Two, projects: [P]}
        projects:
          - project: P
            source: Crm
            target: Lite
            hooks:
              - {hook: ofProject, when: before, sql: "insert into begun values (2)"}
              - {hook: last, when: after, outcome: Completion, sql: "insert into begun values (3)"}
            containers:
              - container: All
                hooks: [{hook: ofContainer, when: before, sql: "insert into begun values (4)"}]
            objects:
              - object: appended
                container: All
                source: {name: sale}
                load: {pattern: Append}
                watermarks: [{watermark: Id, column: id, dataType: int, default: "0"}]
                columns: [{column: id, dataType: int}]
              - object: every
                container: All
                source: {name: sale}
                load: {pattern: Append}
                columns: [{column: id, dataType: int}]
              - object: merged
                container: All
                source: {name: sale}
                load: {pattern: Merge}
                watermarks: [{watermark: Id, column: id, dataType: int, default: "0"}]
                columns: [{column: id, dataType: int, key: 1}]
          - project: Q
            source: Crm
            target: Lite
            objects:
              - object: replaced
                source: {name: sale}
                hooks:
                  - {hook: own, when: before, sql: "insert into begun values (5)"}
                  - {hook: inside, when: after, transaction: load, sql: "insert into log values (1)"}
                columns: [{column: id, dataType: int}]
        """;
}

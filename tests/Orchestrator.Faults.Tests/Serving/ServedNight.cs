using System.Globalization;
using Microsoft.Data.Sqlite;
using Npgsql;
using Orchestrator.Cli.Tests;

namespace Orchestrator.Faults.Tests.Serving;

/// <summary>
/// A batch that adds a hundred rows each time it runs, which a trigger fires every few seconds, and services for it as
/// processes of their own, with their ledger on a server. A firing that was run twice, or not to its end, shows in the
/// rows.
/// </summary>
internal sealed class ServedNight : IDisposable
{
    private const int RowsOfRun = 100;

    private static int _count;

    private readonly TemporaryFolder _folder = new();
    private readonly List<RunningCommand> _services = [];
    private readonly string _database = $"served_{Interlocked.Increment(ref _count)}";

    public ServedNight(string every)
    {
        Run(Server.Cluster.ConnectionString("postgres"), $"CREATE DATABASE {_database}");
        _folder.Write("pgpass", $"*:*:*:*:{Server.Cluster.Password}\n");
        if (!OperatingSystem.IsWindows())
        {
            File.SetUnixFileMode(PassFile, UnixFileMode.UserRead | UnixFileMode.UserWrite);
        }

        _folder.Write("in/t.csv", "id\n" + string.Join('\n', Enumerable.Range(1, RowsOfRun)) + "\n");
        _folder.Write("solution.yaml", $$"""
            formatVersion: 1
            solution: Shop
            ledger: Ledger
            systemColumns:
              RowAuditId: {column: RowAuditId, dataType: bigint}
            connections:
              - {connection: In, platform: Files, folder: in}
              - {connection: Target, platform: Sqlite, file: target.db}
              - {connection: Ledger, platform: PostgreSql, connectionString: "{{OnServer}}"}
            batches:
              - {batch: Nightly, projects: [P], triggers: [{trigger: often, every: {{every}}}]}
            projects:
              - project: P
                source: In
                target: Target
                load: {pattern: Append}
                objects:
                  - {object: t, source: {file: t.csv}, columns: [{column: id, dataType: int}]}
            """);
    }

    /// <summary>Firings that have ended with a success.</summary>
    public long Successes => Number("SELECT count(*) FROM orchestrator.firings WHERE outcome LIKE 'Succeeded%'");

    /// <summary>Firings of which nobody has recorded an end.</summary>
    public long NotEnded => Number("SELECT count(*) FROM orchestrator.firings WHERE ended_at IS NULL");

    /// <summary>Firings that ended in another way, and what their runs said of it.</summary>
    public string Others => Text("SELECT coalesce(string_agg(f.firing || ' ' || f.outcome || ' ' || f.why || ' ' || "
        + "coalesce((SELECT string_agg(e.code || ': ' || e.message, ' ') FROM orchestrator.errors e "
        + "JOIN orchestrator.attempts a ON a.attempt = e.attempt WHERE a.run = f.run), ''), '; '), '') "
        + "FROM orchestrator.firings f WHERE f.ended_at IS NOT NULL AND f.state <> 'PassedOver' "
        + "AND f.outcome NOT LIKE 'Succeeded%'");

    /// <summary>Runs that are of no firing.</summary>
    public long Strays => Number("SELECT count(*) FROM orchestrator.runs r WHERE NOT EXISTS (SELECT 1 "
        + "FROM orchestrator.run_options o WHERE o.run = r.run AND o.name = 'firing')");

    /// <summary>Successes that more than one run had.</summary>
    public long Doubles => Number("SELECT count(*) FROM (SELECT split_part(o.value, '.', 1) FROM orchestrator.runs r "
        + "JOIN orchestrator.run_options o ON o.run = r.run AND o.name = 'firing' WHERE r.verdict LIKE 'Succeeded%' "
        + "GROUP BY 1 HAVING count(*) > 1) AS doubles");

    /// <summary>How often the rows of a run are in the target.</summary>
    public double Loads
    {
        get
        {
            using var connection = new SqliteConnection(
                $"Data Source={Path.Combine(_folder.Path, ".orchestrator/data/target.db")};Pooling=False;"
                    + "Mode=ReadOnly");
            connection.Open();
            using var command = connection.CreateCommand();
            command.CommandText = "SELECT count(*) FROM t";
            return Convert.ToDouble(command.ExecuteScalar(), CultureInfo.InvariantCulture) / RowsOfRun;
        }
    }

    /// <summary>A service, which has begun.</summary>
    /// <param name="dies">Where its runs die; empty = nowhere.</param>
    public RunningCommand Serve(string dies = "")
    {
        var service = new RunningCommand(
            _folder.Path,
            dies.Length == 0 ? new Dictionary<string, string>()
                : new Dictionary<string, string> { ["ORCHESTRATOR_TEST_CRASH"] = dies },
            "serve", "--listen", "127.0.0.1:0");
        _services.Add(service);
        service.AwaitLine("in force: 1 trigger");
        return service;
    }

    /// <summary>What a command that has to succeed wrote.</summary>
    public string Ask(params string[] arguments)
    {
        var called = arguments is ["schedules", ..]
            ? Called.Patiently(_folder.Path, arguments)
            : Called.With(_folder.Path, new Dictionary<string, string>(), arguments);
        Assert.That(called.ExitCode, Is.Zero, called.Said);
        return called.Said;
    }

    /// <summary>Who was refused or let in, as the audit log has it.</summary>
    public string Audit => Text("SELECT coalesce(string_agg(who || ' ' || action || ' ' || outcome, '; ' "
        + "ORDER BY entry), '') FROM orchestrator.audit");

    /// <summary>Kills what runs the batch, which a service has started.</summary>
    public void KillRuns() => Kill("fired");

    /// <summary>Nothing fires any more.</summary>
    public void Pause() => Ask("schedules", "pause");

    public void Dispose()
    {
        _services.ForEach(service => service.Dispose());
        KillRuns();
        _folder.Dispose();
    }

    private string OnServer => $"Host=127.0.0.1;Port={Server.Cluster.Port};Database={_database};"
        + $"Username={Cluster.User};Passfile={PassFile}";

    private string PassFile => Path.Combine(_folder.Path, "pgpass");

    private void Kill(string verb)
    {
        using var kill = System.Diagnostics.Process.Start("pkill", ["-9", "-f", $"{verb} .*{_folder.Path}"]);
        kill.WaitForExit();
    }

    private long Number(string sql) => long.Parse(Text(sql), CultureInfo.InvariantCulture);

    private string Text(string sql)
    {
        using var connection = new NpgsqlConnection(Server.Cluster.ConnectionString(_database) + ";Pooling=false");
        connection.Open();
#pragma warning disable CA2100 // Of this class.
        using var command = new NpgsqlCommand(sql, connection);
#pragma warning restore CA2100
        return Convert.ToString(command.ExecuteScalar(), CultureInfo.InvariantCulture)!;
    }

    private static void Run(string connectionString, string sql)
    {
        using var connection = new NpgsqlConnection(connectionString + ";Pooling=false");
        connection.Open();
#pragma warning disable CA2100 // Of this class.
        using var command = new NpgsqlCommand(sql, connection);
#pragma warning restore CA2100
        command.ExecuteNonQuery();
    }
}

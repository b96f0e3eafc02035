using System.Text.Json;
using Microsoft.Data.Sqlite;
using Orchestrator.Cli.Tests;

namespace Orchestrator.Faults.Tests.Surroundings;

/// <summary>
/// While a run is at work, its ledger is looked at again and again by another process: each node that has not ended has
/// one reason, with what it waits for and since when.
/// </summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class ReasonMomentsTests
{
    private const string Ended = "'Succeeded', 'Hardened', 'Failed', 'Cancelled', 'Abandoned', 'EndedUnexpectedly', "
        + "'Blocked', 'NotNeeded', 'Done', 'Disabled', 'SkippedByOperator'";

    private readonly HashSet<string> _reasons = [];
    private readonly Dictionary<(long Run, long Node), Seen> _last = [];
    private int _moments;

    private sealed record Seen(string State, string Reason, string Object, long Since);

    [Test]
    public void At_a_few_moments_of_a_run() => LookAtRuns(runs: 1);

    [Test]
    [Category("Full")]
    public void At_many_moments_of_many_runs()
    {
        LookAtRuns(runs: 25);

        Assert.That(_reasons, Is.SupersetOf(new[]
        {
            "Parent", "Barrier", "Predecessor", "Linear", "Gate", "Cap", "RetryAt", "Held", "Working", "Flush",
        }));
    }

    private void LookAtRuns(int runs)
    {
        RunningCommand.OnLinuxOnly();
        var folder = Directory.CreateTempSubdirectory("orchestrator-reasons-").FullName;
        try
        {
            File.WriteAllText(Path.Combine(folder, "solution.yaml"), Solution);
            var rows = string.Join('\n', Enumerable.Range(1, 3000).Select(id => $"{id}"));
            Directory.CreateDirectory(Path.Combine(folder, "in"));
            File.WriteAllText(Path.Combine(folder, "in", "t.csv"), $"id\n{rows}\n");
            for (var run = 1; run <= runs; run++)
            {
                LookAtOne(folder, run);
            }

            LookAtFlush(folder);
        }
        finally
        {
            Directory.Delete(folder, recursive: true);
        }

        TestContext.Out.WriteLine($"{_moments} moments of {runs} runs; reasons seen: "
            + string.Join(' ', _reasons.Order(StringComparer.Ordinal)));
        Assert.That(_moments, Is.GreaterThan(runs));
    }

    private void LookAtOne(string folder, int run)
    {
        // The slots are short in one run, the cap of a connection in the next.
        string[] without = run % 3 == 1 ? [] : ["--exclude", "Late/slow"];
        using var command = new RunningCommand(
            folder, ["run", "-v", "--max-concurrency", run % 2 == 0 ? "1" : "3", .. without]);
        if (run == 1)
        {
            // Until the ledger is there.
            command.AwaitLine("run 1");
        }

        using var ledger = Ledger(folder);
        RunningCommand? hold = null;
        RunningCommand? release = null;
        var isLooked = false;
        while (!command.HasEndedWithin(TimeSpan.FromMilliseconds(3)))
        {
            var newest = Look(ledger);
            if (newest == run)
            {
                hold ??= new RunningCommand(folder, "hold", "Late/held");
            }

            if (!isLooked && newest == run && run % 5 == 1)
            {
                isLooked = true;
                LookAtStatus(folder, run);
            }

            if (release is null && hold?.HasEndedWithin(TimeSpan.Zero) is true
                && command.Said.Contains("end    Late/", StringComparison.Ordinal))
            {
                release = new RunningCommand(folder, "release", "Late/held");
            }
        }

        hold?.Dispose();
        release?.ExitCode();
        release?.Dispose();
        Assert.That(command.ExitCode(), Is.EqualTo(1), command.Said);
        Assert.That(LedgerTables.Rows(
            ledger, $"select name from nodes where run = {run} and (reason is not null or state not in ({Ended}))"),
            Is.Empty, "reasons behind the end");
    }

    /// <summary>A flush takes so little time that nobody may look just then: here one stands still.</summary>
    private void LookAtFlush(string folder)
    {
        using var command = new RunningCommand(folder,
            new Dictionary<string, string> { ["ORCHESTRATOR_TEST_STOP"] = "durability.flush.before" },
            "run", "--select", "Early/*");
        using var ledger = Ledger(folder);
        // One that was seen by chance says nothing of this run, which would be woken up before it can listen.
        _reasons.Remove("Flush");
        Assert.That(() => { Look(ledger); return _reasons; }, Has.Member("Flush").After(300_000, 20));
        command.Send("STOP");
        command.Send("CONT");
        Assert.That(command.ExitCode(), Is.Zero, command.Said);
    }

    private static SqliteConnection Ledger(string folder)
    {
        var ledger = new SqliteConnection(
            $"Data Source={Path.Combine(folder, ".orchestrator", "ledger.db")};Mode=ReadOnly;Pooling=False");
        ledger.Open();
        return ledger;
    }

    /// <summary>Looks at the nodes of the newest run; gives its number.</summary>
    private long Look(SqliteConnection ledger)
    {
        _moments++;
        using var command = ledger.CreateCommand();
        command.CommandText = "select n.run, n.node, n.name, n.state, coalesce(n.reason, ''), n.reason_object, "
            + "coalesce(n.reason_since, 0), r.started_at, r.ended_at is null, n.state in (" + Ended + ") "
            + "from nodes n join runs r on r.run = n.run where r.run = (select max(run) from runs)";
        using var reader = command.ExecuteReader();
        List<(long Run, long Node, string Name, Seen Seen, long Began, bool IsEnded)> rows = [];
        while (reader.Read())
        {
            var seen = new Seen(reader.GetString(3), reader.GetString(4), reader.GetString(5), reader.GetInt64(6));
            rows.Add((reader.GetInt64(0), reader.GetInt64(1), reader.GetString(2), seen, reader.GetInt64(7),
                reader.GetInt64(9) > 0));
        }

        var now = (TimeProvider.System.GetUtcNow() - DateTimeOffset.UnixEpoch).Ticks / TimeSpan.TicksPerMicrosecond;
        foreach (var row in rows)
        {
            var what = $"{row.Name} of run {row.Run}: {row.Seen}";
            if (row.IsEnded)
            {
                Assert.That(row.Seen.Reason, Is.Empty, what);
                continue;
            }

            Check(row.Seen, row.Began, now, what);
            if (_last.TryGetValue((row.Run, row.Node), out var before) && before.Reason.Length > 0)
            {
                // Between two looks it may have waited for something else, and for the same again, which is since then.
                // Who is let go waits for what it has waited for before.
                Assert.That(
                    row.Seen.Since >= before.Since || (before.Reason == "Held" && row.Seen.Reason != "Held"), Is.True,
                    $"{what}, before: {before}");
            }

            _last[(row.Run, row.Node)] = row.Seen;
        }

        return rows[0].Run;
    }

    private void Check(Seen seen, long began, long now, string what)
    {
        Assert.That(seen.Reason, Is.Not.Empty, what);
        _reasons.Add(seen.Reason);
        Assert.That(seen.Object.Length > 0 || seen.Reason == "Working", what);
        Assert.That(seen.Since, Is.InRange(began, now), what);
    }

    private static void LookAtStatus(string folder, int run)
    {
        using var status = new RunningCommand(folder, "status", $"{run}", "--why", "-o", "json");
        Assert.That(status.ExitCode(), Is.Zero, status.Said);
        using var json = JsonDocument.Parse(status.Said);
        var nodes = json.RootElement.GetProperty("nodes").EnumerateArray().ToList();
        Assert.That(nodes.Select(node => node.GetProperty("name").GetString()), Is.Unique);
        Assert.That(nodes, Is.Not.Empty);
    }

    private const string Solution = """
        formatVersion: 1
        solution: Reasons
        settings:
          retry: {count: 1, delay: 500ms, errors: [Data, Config, Transient]}
        connections:
          - {connection: In, platform: Files, folder: in}
          - {connection: Stage, platform: Sqlite, maxConcurrency: 2, reloadable: true,
             delayedDurability: {mode: forced}}
          - {connection: Mart, platform: Sqlite, reloadable: true, delayedDurability: {mode: forced}}
        batches:
          - {batch: Nightly, projects: [Early, Late, Last], failureHandling: DependencyChain}
        projects:
          - project: Early
            source: In
            target: Stage
            containers:
              - {container: One, level: 1, mode: Linear, members: [a*]}
              - {container: Two, level: 1, members: [b*]}
              - {container: Three, level: 2, members: [c*]}
            objects:
              - {object: a1, source: {file: t.csv}, columns: [{column: id, dataType: int}]}
              - {object: a2, source: {file: t.csv}, columns: [{column: id, dataType: int}]}
              - {object: a3, source: {file: t.csv}, columns: [{column: id, dataType: int}]}
              - {object: b1, source: {file: t.csv}, columns: [{column: id, dataType: int}]}
              - {object: b2, source: {file: t.csv}, columns: [{column: id, dataType: int}]}
              - {object: b3, source: {file: t.csv}, columns: [{column: id, dataType: int}]}
              - {object: b4, source: {file: t.csv}, columns: [{column: id, dataType: int}]}
              - {object: c1, source: {file: t.csv}, columns: [{column: id, dataType: int}]}
          - project: Late
            source: Stage
            target: Mart
            ordering: dependencies
            objects:
              # Long enough for somebody to hold what comes behind it.
              - object: slow
                kind: sql
                idempotent: true
                sql: |
                  with recursive n(i) as (select 1 union all select i + 1 from n where i < 10000000)
                  select max(i) from n
              - {object: m1, source: {name: a1}, columns: [{column: id, dataType: int}], dependsOn: [slow]}
              - {object: m2, source: {name: b1}, columns: [{column: id, dataType: int}], dependsOn: [m1]}
              - {object: held, source: {name: b2}, columns: [{column: id, dataType: int}], dependsOn: [m1]}
              - {object: bad, kind: sql, idempotent: true, sql: "insert into nowhere values (1)"}
              - {object: waits, kind: sql, idempotent: true, sql: "select 1", dependsOn: [bad]}
          - project: Last
            source: Mart
            target: Stage
            objects:
              - {object: z1, source: {name: m1}, columns: [{column: id, dataType: int}]}
        """;
}

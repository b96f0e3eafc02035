using Orchestrator.Data.Evidence;

namespace Orchestrator.Ledger;

/// <summary>Writes and reads the evidence of attempts and runs, inside the transaction of the caller.</summary>
internal static class EvidenceStatements
{
    private const char Between = '\n';

    // In the order of the columns.
    private static readonly WaitClass[] Classes =
    [
        WaitClass.LogWrite, WaitClass.Lock, WaitClass.Latch, WaitClass.Io, WaitClass.Network, WaitClass.Cpu,
        WaitClass.Other,
    ];

    public static void Insert(StatementCache statements, long attempt, AttemptEvidence evidence)
    {
        statements["insert_attempt_evidence"].Bind(attempt).Bind(evidence.Commits).Bind(Micros(evidence.CommitTime))
            .Bind(evidence.LogBytes).Bind(Micros(evidence.LogTime)).Bind(evidence.LogTimeHow)
            .Bind(string.Join(Between, evidence.Missing)).Run();
        foreach (var wait in evidence.Waits)
        {
            Bind(statements["insert_attempt_wait"].Bind(attempt), wait).Run();
        }
    }

    public static void Insert(StatementCache statements, long run, DatabaseEvidence evidence)
    {
        statements["insert_run_evidence"].Bind(run).Bind(evidence.Connection).Bind(evidence.Platform)
            .Bind(Instant.Of(evidence.Began)).Bind(Instant.Of(evidence.Ended)).Bind(evidence.Looks)
            .Bind(Instant.Of(evidence.ProcessorTime)).Bind(Instant.Of(evidence.ServerTime))
            .Bind(evidence.IsOnThisMachine ? 1 : 0).Bind(Micros(evidence.WorkTime))
            .Bind(string.Join(Between, evidence.Missing)).Run();
        foreach (var wait in evidence.Waits)
        {
            Bind(statements["insert_run_wait"].Bind(run).Bind(evidence.Connection), wait).Run();
        }

        foreach (var sample in evidence.Samples)
        {
            var insert = statements["insert_run_sample"].Bind(run).Bind(evidence.Connection)
                .Bind(Instant.Of(sample.At)).Bind(sample.Commits).Bind(sample.Flushes).Bind(sample.LogBytes);
            foreach (var one in Classes)
            {
                insert.Bind(sample.Waits.TryGetValue(one, out var waited) ? Instant.Of(waited) : null);
            }

            insert.Run();
        }
    }

    /// <summary>The evidence of a run's attempts, in the order in which they began.</summary>
    public static IReadOnlyList<AttemptEvidenceRecord> OfAttempts(StatementCache statements, long run)
    {
        var waits = LedgerRows.All(
                statements["select_attempt_waits"].Bind(run), row => (Attempt: row.Number(0), Wait: Wait(row, 1)))
            .ToLookup(row => row.Attempt, row => row.Wait);
        return LedgerRows.All(statements["select_attempt_evidence"].Bind(run), row => new AttemptEvidenceRecord(
            (int)row.Number(0), row.Number(1), new AttemptEvidence
            {
                Commits = row.Number(2),
                CommitTime = DurationOrNull(row, 3),
                LogBytes = row.NumberOrNull(4),
                LogTime = DurationOrNull(row, 5),
                LogTimeHow = row.Text(6),
                Missing = Lines(row.Text(7)),
                Waits = [.. waits[row.Number(1)]],
            }));
    }

    /// <summary>The evidence of the databases that a run wrote.</summary>
    public static IReadOnlyList<DatabaseEvidence> OfDatabases(StatementCache statements, long run)
    {
        var waits = LedgerRows.All(
                statements["select_run_waits"].Bind(run), row => (Connection: row.Text(0), Wait: Wait(row, 1)))
            .ToLookup(row => row.Connection, row => row.Wait);
        var samples = LedgerRows.All(
                statements["select_run_samples"].Bind(run), row => (Connection: row.Text(0), Sample: Sample(row)))
            .ToLookup(row => row.Connection, row => row.Sample);
        return LedgerRows.All(statements["select_run_evidence"].Bind(run), row => new DatabaseEvidence
        {
            Connection = row.Text(0),
            Platform = row.Text(1),
            Began = Instant.At(row.Number(2)),
            Ended = Instant.At(row.Number(3)),
            Looks = row.Number(4),
            ProcessorTime = Instant.Duration(row.Number(5)),
            ServerTime = Instant.Duration(row.Number(6)),
            IsOnThisMachine = row.Number(7) > 0,
            WorkTime = DurationOrNull(row, 8),
            Missing = Lines(row.Text(9)),
            Waits = [.. waits[row.Text(0)]],
            Samples = [.. samples[row.Text(0)]],
        });
    }

    private static Statement Bind(Statement statement, ServerWait wait) => statement.Bind(wait.Name)
        .Bind(EnumWords<WaitClass>.Of(wait.Class)).Bind(Instant.Of(wait.Duration)).Bind(wait.Count)
        .Bind(wait.IsSampled ? 1 : 0);

    private static ServerWait Wait(Statement row, int from) => new(
        row.Text(from), EnumWords<WaitClass>.Parse(row.Text(from + 1)), Instant.Duration(row.Number(from + 2)),
        row.Number(from + 3), row.Number(from + 4) > 0);

    private static EvidenceSample Sample(Statement row) => new(
        Instant.At(row.Number(1)), row.NumberOrNull(2), row.NumberOrNull(3), row.NumberOrNull(4),
        Classes.Select((one, i) => (Class: one, Waited: DurationOrNull(row, i + 5)))
            .Where(one => one.Waited is not null).ToDictionary(one => one.Class, one => one.Waited!.Value));

    private static string[] Lines(string text) => text.Length == 0 ? [] : text.Split(Between);

    private static long? Micros(TimeSpan? duration) => duration is { } known ? Instant.Of(known) : null;

    private static TimeSpan? DurationOrNull(Statement row, int column) =>
        row.NumberOrNull(column) is { } micros ? Instant.Duration(micros) : null;
}

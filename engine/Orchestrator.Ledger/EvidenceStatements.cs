using Orchestrator.Data.Evidence;
using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger;

/// <summary>Writes and reads the evidence of attempts and runs, inside the transaction of the caller.</summary>
internal static class EvidenceStatements
{
    private const char Between = '\n';

    public static void Insert(StatementCache statements, long attempt, AttemptEvidence evidence)
    {
        statements["insert_attempt_evidence"].Bind(attempt).Bind(evidence.Commits).Bind(Micros(evidence.CommitTime))
            .Bind(Micros(evidence.LogTime)).Bind(evidence.LogTimeHow)
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
            foreach (var (one, _) in RunSampleColumns.Waits)
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
                statements["select_attempt_waits"].Bind(run),
                row => (Attempt: row.Number(ServerWaitColumns.All.Behind), Wait: Wait(row)))
            .ToLookup(row => row.Attempt, row => row.Wait);
        return LedgerRows.All(statements["select_attempt_evidence"].Bind(run), row => new AttemptEvidenceRecord(
            (int)row.Number(AttemptEvidenceColumns.All.Behind), row.Number(AttemptEvidenceColumns.Attempt),
            new AttemptEvidence
            {
                Commits = row.Number(AttemptEvidenceColumns.Commits),
                CommitTime = DurationOrNull(row, AttemptEvidenceColumns.CommitTime),
                LogTime = DurationOrNull(row, AttemptEvidenceColumns.LogTime),
                LogTimeHow = row.Text(AttemptEvidenceColumns.LogTimeHow),
                Missing = Lines(row.Text(AttemptEvidenceColumns.Missing)),
                Waits = [.. waits[row.Number(AttemptEvidenceColumns.Attempt)]],
            }));
    }

    /// <summary>The evidence of the databases that a run wrote.</summary>
    public static IReadOnlyList<DatabaseEvidence> OfDatabases(StatementCache statements, long run)
    {
        var waits = LedgerRows.All(
                statements["select_run_waits"].Bind(run),
                row => (Connection: row.Text(ServerWaitColumns.All.Behind), Wait: Wait(row)))
            .ToLookup(row => row.Connection, row => row.Wait);
        var samples = LedgerRows.All(
                statements["select_run_samples"].Bind(run),
                row => (Connection: row.Text(RunSampleColumns.Connection), Sample: Sample(row)))
            .ToLookup(row => row.Connection, row => row.Sample);
        return LedgerRows.All(statements["select_run_evidence"].Bind(run), row => new DatabaseEvidence
        {
            Connection = row.Text(RunEvidenceColumns.Connection),
            Platform = row.Text(RunEvidenceColumns.Platform),
            Began = Instant.At(row.Number(RunEvidenceColumns.BeganAt)),
            Ended = Instant.At(row.Number(RunEvidenceColumns.EndedAt)),
            Looks = row.Number(RunEvidenceColumns.Looks),
            ProcessorTime = Instant.Duration(row.Number(RunEvidenceColumns.ProcessorTime)),
            ServerTime = Instant.Duration(row.Number(RunEvidenceColumns.ServerTime)),
            IsOnThisMachine = row.Number(RunEvidenceColumns.IsLocal) > 0,
            WorkTime = DurationOrNull(row, RunEvidenceColumns.WorkTime),
            Missing = Lines(row.Text(RunEvidenceColumns.Missing)),
            Waits = [.. waits[row.Text(RunEvidenceColumns.Connection)]],
            Samples = [.. samples[row.Text(RunEvidenceColumns.Connection)]],
        });
    }

    private static Statement Bind(Statement statement, ServerWait wait) => statement.Bind(wait.Name)
        .Bind(EnumWords<WaitClass>.Of(wait.Class)).Bind(Instant.Of(wait.Duration)).Bind(wait.Count)
        .Bind(wait.IsSampled ? 1 : 0);

    private static ServerWait Wait(Statement row) => new(
        row.Text(ServerWaitColumns.Name), EnumWords<WaitClass>.Parse(row.Text(ServerWaitColumns.Class)),
        Instant.Duration(row.Number(ServerWaitColumns.Duration)), row.Number(ServerWaitColumns.Seen),
        row.Number(ServerWaitColumns.IsSampled) > 0);

    private static EvidenceSample Sample(Statement row) => new(
        Instant.At(row.Number(RunSampleColumns.TakenAt)), row.NumberOrNull(RunSampleColumns.Commits),
        row.NumberOrNull(RunSampleColumns.Flushes), row.NumberOrNull(RunSampleColumns.LogBytes),
        RunSampleColumns.Waits.Select(one => (one.Class, Waited: DurationOrNull(row, one.Column)))
            .Where(one => one.Waited is not null).ToDictionary(one => one.Class, one => one.Waited!.Value));

    private static string[] Lines(string text) => text.Length == 0 ? [] : text.Split(Between);

    private static long? Micros(TimeSpan? duration) => duration is { } known ? Instant.Of(known) : null;

    private static TimeSpan? DurationOrNull(Statement row, RecordColumn column) =>
        row.NumberOrNull(column) is { } micros ? Instant.Duration(micros) : null;
}

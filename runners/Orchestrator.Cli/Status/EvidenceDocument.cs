using Orchestrator.Cli.Output;
using Orchestrator.Cli.Status.Evidence;
using Orchestrator.Data.Evidence;

namespace Orchestrator.Cli.Status;

/// <summary>What runs did and waited for, for machines; null = not known.</summary>
internal static class EvidenceDocument
{
    public static object Waits(RunEvidence run) => new
    {
        schema_version = Json.SchemaVersion,
        run = Run(run),
        databases = run.Databases.Select(Database),
        packages = run.Packages.Select(Package),
    };

    public static object Run(RunEvidence run) => new
    {
        run = run.Run.Number,
        batch = run.Run.Batch,
        environment = run.Run.Environment,
        verdict = run.Run.Verdict,
        started_at = run.Run.Started.UtcDateTime,
        duration_seconds = run.Duration.TotalSeconds,
        relaxed = run.Relaxed,
        rows_written = run.Rows,
        transactions = run.Commits,
        transactions_per_second = run.CommitsPerSecond,
        log_flushes = run.Flushes,
        log_flushes_per_row = run.FlushesPerRow,
        log_wait_seconds = run.LogWaits?.TotalSeconds,
        waits = run.Waits.Select(Wait),
        not_available = run.Missing,
    };

    public static object Package(PackageEvidence package) => new
    {
        name = package.Name,
        state = package.State,
        working_seconds = package.Working.TotalSeconds,
        commits = package.Commits,
        log_seconds = package.LogTime?.TotalSeconds,
        waits = package.Waits.Select(Wait),
        not_available = package.Missing,
    };

    private static object Database(DatabaseEvidence database) => new
    {
        connection = database.Connection,
        platform = database.Platform,
        from = database.Began.UtcDateTime,
        to = database.Ended.UtcDateTime,
        transactions = database.Total?.Commits,
        log_flushes = database.Total?.Flushes,
        log_bytes = database.Total?.LogBytes,
        looks = database.Looks,
        looking_processor_seconds = database.ProcessorTime.TotalSeconds,
        looking_server_seconds = database.ServerTime.TotalSeconds,
        waits = database.Waits.Select(Wait),
        samples = database.Samples.Select(Sample),
        not_available = database.Missing,
    };

    private static object Sample(EvidenceSample sample) => new
    {
        at = sample.At.UtcDateTime,
        transactions = sample.Commits,
        log_flushes = sample.Flushes,
        log_bytes = sample.LogBytes,
        wait_seconds = sample.Waits.ToDictionary(
            one => EvidenceWords.Of(one.Key), one => one.Value.TotalSeconds),
    };

    private static object Wait(ServerWait wait) => new
    {
        name = wait.Name,
        @class = EvidenceWords.Of(wait.Class),
        seconds = wait.Duration.TotalSeconds,
        count = wait.Count,
        is_sampled = wait.IsSampled,
    };
}

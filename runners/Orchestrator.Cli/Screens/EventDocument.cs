using Orchestrator.Cli.Output;
using Orchestrator.Data;
using Orchestrator.Engine;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Screens;

/// <summary>The steps of a run for machines.</summary>
internal static class EventDocument
{
    public static object? Of(RunNotice notice) => notice switch
    {
        RunBegan began => Start(began),
        NodeChanged { Node.Kind: NodeKind.Package } changed => Change(changed),
        StopAsked stop => new
        {
            schema_version = Json.SchemaVersion,
            @event = "stop",
            at_seconds = stop.At.TotalSeconds,
            by = stop.By,
            grace_seconds = stop.Grace.TotalSeconds,
        },
        RunFinished finished => End(finished),
        _ => null,
    };

    private static object Start(RunBegan began) => new
    {
        schema_version = Json.SchemaVersion,
        @event = "start",
        at_seconds = began.At.TotalSeconds,
        run = began.Header.Run,
        id = began.Header.Id,
        batch = began.Header.Batch,
        environment = began.Header.Environment,
        started_at = began.Header.StartedAt.UtcDateTime,
        gate = began.Header.Gate,
        processors = began.Header.Processors,
        packages = began.Header.Packages,
        plan_hash = began.Header.PlanHash,
        git_commit = began.Header.GitCommit,
        folder = began.Header.Folder,
        options = began.Header.Options.Select(each => new { name = each.Name, value = each.Value, from = each.From }),
        ended_unexpectedly = began.Header.EndedUnexpectedly,
    };

    private static object Change(NodeChanged changed) => new
    {
        schema_version = Json.SchemaVersion,
        @event = "package",
        at_seconds = changed.At.TotalSeconds,
        package = changed.Node.Name,
        from = changed.From,
        to = changed.To,
        attempt = changed.Attempt == 0 ? null : (int?)changed.Attempt,
        why = changed.Why,
        rows = changed.Counts == default ? null : Rows(changed.Counts),
        failure = changed.Failure is { } failure ? Failure(failure) : null,
    };

    private static object End(RunFinished finished)
    {
        var summary = finished.Summary;
        return new
        {
            schema_version = Json.SchemaVersion,
            @event = "end",
            at_seconds = finished.At.TotalSeconds,
            run = summary.Header.Run,
            verdict = summary.Verdict,
            exit_code = summary.ExitCode,
            succeeded = summary.Succeeded,
            failed = summary.Failed,
            blocked = summary.Blocked,
            cancelled = summary.Cancelled,
            skipped = summary.Skipped,
            rows = Rows(summary.Rows),
            wall_seconds = summary.Wall.TotalSeconds,
            queued_seconds = summary.Queued.TotalSeconds,
            waiting_seconds = summary.Waiting.TotalSeconds,
            working_seconds = summary.Working.TotalSeconds,
            slowest = summary.Slowest.Select(each => new
            {
                package = each.Package,
                seconds = each.Duration.TotalSeconds,
                waiting_seconds = each.Waiting.TotalSeconds,
                rows_read = each.RowsRead,
            }),
            failures = summary.Failures.Select(Failure),
            warnings = summary.Warnings.Select(each => new { package = each.Package, text = each.Text }),
            folder = summary.Header.Folder,
        };
    }

    private static object Failure(FailureBlock failure) => new
    {
        package = failure.Package,
        code = failure.Error.Code,
        @class = failure.Error.Class,
        phase = failure.Error.Phase,
        message = failure.Error.Message,
        connection = failure.Error.Connection,
        script = failure.Error.Script,
        line = failure.Error.Line == 0 ? null : (long?)failure.Error.Line,
        server_code = failure.Error.ServerCode,
        attempt = failure.Attempt,
        attempts_max = failure.AttemptsMax,
        rows_read = failure.RowsRead,
        rows_written = failure.RowsWritten,
    };

    private static object Rows(RowCounts rows) => new
    {
        read = rows.Read,
        inserted = rows.Inserted,
        updated = rows.Updated,
        unchanged = rows.Unchanged,
        duplicate = rows.Duplicate,
        filtered = rows.Filtered,
        rejected = rows.Rejected,
        truncated = rows.Truncated,
    };
}

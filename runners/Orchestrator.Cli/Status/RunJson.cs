using Orchestrator.Cli.Output;
using Orchestrator.Data;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Status;

/// <summary>Runs and attempts for machines.</summary>
internal static class RunJson
{
    public static object Overview(IReadOnlyList<RunAtMoment> runs, IReadOnlyList<string>? next = null) =>
        new { schema_version = Json.SchemaVersion, runs = runs.Select((each, row) => Run(each, next?[row])) };

    public static object Detail(RunAtMoment at, bool isWhy) => new
    {
        schema_version = Json.SchemaVersion,
        run = Run(at),
        nodes = at.Nodes.Where(node => !node.IsTemplate && (!isWhy || !StatusScreen.IsWell(node.State)))
            .Select(node => Node(at, node)),
        requests = at.Requests.Select(asked => Request(at, asked)),
        values = at.Values.Count == 0 ? null : at.Values.Select(value => Value(at, value)),
        loops = TurnsScreen.Document(at),
    };

    public static object Attempts(string node, IEnumerable<AttemptRecord> attempts) => new
    {
        schema_version = Json.SchemaVersion,
        node,
        attempts = attempts.Select(Attempt),
    };

    /// <summary>A transition as an event line, in the words of events.jsonl.</summary>
    public static object Transition(TransitionRecord each, NodeRecord node) => new
    {
        schema_version = Json.SchemaVersion,
        @event = "progress",
        at = each.At.UtcDateTime,
        unique_id = node.Name,
        resource_type = node.Kind.ToString().ToLowerInvariant(),
        from = each.From,
        to = each.To,
        attempt = each.Attempt == 0 ? null : (int?)each.Attempt,
        why = each.Why,
        who = each.Who.Length == 0 ? null : each.Who,
    };

    /// <summary>A package that waits for something else than before, or works again, as an event line.</summary>
    public static object Wait(RunAtMoment at, NodeRecord node) => new
    {
        schema_version = Json.SchemaVersion,
        @event = "wait",
        at = node.ReasonSince?.UtcDateTime,
        unique_id = node.Name,
        reason = node.Reason,
        reason_object = StatusScreen.What(at, node),
    };

    /// <summary>The end of a watch as an event line.</summary>
    public static object End(RunAtMoment at) =>
        new { schema_version = Json.SchemaVersion, @event = "end", run = Run(at) };

    private static object Run(RunAtMoment at, string? next = null) => new
    {
        run = at.Run.Number,
        id = at.Run.Id,
        solution = at.Run.Solution,
        batch = at.Run.Batch,
        environment = at.Run.Environment,
        verdict = at.Run.Verdict,
        silent_seconds = at.Silent?.TotalSeconds,
        started_at = at.Run.Started.UtcDateTime,
        ended_at = at.Run.Ended?.UtcDateTime,
        wall_seconds = at.Wall.TotalSeconds,
        gate = at.Run.GateSlots,
        processors = at.Run.Processors,
        continues = at.Run.Continues,
        plan_hash = at.Run.PlanHash,
        git_commit = at.Run.GitCommit.Length == 0 ? null : at.Run.GitCommit,
        packages = at.Packages.GroupBy(node => node.State).ToDictionary(group => group.Key.ToString(), g => g.Count()),
        groups_failed = at.GroupsFailed > 0 ? at.GroupsFailed : (int?)null,
        rows = Rows(at.Rows),
        held_by = at.IsHeld ? at.Nodes[0].ReasonObject : null,
        next,
    };

    private static object Value(RunAtMoment at, RunValueRecord value) => new
    {
        variable = value.Variable,
        data_type = value.Value.Type.ToString(),
        node = at.Nodes[value.Node].Name,
        attempt = value.AttemptId,
        is_sensitive = value.IsSensitive,
        value = value.IsSensitive || value.Value.Type.IsRows ? null : value.Value.Scalar?.Text,
        rows = value.IsSensitive || !value.Value.Type.IsRows ? null
            : value.Value.Rows.Select(row => row.Select(cell => cell?.Text)),
    };

    private static object Request(RunAtMoment at, RequestRecord asked) => new
    {
        request = asked.Number,
        verb = asked.Verb.ToString().ToLowerInvariant(),
        node = asked.Node == 0 ? null : at.Nodes[asked.Node].Name,
        as_success = asked.AsSuccess ? true : (bool?)null,
        who = asked.Who,
        reason = asked.Reason.Length == 0 ? null : asked.Reason,
        asked_at = asked.Asked.UtcDateTime,
        answered_at = asked.Answered?.UtcDateTime,
        outcome = asked.Outcome,
        answer = asked.Answer.Length == 0 ? null : asked.Answer,
    };

    private static object Node(RunAtMoment at, NodeRecord node) => new
    {
        name = node.Name,
        kind = node.Kind,
        state = node.State,
        since = node.Since.UtcDateTime,
        why = StatusScreen.IsWell(node.State) ? node.Why : StatusScreen.Reason(at, node),
        reason = node.Reason,
        reason_object = node.Reason is null ? null : StatusScreen.What(at, node),
        reason_since = node.ReasonSince?.UtcDateTime,
        warnings = at.WarningsOf(node),
        last_attempt = node.Last is { } last ? Attempt(last) : null,
    };

    internal static object Attempt(AttemptRecord attempt) => new
    {
        id = attempt.Id,
        run = attempt.Run,
        number = attempt.Number,
        state = attempt.State,
        started_at = attempt.Started.UtcDateTime,
        ended_at = attempt.Ended?.UtcDateTime,
        queued_seconds = attempt.Queued.TotalSeconds,
        waiting_seconds = attempt.Waiting.TotalSeconds,
        working_seconds = attempt.Working.TotalSeconds,
        load_path = attempt.Work.LoadPath.Length == 0 ? null : attempt.Work.LoadPath,
        bytes_read = attempt.Work.BytesRead,
        rows = Rows(attempt.Counts),
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
        closed = rows.Closed,
    };
}

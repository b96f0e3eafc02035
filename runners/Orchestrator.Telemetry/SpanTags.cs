using System.Diagnostics;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Runner;

namespace Orchestrator.Telemetry;

/// <summary>
/// What spans say: names, counts and codes. No message of an error is among them, as those may quote values.
/// </summary>
internal static class SpanTags
{
    /// <summary>The name of a node's span: its kind and its own.</summary>
    public static string NameOf(PlanNode node) =>
        $"{(node.IsHook ? node.PackageKind : node.Kind.ToString().ToLowerInvariant())} {node.Name}";

    /// <summary>Of the run.</summary>
    public static IEnumerable<KeyValuePair<string, object?>> Of(RunBegan began)
    {
        var (header, plan) = (began.Header, began.View.Plan);
        yield return new("orchestrator.solution", plan.Solution);
        yield return new("orchestrator.environment", header.Environment);
        yield return new("orchestrator.batch", header.Batch);
        yield return new("orchestrator.run", header.Run);
        yield return new("orchestrator.run.id", header.Id.ToString());
        yield return new("orchestrator.plan.hash", header.PlanHash);
        yield return new("orchestrator.gate.slots", header.Gate);
        if (header.Continues is { } continued)
        {
            yield return new("orchestrator.run.continues", continued);
        }
    }

    /// <summary>Of a node that starts.</summary>
    public static IEnumerable<KeyValuePair<string, object?>> Of(NodeChanged started)
    {
        yield return new("orchestrator.node", started.Node.Name);
        yield return new("orchestrator.node.kind", started.Node.Kind.ToString().ToLowerInvariant());
        if (started.Attempt > 0)
        {
            yield return new("orchestrator.package.kind", started.Node.PackageKind);
            yield return new("orchestrator.attempt", started.Attempt);
        }
    }

    /// <summary>Of a phase.</summary>
    public static IEnumerable<KeyValuePair<string, object?>> Of(LoadPhase phase)
    {
        yield return new("orchestrator.phase", phase.Name);
        if (phase.Reading + phase.Writing > TimeSpan.Zero)
        {
            yield return new("orchestrator.phase.reading", phase.Reading.TotalSeconds);
            yield return new("orchestrator.phase.writing", phase.Writing.TotalSeconds);
        }
    }

    /// <summary>How a node ended.</summary>
    public static void End(Activity span, NodeChanged ended)
    {
        span.SetTag("orchestrator.outcome", ended.To.ToString());
        if (ended.AttemptId > 0)
        {
            span.SetTag("orchestrator.attempt.id", ended.AttemptId);
            Rows(span, ended.Counts);
        }

        if (ended.Times is { } times)
        {
            span.SetTag("orchestrator.queued", times.Queued.TotalSeconds);
            span.SetTag("orchestrator.waiting", times.Waiting.TotalSeconds);
            span.SetTag("orchestrator.working", times.Working.TotalSeconds);
        }

        if (ended.Failure?.Error is { } error)
        {
            span.SetTag("error.type", error.Code);
            span.SetTag("orchestrator.error.class", error.Class.ToString());
            span.SetTag("orchestrator.error.phase", error.Phase);
            span.SetTag("orchestrator.error.server_code", error.ServerCode);
        }

        var isWell = ended.To is NodeState.Succeeded or NodeState.Hardened or NodeState.NotNeeded or NodeState.Done;
        span.SetStatus(isWell ? ActivityStatusCode.Ok : ActivityStatusCode.Error,
            isWell ? null : ended.Failure?.Error.Code ?? ended.To.ToString());
    }

    /// <summary>How the run ended.</summary>
    public static void End(Activity span, RunSummary summary)
    {
        span.SetTag("orchestrator.verdict", summary.Verdict.ToString());
        span.SetTag("orchestrator.packages.succeeded", summary.Succeeded);
        span.SetTag("orchestrator.packages.failed", summary.Failed);
        span.SetTag("orchestrator.packages.blocked", summary.Blocked);
        span.SetTag("orchestrator.packages.cancelled", summary.Cancelled);
        span.SetTag("orchestrator.packages.skipped", summary.Skipped);
        Rows(span, summary.Rows);
        var isWell = summary.Verdict is RunVerdict.Succeeded or RunVerdict.SucceededWithWarnings;
        span.SetStatus(isWell ? ActivityStatusCode.Ok : ActivityStatusCode.Error,
            isWell ? null : summary.Verdict.ToString());
    }

    private static void Rows(Activity span, RowCounts rows)
    {
        foreach (var (kind, count) in rows.Terms)
        {
            span.SetTag($"orchestrator.rows.{kind}", count);
        }
    }
}

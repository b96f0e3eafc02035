using System.Text;
using System.Text.Json;
using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Artifacts;

/// <summary>
/// The event lines of a run, one JSON object each: one `start`, a `progress` for each transition, exactly one `end`.
/// The same on stdout (`-o json`) while the run is at work and in events.jsonl, which is derived from the ledger.
/// </summary>
public sealed class EventLines(OutsideText outside)
{
    /// <summary>The line of a notice; null where it has none.</summary>
    public string? Of(RunNotice notice, DateTimeOffset began) => notice switch
    {
        RunBegan { Header: var header } => Start(header.Run, header.Id, began, header.Batch, header.Environment,
            header.PlanHash, header.Gate, header.Continues),
        NodeChanged changed => Progress(began + changed.At, changed.Node.Name, changed.Node.Kind, changed.From,
            changed.To, changed.Attempt, changed.Why, changed.Who, changed.Counts,
            changed.Failure is { } failure ? (failure.Error.Code, failure.Error.Message) : null),
        RunFinished { Summary: var summary } => End(summary.Header.Run, began + summary.Wall, summary.Verdict),
        _ => null,
    };

    internal void Write(Stream stream, RunFacts facts)
    {
        using var writer = new StreamWriter(stream, new UTF8Encoding(false), leaveOpen: true) { NewLine = "\n" };
        var run = facts.Run;
        writer.WriteLine(Start(run.Number, run.Id, run.Started, run.Batch, run.Environment, run.PlanHash,
            run.GateSlots, run.Continues));
        var attempts = facts.Attempts.ToDictionary(attempt => (attempt.Node, attempt.Number));
        foreach (var transition in facts.Transitions.Where(one => !facts.Nodes[one.Node].IsTemplate))
        {
            var node = facts.Nodes[transition.Node];
            var isLost = LosesAttempt(transition.From, transition.To);
            var ended = isLost || EndsAttempt(transition.From, transition.To)
                ? attempts.GetValueOrDefault((transition.Node, transition.Attempt)) : null;
            // What was lost later had no error when it succeeded.
            var error = (isLost || transition.To != NodeState.Succeeded ? facts.ErrorOf(ended)?.Error : null)
                ?? RunSummaries.ErrorBefore(node.Kind, transition.To, transition.Attempt, transition.Why);
            writer.WriteLine(Progress(transition.At, node.Name, node.Kind, transition.From, transition.To,
                transition.Attempt, transition.Why, transition.Who, ended?.Counts ?? default,
                error is null ? null : (error.Code, error.Message)));
        }

        if (run is { Ended: { } at, Verdict: { } verdict })
        {
            writer.WriteLine(End(run.Number, at, verdict));
        }
    }

    /// <summary>Whether a transition is the end of an attempt: from then on its rows and its error are known.</summary>
    internal static bool EndsAttempt(NodeState from, NodeState to) =>
        from is NodeState.Running or NodeState.Cancelling
        && to is not (NodeState.Running or NodeState.Cancelling);

    /// <summary>Whether a transition says that an attempt which had succeeded is not on disk.</summary>
    internal static bool LosesAttempt(NodeState from, NodeState to) =>
        from == NodeState.Succeeded && to == NodeState.Failed;

    private string Start(long run, Guid id, DateTimeOffset at, string batch, string environment, string planHash,
        int gate, long? continues) => Line("start", at, json =>
        {
            json.Number("run", run).Text("invocation_id", id.ToString()).Text("batch", batch)
                .Text("environment", environment).Text("plan_hash", planHash).Number("gate", gate);
            if (continues is not null)
            {
                json.Number("continues", continues);
            }
        });

    private string Progress(DateTimeOffset at, string node, NodeKind kind, NodeState from, NodeState to, int attempt,
        string why, string who, RowCounts counts, (string Code, string Message)? error) => Line("progress", at, json =>
        {
            json.Text("unique_id", node).Text("resource_type", kind.ToString().ToLowerInvariant())
                .Text("from", from.ToString()).Text("to", to.ToString());
            if (attempt > 0)
            {
                json.Number("attempt", attempt);
            }

            json.Text("why", why);
            if (who.Length > 0)
            {
                json.Text("who", who);
            }

            if (kind == NodeKind.Package && EndsAttempt(from, to))
            {
                json.Object("rows", rows => rows.Rows(counts));
            }

            if (error is { } failure)
            {
                json.Text("code", failure.Code).Text("message", failure.Message);
            }
        });

    private string End(long run, DateTimeOffset at, RunVerdict verdict) =>
        Line("end", at, json => json.Number("run", run).Text("verdict", verdict.ToString()));

    private string Line(string name, DateTimeOffset at, Action<GatedJson> members)
    {
        using var stream = new MemoryStream();
        using (var writer = new Utf8JsonWriter(stream))
        {
            new GatedJson(writer, outside).Object(null, json =>
            {
                json.Number("schema_version", GatedJson.SchemaVersion).Text("event", name).Time("at", at);
                members(json);
            });
        }

        return Encoding.UTF8.GetString(stream.GetBuffer(), 0, (int)stream.Length);
    }
}

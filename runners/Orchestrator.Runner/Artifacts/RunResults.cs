using System.Text.Json;
using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Artifacts;

/// <summary>run_results.json: how each package came out, in the field names of dbt.</summary>
internal static class RunResults
{
    public static void Write(Stream stream, RunFacts facts, OutsideText outside)
    {
        using var writer = new Utf8JsonWriter(stream, new JsonWriterOptions { Indented = true });
        new GatedJson(writer, outside).Object(null, json => Members(json, facts));
    }

    /// <summary>
    /// dbt's word: success, error, skipped; warn for a success with warnings; pass or fail of checks.
    /// </summary>
    internal static string StatusOf(NodeRecord node, bool warned) => node.State switch
    {
        NodeState.Succeeded or NodeState.Hardened when warned => "warn",
        NodeState.Succeeded or NodeState.Hardened => IsCheck(node) ? "pass" : "success",
        NodeState.Failed when IsCheck(node) => "fail",
        NodeState.Failed or NodeState.Cancelled or NodeState.Abandoned or NodeState.EndedUnexpectedly => "error",
        _ => "skipped",
    };

    private static bool IsCheck(NodeRecord node) => KindTable.Of(node.PackageKind).IsCheck;

    private static void Members(GatedJson json, RunFacts facts) =>
        Members(json, facts, facts.Attempts.ToLookup(attempt => attempt.Node));

    private static void Members(GatedJson json, RunFacts facts, ILookup<int, AttemptRecord> attempts) => json
        .Object("metadata", metadata => metadata
            .Number("schema_version", GatedJson.SchemaVersion)
            .Time("generated_at", facts.Run.Ended)
            .Text("orchestrator_version", facts.Run.Version)
            .Text("invocation_id", facts.Run.Id.ToString())
            .Number("run", facts.Run.Number)
            .Text("verdict", facts.Run.Verdict?.ToString()))
        .List("results", facts.Work, (result, node) => Result(result, facts, node, attempts[node.Node]))
        .Seconds("elapsed_time", facts.Elapsed)
        .Object("args", args =>
        {
            args.Text("which", facts.Run.Continues is null ? "run" : "retry")
                .Text("batch", facts.Run.Batch).Text("environment", facts.Run.Environment);
            foreach (var option in facts.Options)
            {
                args.Text(option.Name, option.Value);
            }
        });

    private static void Result(
        GatedJson json, RunFacts facts, NodeRecord node, IEnumerable<AttemptRecord> attempts)
    {
        var last = node.Last;
        var error = facts.ErrorOf(last);
        var warnings = facts.WarningsOf(last);
        json.Text("status", StatusOf(node, warnings.Count > 0))
            .List("timing", attempts, (timing, attempt) => timing
                .Text("name", attempt.Id == last?.Id ? "execute" : $"execute, attempt {attempt.Number}")
                .Time("started_at", attempt.Started)
                .Time("completed_at", attempt.Ended))
            .Text("thread_id", last?.Thread)
            .Seconds("execution_time", last is { Ended: { } ended } ? ended - last.Started : TimeSpan.Zero)
            .Object("adapter_response", response => Response(response, node, error))
            .Text("message", error?.Error.Message ?? (warnings is [var first, ..] ? first : node.Why))
            .Number("failures", IsCheck(node) || last?.Counts.Rejected > 0 ? last?.Counts.Rejected : null)
            .Text("unique_id", node.Name)
            .Text("state", node.State.ToString())
            .Number("attempts", last?.Number ?? 0)
            .Number("attempt_id", last?.Id)
            .Texts("warnings", warnings);
    }

    private static void Response(GatedJson json, NodeRecord node, ErrorRecord? error)
    {
        if (node.Last is not { } last)
        {
            return;
        }

        json.Number("rows_affected", last.Counts.Inserted + last.Counts.Updated).Rows(last.Counts)
            .Number("bytes_read", last.Work.BytesRead).Text("load_path", last.Work.LoadPath)
            .Seconds("queued", last.Queued).Seconds("waiting", last.Waiting).Seconds("working", last.Working);
        if (error is { Error: { } failure })
        {
            json.Text("code", failure.Code).Text("class", failure.Class.ToString()).Text("phase", failure.Phase)
                .Text("connection", failure.Connection).Text("script", failure.Script).Number("line", failure.Line)
                .Text("server_code", failure.ServerCode);
        }
    }
}

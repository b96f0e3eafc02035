using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Output;
using Orchestrator.Core;

namespace Orchestrator.Cli.Solutions;

/// <summary>`plan [BATCH]`: what a run would do, as a tree, a picture or a document.</summary>
internal static class PlanVerb
{
    private static readonly Argument<string?> Batch = Completions.Batch();

    public static Verb Create() => new("plan", "Show what a run would do, without connecting to anything", Run)
    {
        Takes = [Batch, .. CallSelection.All],
        Outputs = ["tree", "json", "mermaid", "dot"],
        Examples = ["plan", "plan Nightly -o mermaid", "plan -s tag:core+"],
    };

    private static int Run(Call call)
    {
        if (CallSolution.Batch(call, call.Argument(Batch)) is not { } batch)
        {
            return ExitCode.Usage;
        }

        var selected = CallSelection.Of(call, batch);
        var expected = CallLedger.Expected(call, batch.Plan);
        var advice = CallAdvice.Of(call, batch.Solution, batch.Plan);
        switch (call.Output)
        {
            case "json":
                call.Host.Out.WriteLine(Json.Document(PlanDocumentScreen.Of(
                    batch.Plan, selected, expected, Path, AdviceScreen.Documents(advice, batch.Solution))));
                break;
            case "mermaid":
                call.Results.Write(PlanGraphText.Mermaid(batch.Plan, selected).Select(line => (Line)line));
                break;
            case "dot":
                call.Results.Write(PlanGraphText.Dot(batch.Plan, selected).Select(line => (Line)line));
                break;
            default:
                call.Results.Write(PlanTreeText.Lines(batch.Plan, selected, expected, Path));
                call.Results.Write(AdviceScreen.Lines(advice, batch.Solution));
                break;
        }

        return ExitCode.Done;

        string Path(PlanNode node) => Kinds.LoadPath(node, batch.Solution);
    }
}

using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Ledger;
using Orchestrator.Runner.Requests;

namespace Orchestrator.Cli.Run;

/// <summary>The run at work and the node in it that a call means; from the ledger alone.</summary>
/// <param name="Run">The run; null = there is none at work.</param>
/// <param name="Node">Index of the node in its plan; 0 = the whole run.</param>
/// <param name="Refusal">Why there is none.</param>
internal sealed record CallRun(RunRecord? Run, int Node = 0, string Refusal = "")
{
    private const int LookedAt = 200;
    private const int ListedMax = 8;

    /// <exception cref="UsageException">No such run or node, or more than one that may be meant.</exception>
    public static CallRun Find(
        Call call, LedgerReader? reader, string? node, string? run, RequestVerb verb)
    {
        if (reader is null)
        {
            return new CallRun(null, Refusal: $"nothing has run yet: there is no ledger "
                + CallLedger.Location(call).Name);
        }

        if (run is not null)
        {
            var named = CallLedger.Find(reader, run, call.EnvironmentName);
            return OperatorRules.RefusalOf(named) is { } refusal ? new CallRun(null, Refusal: refusal)
                : node is null ? new CallRun(named) : Only([named], reader, node, verb);
        }

        var newest = reader.Runs(environment: call.EnvironmentName, limit: LookedAt);
        RunRecord[] atWork = [.. newest.Where(one => one.Verdict is null)];
        return atWork.Length > 0 ? Only(atWork, reader, node!, verb)
            : new CallRun(null, Refusal: "no run is at work" + (newest is not [var last, ..] ? ""
                : $"; run {last.Number} of {last.Batch} {OperatorRules.Past(last.Verdict!.Value)}"));
    }

    private static CallRun Only(RunRecord[] runs, LedgerReader reader, string name, RequestVerb verb)
    {
        var nodes = runs.Select(run => reader.Nodes(run.Number)).ToArray();
        var matches = runs.Zip(nodes, (run, all) => (Run: run, Match: LedgerNames.Find(all, name))).ToArray();
        var found = matches.Where(one => one.Match.Node is not null || one.Match.Candidates.Count > 0).ToArray();
        return found switch
        {
            [] => throw new UsageException($"{Of(runs)} no node '{name}'", Hint(nodes, name)),
            [{ Match.Node: { } node } one] => OperatorRules.RefusalOf(verb, node) is { } refusal
                ? throw new UsageException(refusal, "--run RUN cancels the whole run")
                : new CallRun(one.Run, node.Node),
            [{ Match.Candidates: var several }] => throw new UsageException(
                $"'{name}' may mean {several.Count} packages: give one of them in full", Listed(several)),
            _ => throw new UsageException(
                $"{found.Length} runs at work have a node '{name}'", "name one: --run "
                + string.Join(" or --run ", found.Select(one => one.Run.Number))),
        };
    }

    private static string Of(RunRecord[] runs) => runs is [var one]
        ? $"run {one.Number} of batch {one.Batch} has" : $"the {runs.Length} runs at work have";

    private static string? Hint(IEnumerable<IReadOnlyList<NodeRecord>> nodes, string name) =>
        nodes.Select(all => NearName.To(name, LedgerNames.Known(all, name)))
            .FirstOrDefault(near => near is not null) is { } near
            ? $"did you mean '{near}'?" : "`orchestrator status latest --why` lists what has not ended";

    private static string Listed(IReadOnlyList<NodeRecord> nodes) =>
        string.Join(", ", nodes.Take(ListedMax).Select(node => node.Name)) + (nodes.Count > ListedMax ? ", …" : "");
}

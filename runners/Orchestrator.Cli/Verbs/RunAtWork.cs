using Orchestrator.Cli.Grammar;
using Orchestrator.Engine;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Verbs;

/// <summary>The run at work and the node in it that a call means; from the ledger alone.</summary>
/// <param name="Run">The run; null = there is none at work.</param>
/// <param name="Node">Index of the node in its plan; 0 = the whole run.</param>
/// <param name="Refusal">Why there is none.</param>
internal sealed record RunAtWork(RunRecord? Run, int Node = 0, string Refusal = "")
{
    private const int LookedAt = 200;
    private const int ListedMax = 8;

    /// <exception cref="UsageException">No such run or node, or more than one that may be meant.</exception>
    public static RunAtWork Find(
        Call call, LedgerReader? reader, string? node, string? run, bool packagesOnly = false)
    {
        if (reader is null)
        {
            return new RunAtWork(null, Refusal: $"nothing has run yet: there is no ledger "
                + LedgerAtHand.Location(call).Name);
        }

        if (run is not null)
        {
            var named = LedgerAtHand.Find(reader, run, call.EnvironmentName);
            return named.Verdict is { } verdict
                ? new RunAtWork(null, Refusal: $"run {named.Number} is not at work: it {Past(verdict)}")
                : node is null ? new RunAtWork(named) : Only([named], reader, node, packagesOnly);
        }

        var newest = reader.Runs(environment: call.EnvironmentName, limit: LookedAt);
        RunRecord[] atWork = [.. newest.Where(one => one.Verdict is null)];
        return atWork.Length > 0 ? Only(atWork, reader, node!, packagesOnly)
            : new RunAtWork(null, Refusal: "no run is at work" + (newest is not [var last, ..] ? ""
                : $"; run {last.Number} of {last.Batch} {Past(last.Verdict!.Value)}"));
    }

    private static RunAtWork Only(RunRecord[] runs, LedgerReader reader, string name, bool packagesOnly)
    {
        var matches = runs.Select(run => (Run: run, Match: LedgerNames.Find(reader.Nodes(run.Number), name)))
            .ToArray();
        var found = matches.Where(one => one.Match.Node is not null || one.Match.Candidates.Count > 0).ToArray();
        return found switch
        {
            [] => throw new UsageException($"{Of(runs)} no node '{name}'", Hint(matches)),
            [{ Match.Node: { } node } one] => packagesOnly && node.Kind != NodeKind.Package
                ? throw new UsageException($"'{name}' is a {Kind(node)}; only a package is cancelled by its name",
                    "--run RUN cancels the whole run")
                : new RunAtWork(one.Run, node.Node),
            [{ Match.Candidates: var several }] => throw new UsageException(
                $"'{name}' may mean {several.Count} packages: give one of them in full", Listed(several)),
            _ => throw new UsageException(
                $"{found.Length} runs at work have a node '{name}'", "name one: --run "
                + string.Join(" or --run ", found.Select(one => one.Run.Number))),
        };
    }

    private static string Of(RunRecord[] runs) => runs is [var one]
        ? $"run {one.Number} of batch {one.Batch} has" : $"the {runs.Length} runs at work have";

    private static string? Hint(IEnumerable<(RunRecord Run, LedgerNames Match)> matches) =>
        matches.Select(one => one.Match.Suggestion).FirstOrDefault(near => near is not null) is { } near
            ? $"did you mean '{near}'?" : "`orchestrator status latest --why` lists what has not ended";

    private static string Listed(IReadOnlyList<NodeRecord> nodes) =>
        string.Join(", ", nodes.Take(ListedMax).Select(node => node.Name)) + (nodes.Count > ListedMax ? ", …" : "");

    private static string Kind(NodeRecord node) => node.Kind.ToString().ToLowerInvariant();

    private static string Past(RunVerdict verdict) => verdict switch
    {
        RunVerdict.Cancelled => "was cancelled",
        _ => Words.Of(verdict),
    };
}

using Orchestrator.Core;
using Orchestrator.Core.Durability;
using Orchestrator.Core.RunValues;
using Orchestrator.Ledger;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Runner.Retry;

/// <summary>
/// A run and those that it continues, one after the other. What is Done in one of them was made by one before, or was
/// left out by both.
/// </summary>
internal static class RunChain
{
    /// <summary>What the chain has made of packages and hooks, by their names; what none of its runs knew is missing.
    /// </summary>
    /// <param name="reader">The ledger.</param>
    /// <param name="last">The last run of the chain, which has ended; its durability scopes as well, as until then
    /// what was not flushed counts as not done.</param>
    /// <param name="nodes">What is asked for.</param>
    /// <remarks>
    /// A load whose target a crash of the server empties is never done, whether or not there was a crash: its commits
    /// are on disk, and its rows may be gone. One that only adds rows is, as it would add them once more where they are
    /// still there, and nobody knows.
    /// </remarks>
    public static IReadOnlyDictionary<string, EarlierPackage> Of(
        LedgerReader reader, RunRecord last, IEnumerable<PlanNode> nodes)
    {
        var open = nodes.Where(node => node.Kind == NodeKind.Package)
            .ToDictionary(node => node.Name, CrashWarning.MayRunAgain, StringComparer.Ordinal);
        var found = new Dictionary<string, EarlierPackage>(StringComparer.Ordinal);
        for (var run = last; open.Count > 0;)
        {
            var before = run.Continues is { } number ? reader.Run(number) : null;
            var emptied = reader.Warnings(run.Number).Where(warning => CrashWarning.Is(warning.Text))
                .Select(warning => warning.AttemptId).ToHashSet();
            var all = reader.Nodes(run.Number);
            var settled = SettledByOperators(reader, run.Number, all);
            foreach (var node in all.Where(node => node.Kind == NodeKind.Package))
            {
                if ((node.State != NodeState.Done || before is null) && open.Remove(node.Name, out var mayRunAgain))
                {
                    var mayBeEmptied = mayRunAgain && node.Last is { } attempt && emptied.Contains(attempt.Id);
                    var state = mayBeEmptied ? PastState.NotDone
                        : settled.Contains(node.Node) ? PastState.Settled : StateOf(node);
                    found.Add(node.Name, new EarlierPackage(state, node.State, run.Number, run.PlanHash)
                    {
                        Attempt = node.Last?.Id,
                        Facts = FactsOf(node),
                    });
                }
            }

            if (before is null)
            {
                break;
            }

            run = before;
        }

        return found;
    }

    /// <summary>When the first run of the chain began, as far back as the ledger knows them.</summary>
    public static DateTimeOffset Began(LedgerReader reader, RunRecord last)
    {
        var run = last;
        while (run.Continues is { } number && reader.Run(number) is { } before)
        {
            run = before;
        }

        return run.Started;
    }

    /// <summary>The packages that somebody has skipped as a success: their work is done, whoever did it.</summary>
    private static HashSet<int> SettledByOperators(
        LedgerReader reader, long run, IReadOnlyList<NodeRecord> nodes)
    {
        var skips = reader.Requests(run)
            .Where(one => one.Verb == RequestVerb.Skip && one.Outcome == RequestOutcome.Done).ToArray();
        return [.. nodes.Where(node => node.State == NodeState.SkippedByOperator
            && skips.FirstOrDefault(skip => IsWithin(node, skip.Node)) is { AsSuccess: true })
            .Select(node => node.Node)];

        // The first one has ended it.
        bool IsWithin(NodeRecord node, int group) => node.Node == group
            || (node.Parent >= 0 && IsWithin(nodes[node.Parent], group));
    }

    // Done, of the first run of the chain, was never any of its work.
    private static AttemptFacts FactsOf(NodeRecord node) =>
        (node.Last is { } last ? RunValuesOf.Counted(node.Purpose, last.Counts) : AttemptFacts.None) with
        {
            State = node.State == NodeState.Done ? null : node.State,
            Attempt = node.Last?.Id,
        };

    private static PastState StateOf(NodeRecord node) => node.State switch
    {
        NodeState.Succeeded when node.Last?.Scope is null => PastState.Loaded,
        NodeState.Hardened => PastState.Loaded,
        NodeState.Disabled or NodeState.NotNeeded => PastState.Settled,
        NodeState.Done => node.IsNotSelected ? PastState.OutOfScope : PastState.Loaded,
        _ => PastState.NotDone,
    };
}

using Orchestrator.Core;
using Orchestrator.Core.Durability;
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
        var loopOf = nodes.Where(node => node.TellsTurnsOf.Length > 0)
            .ToDictionary(node => node.Name, node => node.TellsTurnsOf, StringComparer.Ordinal);
        var found = new Dictionary<string, EarlierPackage>(StringComparer.Ordinal);
        for (var run = last; open.Count > 0;)
        {
            var before = run.Continues is { } number ? reader.Run(number) : null;
            var judged = new JudgedRun(reader, run);
            foreach (var node in judged.Nodes.Where(node => node.Kind == NodeKind.Package))
            {
                if ((node.State != NodeState.Done || before is null) && open.Remove(node.Name, out var mayRunAgain))
                {
                    // There were no rows, or too many: that is asked again.
                    var isAsked = loopOf.TryGetValue(node.Name, out var loop) && judged.HasFailedItself(loop);
                    var state = isAsked ? PastState.NotDone : judged.StateOf(node, mayRunAgain);
                    found.Add(node.Name, new EarlierPackage(state, node.State, run.Number, run.PlanHash)
                    {
                        Attempt = node.Last?.Id,
                        Facts = JudgedRun.FactsOf(node),
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
}

using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Retry;

/// <summary>The turns that a loop had in an earlier run.</summary>
/// <param name="Run">Number of the run.</param>
/// <param name="Keys">What tells them apart, in their order.</param>
public sealed record TurnsBefore(long Run, IReadOnlyList<string> Keys)
{
    /// <summary>By the names of the loops what they had in the last run of a chain in which they had turns. Of a
    /// condition none: how many there are is nothing that is given.</summary>
    internal static IReadOnlyDictionary<string, TurnsBefore> Of(LedgerReader reader, RunRecord last, Plan plan)
    {
        var found = new Dictionary<string, TurnsBefore>(StringComparer.Ordinal);
        if (!plan.Nodes.Any(node => node.Loop is { While: null }))
        {
            return found;
        }

        for (var run = last; run is not null; run = run.Continues is { } before ? reader.Run(before) : null)
        {
            var turns = reader.Turns(run.Number);
            var nodes = turns.Count == 0 ? [] : reader.Nodes(run.Number);
            foreach (var loop in turns.GroupBy(turn => turn.Loop))
            {
                found.TryAdd(nodes[loop.Key].Name, new TurnsBefore(run.Number, [.. loop.Select(turn => turn.Key)]));
            }
        }

        return found;
    }
}

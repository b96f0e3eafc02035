using Orchestrator.Core;
using Orchestrator.Core.RunValues;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Retry;

/// <summary>The turns that a loop had in an earlier run.</summary>
/// <param name="Run">Number of the run.</param>
/// <param name="Keys">What tells them apart, in their order.</param>
public sealed record TurnsBefore(long Run, IReadOnlyList<string> Keys)
{
    /// <summary>
    /// Those of all runs of the chain with what they were given; of one key that of the latest run that knew it. What
    /// ended well stands first.
    /// </summary>
    public IReadOnlyList<TurnThen> All { get; init; } = [];

    /// <summary>By the names of the loops what they had in the last run of a chain in which they had turns. Of a
    /// condition none: how many there are is nothing that is given.</summary>
    internal static IReadOnlyDictionary<string, TurnsBefore> Of(LedgerReader reader, RunRecord last, Plan plan)
    {
        var found = new Dictionary<string, TurnsBefore>(StringComparer.Ordinal);
        if (!plan.Nodes.Any(node => node.Loop is { While: null }))
        {
            return found;
        }

        var all = new Dictionary<(string Loop, string Key), (TurnThen Turn, bool IsDone)>();
        for (var run = last; run is not null; run = run.Continues is { } before ? reader.Run(before) : null)
        {
            var turns = reader.Turns(run.Number);
            var nodes = turns.Count == 0 ? [] : reader.Nodes(run.Number);
            foreach (var loop in turns.GroupBy(turn => nodes[turn.Loop].Name))
            {
                found.TryAdd(loop.Key, new TurnsBefore(run.Number, [.. loop.Select(turn => turn.Key)]));
                foreach (var turn in loop)
                {
                    var state = new TurnState("", turn.Container, nodes[turn.Container].State);
                    all.TryAdd((loop.Key, turn.Key), (new TurnThen(turn.Key, turn.Row), state.IsDone));
                }
            }
        }

        var byLoop = all.ToLookup(one => one.Key.Loop, one => one.Value, StringComparer.Ordinal);
        return found.ToDictionary(one => one.Key, one => one.Value with
        {
            All = [.. byLoop[one.Key].OrderByDescending(turn => turn.IsDone).Select(turn => turn.Turn)],
        }, StringComparer.Ordinal);
    }
}

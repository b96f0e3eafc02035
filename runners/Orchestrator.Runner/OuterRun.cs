using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Packages.Programs;

namespace Orchestrator.Runner;

/// <summary>
/// The runs one of whose programs has started this one, or one that has started this one, as long as they wait for that
/// program: what comes in them behind it comes only once this run has ended.
/// </summary>
internal sealed class OuterRun(Func<string, string?> variables)
{
    /// <summary>Whether an attempt at work comes to a state that counts only once this run has ended.</summary>
    /// <param name="reader">The ledger.</param>
    /// <param name="attempt">The attempt.</param>
    /// <param name="flush">When its database is flushed; null = nobody knows.</param>
    public bool AwaitsUs(LedgerReader reader, long attempt, FlushWhen? flush) =>
        OuterAttempts.Of(variables).Any(outer => AwaitsUs(reader, attempt, flush, outer.Run, outer.Attempt));

    private static bool AwaitsUs(LedgerReader reader, long attempt, FlushWhen? flush, Guid id, long number)
    {
        if (reader.Attempt(attempt) is not { } awaited
            || reader.Attempt(number) is not { State: NodeState.Running or NodeState.Cancelling } program
            || program.Run != awaited.Run || reader.Run(awaited.Run)?.Id != id)
        {
            return false;
        }

        return attempt == number || (awaited is { State: NodeState.Succeeded, Scope: not null }
            && (flush == FlushWhen.Run
                || (flush == FlushWhen.Level && AreOfOneLevel(reader, awaited.Run, awaited.Node, program.Node))));
    }

    private static bool AreOfOneLevel(LedgerReader reader, long run, int one, int other)
    {
        var nodes = reader.Nodes(run).ToDictionary(node => node.Node);
        return LevelOf(nodes, one) == LevelOf(nodes, other);
    }

    // A turn of a loop stands deeper than other containers.
    private static int LevelOf(Dictionary<int, NodeRecord> nodes, int node)
    {
        var above = node;
        while (above >= 0 && nodes[above].Kind != NodeKind.Level)
        {
            above = nodes[above].Parent;
        }

        return above;
    }
}

using System.Globalization;
using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Packages.Programs;

namespace Orchestrator.Runner;

/// <summary>
/// The run one of whose programs has started this one, as long as it waits for that program: what comes in it behind
/// the program comes only once this run has ended. Known by the variables that the program was passed.
/// </summary>
internal sealed class OuterRun(Func<string, string?> variables)
{
    /// <summary>Whether an attempt at work comes to a state that counts only once this run has ended.</summary>
    /// <param name="reader">The ledger.</param>
    /// <param name="attempt">The attempt.</param>
    /// <param name="flush">When its database is flushed; null = nobody knows.</param>
    public bool AwaitsUs(LedgerReader reader, long attempt, FlushWhen? flush)
    {
        if (!Guid.TryParse(variables(LeftPrograms.RunVariable), out var id)
            || !long.TryParse(variables(LeftPrograms.AttemptVariable), CultureInfo.InvariantCulture, out var number)
            || reader.Attempt(attempt) is not { } awaited
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
        var parents = reader.Nodes(run).ToDictionary(node => node.Node, node => node.Parent);
        return parents[parents[one]] == parents[parents[other]];
    }
}

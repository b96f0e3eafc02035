using Orchestrator.Core.Durability;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>What is left of a run, for the one that continues it: what is done, also in turns, and what it has set.
/// </summary>
internal static class SimRetry
{
    public static RunMachineOptions Of(SimNight night, RunMachineOptions options)
    {
        var written = night.Board.Plan.Nodes.Where(node => !night.Board.IsGrown(node.Index)).ToArray();
        var plan = night.Board.Plan with { Nodes = written };
        var point = ResumePoint.Of(plan, index => new PastOutcome(StateOf(night, index), 1), options.Selected);
        var done = written.Where(node => node.Kind == NodeKind.Package && !point.Again.Contains(node.Index)
            && options.Selected?.Contains(node.Index) != false).ToArray();
        return options with
        {
            // As for a person's retry: it selects what is left.
            Selected = point.Again.Where(index => options.Selected?.Contains(index) != false).ToHashSet(),
            Done = done.ToDictionary(node => node.Index, _ => "done in run 1"),
            DoneByName = Turns(night, point.Again),
            Values = written.SelectMany(node => node.Sets.Select(variable => (Node: node.Index, Variable: variable)))
                .Select(key => (Key: key, Value: night.Referee.Values.Of(key.Node, key.Variable)))
                .Where(one => one.Value is not null && !point.Again.Contains(one.Key.Node))
                .ToDictionary(one => one.Key, one => one.Value!),
            // What was left out is settled: nobody asks for it any more.
            SelectedTurns = new Dictionary<int, IReadOnlyList<string>>(),
            PastFailures = new HashSet<(int, int)>(),
        };
    }

    private static PastState StateOf(SimNight night, int package) => night.Referee.States[package] switch
    {
        NodeState.Succeeded or NodeState.Hardened => PastState.Loaded,
        NodeState.NotNeeded or NodeState.Done or NodeState.Disabled => PastState.Settled,
        _ => PastState.NotDone,
    };

    /// <summary>
    /// In turns is done what ended well, unless it reads what runs again: of its own turn, or of those around it.
    /// </summary>
    private static Dictionary<string, PastTurn> Turns(SimNight night, IReadOnlySet<int> again)
    {
        var board = night.Board;
        var done = new HashSet<int>();
        foreach (var node in board.Plan.Nodes.Where(node => board.IsGrown(node.Index) && node.Kind == NodeKind.Package))
        {
            if (StateOf(night, node.Index) != PastState.NotDone
                && !node.Reads.Any(read => board.IsGrown(read) ? !done.Contains(read)
                    : !board.IsTemplate(read) && again.Contains(read)))
            {
                done.Add(node.Index);
            }
        }

        return done.Select(index => board.Plan.Nodes[index]).ToDictionary(node => node.Name, node => Past(night, node));
    }

    private static PastTurn Past(SimNight night, PlanNode node)
    {
        var values = node.Sets.Select(variable => (variable, Value: night.Referee.Values.Of(node.Index, variable)))
            .Where(one => one.Value is not null).ToDictionary(one => one.variable, one => one.Value!);
        return new PastTurn("done in run 1", [.. node.Turns.Select(turn => turn.Row)]) { Values = values };
    }
}

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
            TurnsThen = night.Board.Plan.Nodes.Where(IsTurn).GroupBy(turn => night.Board.Plan.Nodes[turn.Parent].Name)
                .ToDictionary(loop => loop.Key, loop => (IReadOnlyList<TurnThen>)
                    [.. loop.Select(turn => new TurnThen(turn.Turns[^1].Key, turn.Turns[^1].Row))]),
            Values = written.SelectMany(node => node.Sets.Select(variable => (Node: node.Index, Variable: variable)))
                .Select(key => (Key: key, Value: night.Referee.Values.Of(key.Node, key.Variable)))
                .Where(one => one.Value is not null && !point.Again.Contains(one.Key.Node))
                .ToDictionary(one => one.Key, one => one.Value!),
            // What was left out is settled: nobody asks for it any more.
            SelectedTurns = new Dictionary<int, IReadOnlyList<string>>(),
            PastFailures = new HashSet<(int, int)>(),
        };
    }

    /// <summary>
    /// Of rows that were known before the run and come in another order: as many are repeated as were not done,
    /// whatever their turns are called. Of a loop in a turn that is blocked before it has its own turns none are there.
    /// </summary>
    public static void Check(SimNight night, RunMachineOptions retry, SimNight again)
    {
        var then = night.Board.Plan.Nodes
            .Where(node => IsOfKnownRows(night, node) && retry.DoneByName.ContainsKey(node.Name))
            .ToLookup(node => RowOf(night, node));
        var started = again.Commands.OfType<StartPackage>().Select(start => start.Node).ToHashSet();
        foreach (var now in again.Board.Plan.Nodes.Where(node => IsOfKnownRows(again, node))
            .GroupBy(node => RowOf(again, node)))
        {
            if (now.Count(node => started.Contains(node.Index))
                > Math.Max(0, All(again, now.First()) - then[now.Key].Count()))
            {
                throw new BrokenRuleException("a retry repeats no row that is done");
            }
        }
    }

    // How many packages have the same rows around them, once all of their loops have their turns.
    private static int All(SimNight night, PlanNode node) => node.Turns.Aggregate(1, (all, around) =>
        all * night.Board.Plan.Nodes.Count(each => IsTurn(each) && each.Parent == around.Loop
            && each.Turns[^1].Row == around.Row));

    private static bool IsTurn(PlanNode node) =>
        node.Kind == NodeKind.Container && node.Turns.Count > 0 && node.Turns[^1].Loop == node.Parent;

    private static bool IsOfKnownRows(SimNight night, PlanNode node) => node.Kind == NodeKind.Package
        && node.Turns.Count > 0 && node.Turns.All(turn => night.Board.Plan.Nodes[turn.Loop].Loop!.Known is not null);

    private static string RowOf(SimNight night, PlanNode node) =>
        $"{night.Board.TemplateOf(node.Index)}|{string.Join('|', node.Turns.Select(turn => turn.Row))}";

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

using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>
/// Follows what is not on disk: which flush each success needs, that one is asked for in time, and that nobody relies
/// on what is not hardened.
/// </summary>
internal sealed class FlushReferee(Plan plan, RunMachineOptions options, PlanRules rules)
{
    private readonly Dictionary<(int Node, int Attempt), TimeSpan>[] _unhardened =
        [.. plan.Relaxed.Select(_ => new Dictionary<(int, int), TimeSpan>())];

    private readonly HashSet<(int, int)>?[] _underWay = new HashSet<(int, int)>?[plan.Relaxed.Count];
    private readonly PerNode<TimeSpan> _couldWait = new();
    private HashSet<(int, int)> _hardened = [];
    private HashSet<(int, int)> _lost = [];
    private TimeSpan _now;

    public bool IsHardStop { get; private set; }

    /// <summary>Time in which a package was ready and something that it reads was not on disk.</summary>
    public TimeSpan CouldWait(int package) => _couldWait[package];

    /// <summary>A success that ends only when it is hardened.</summary>
    public bool IsOpen(int package, NodeState state) => state == NodeState.Succeeded && !IsHardStop
        && !rules.IsTemplate(package)
        && DatabaseOf(package) is >= 0 and var database && plan.Relaxed[database].Flush == FlushWhen.Package;

    public bool MustWait(int package) => InTheWay(package).Any();

    public bool IsUnhardened(int database) => _unhardened[database].Count > 0;

    public void See(RunEvent e, PerNode<NodeState> states)
    {
        foreach (var package in rules.Packages.Where(one => states[one] == NodeState.Ready && MustWait(one)))
        {
            _couldWait[package] += e.At - _now;
        }

        _now = e.At;
        IsHardStop |= e is CancelRequested { IsHard: true };
        (_hardened, _lost) = ([], []);
        if (e is HardeningEnded ended)
        {
            Require(_underWay[ended.Database] is not null, "a flush that ends has begun");
            _lost = [.. ended.Lost.Select(one => (one.Node, one.Attempt))];
            _hardened = [.. _underWay[ended.Database]!.Except(_lost)];
            _underWay[ended.Database] = null;
        }
    }

    public void See(RecordTransition transition)
    {
        var (node, from, to) = (transition.Node, transition.From, transition.To);
        if (plan.Nodes[node].Kind != NodeKind.Package)
        {
            var ends = !PlanRules.HasEnded(from) && PlanRules.HasEnded(to);
            Require(!ends || IsHardStop || !FlushedBehind(node).Any(),
                node == 0 ? "no run ends unhardened" : "a level ends after its flush");
            return;
        }

        var key = (node, transition.Attempt);
        var database = DatabaseOf(node);
        if (to == NodeState.Running)
        {
            Require(!MustWait(node), "what reads a relaxed database starts after its flush");
        }
        else if (to == NodeState.Succeeded && database >= 0)
        {
            _unhardened[database].Add(key, transition.At);
        }
        else if (from == NodeState.Succeeded)
        {
            Require((to == NodeState.Hardened ? _hardened : _lost).Contains(key), "hardened is what the flush says");
            _unhardened[database].Remove(key);
        }
    }

    public void See(HardenDatabase flush)
    {
        Require(_underWay[flush.Database] is null, "one flush under way per database");
        _underWay[flush.Database] = [.. flush.Attempts];
        Require(flush.Attempts.Count > 0 && _underWay[flush.Database]!.SetEquals(_unhardened[flush.Database].Keys),
            "a flush is for all that is not hardened");
    }

    public void SeeEnd() => Require(IsHardStop || _unhardened.All(one => one.Count == 0), "no run ends unhardened");

    public void CheckTurn(PerNode<NodeState> states, Func<int, bool> isHeldElsewhere)
    {
        Require(_hardened.Concat(_lost).All(one => !_unhardened.Any(known => known.ContainsKey(one))),
            "the end of a flush is recorded");
        foreach (var group in plan.Nodes.Where(node => states[node.Index] == NodeState.Succeeded))
        {
            Require(group.Kind == NodeKind.Package || !plan.Nodes.Any(child => child.Parent == group.Index
                && states[child.Index] == NodeState.Failed), "the groups around a loss fail");
        }

        for (var database = 0; database < plan.Relaxed.Count && !IsHardStop; database++)
        {
            Require(!IsUnhardened(database) || _underWay[database] is not null || !IsDue(database, states),
                $"a flush comes in time: {plan.Relaxed[database].Flush}");
        }

        foreach (var reader in rules.Packages.Where(one => states[one] == NodeState.Ready && !IsHardStop))
        {
            Require(!MustWait(reader) || isHeldElsewhere(reader)
                || InTheWay(reader).Any(one => _underWay[one] is not null),
                "a flush comes in time: for who reads");
        }
    }

    private bool IsDue(int database, PerNode<NodeState> states)
    {
        bool HasEnded(int node) => PlanRules.HasEnded(states[node]) && !IsOpen(node, states[node]);
        var (flush, oldest) = (plan.Relaxed[database].Flush, _unhardened[database].Values.Min());
        return plan.Nodes.Skip(1).All(node => HasEnded(node.Index))
            || flush == FlushWhen.Package
            || (flush == FlushWhen.Every && oldest + plan.Relaxed[database].Every <= _now)
            || (flush == FlushWhen.Level && _unhardened[database].Keys.Any(one => rules.Packages
                .Concat(rules.Loops).All(other => LevelOf(other) != LevelOf(one.Node) || HasEnded(other))));
    }

    private IEnumerable<(int, int)> FlushedBehind(int group) => Enumerable.Range(0, plan.Relaxed.Count)
        .SelectMany(database => _unhardened[database].Keys.Where(one => group == 0
            || (plan.Relaxed[database].Flush == FlushWhen.Level && LevelOf(one.Node) == group)));

    /// <summary>Of what it reads, and of what its values are from, unless it writes there itself.</summary>
    private IEnumerable<int> InTheWay(int package) => plan.Nodes[package].ReadsRelaxed
        .Concat(plan.Nodes[package].ReadsValues.SelectMany(read => read.Setters, (_, setter) => DatabaseOf(setter))
            .Where(database => database >= 0 && database != plan.Nodes[package].Relaxed))
        .Where(IsUnhardened);

    private int DatabaseOf(int package) =>
        options.Relaxed?.Contains(plan.Nodes[package].Relaxed) == true ? plan.Nodes[package].Relaxed : -1;

    private int LevelOf(int package) => rules.Above(package, NodeKind.Level);

    private static void Require(bool holds, string rule)
    {
        if (!holds)
        {
            throw new BrokenRuleException(rule);
        }
    }
}

using Orchestrator.Core;
using Orchestrator.Core.Durability;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;

namespace Orchestrator.Runner.Retry;

/// <summary>
/// What is done in turns of loops: all that was, but what stands behind something that runs again, in its own turn, in
/// those around it and within it, or outside of the loop.
/// </summary>
internal sealed class TurnsDone
{
    // No key holds it.
    private const string Anywhere = "]";

    private readonly Plan _plan;
    private readonly IReadOnlySet<int> _toRun;
    private readonly Func<PlanNode, bool> _addsTwice;
    private readonly IReadOnlyList<bool> _isTemplate;
    private readonly HashSet<int> _againOutside = [];
    private readonly Dictionary<string, PlanNode> _madeAfter = new(StringComparer.Ordinal);
    private readonly Dictionary<int, List<string>> _names = [];
    private readonly Dictionary<string, PastTurn> _done = new(StringComparer.Ordinal);
    private readonly Dictionary<int, int[]> _before = [];
    private readonly Dictionary<int, int[]> _loops = [];
    private readonly Dictionary<int, PlanNode[]> _packages = [];

    // Of a package the turns around those in which it is not done, as long as nothing more is found that is not.
    private readonly Dictionary<int, HashSet<string>> _open = [];

    /// <param name="plan">The plan of today.</param>
    /// <param name="toRun">What is to run of it.</param>
    /// <param name="addsTwice">Whether what is made after it would add rows a second time: it stays done.</param>
    public TurnsDone(Plan plan, IReadOnlySet<int> toRun, Func<PlanNode, bool> addsTwice)
    {
        (_plan, _toRun, _addsTwice, _isTemplate) = (plan, toRun, addsTwice, LoopTemplates.Of(plan.Nodes));
        foreach (var package in toRun.Where(index => !plan.Nodes[index].IsHook))
        {
            _againOutside.UnionWith(plan.GroupsAround(plan.Nodes[package]).Select(group => group.Index)
                .Prepend(package).Where(index => !_isTemplate[index]));
        }
    }

    /// <summary>Takes in what a run knew of a package in a turn. The newest run that knew it is asked.</summary>
    /// <param name="name">Its name.</param>
    /// <param name="template">What it is made after.</param>
    /// <param name="past">What the run has done of it; null = it is not done.</param>
    public void Take(string name, PlanNode template, Func<PastTurn?> past)
    {
        if (!_madeAfter.TryAdd(name, template))
        {
            return;
        }

        if (!_names.TryGetValue(template.Index, out var known))
        {
            _names[template.Index] = known = [];
        }

        known.Add(name);
        if (past() is { } done)
        {
            _done.Add(name, done);
        }
    }

    /// <summary>What is left of it, by the names of the packages.</summary>
    public IReadOnlyDictionary<string, PastTurn> Whole()
    {
        var isMore = true;
        while (isMore)
        {
            isMore = false;
            _open.Clear();
            foreach (var name in _done.Keys.Where(name => !IsWhole(name)).ToArray())
            {
                isMore |= _done.Remove(name);
            }
        }

        return _done;
    }

    private bool IsWhole(string name)
    {
        var template = _madeAfter[name];
        return RunMachineOptions.IsNotSelected(_done[name].Why) || _addsTwice(template)
            || (template.Sets.All(_done[name].Values.ContainsKey)
            && Before(template).All(before => IsDone(before, template, KeysOf(name, template))));
    }

    /// <summary>Behind what a package runs again. Not behind who has said the rows of a loop: with the values of then
    /// a turn is done.</summary>
    private int[] Before(PlanNode template)
    {
        if (!_before.TryGetValue(template.Index, out var before))
        {
            _before[template.Index] = before =
            [
                .. ResumePoint.Before(_plan, template)
                    .Concat(_plan.GroupsAround(template).SelectMany(Asked)).Distinct(),
            ];
        }

        return before;
    }

    private IEnumerable<int> Asked(PlanNode group) => AskedNodes.Of(_plan, group).Concat(group.ReadsValues
        .Where(read => read.Variable != (group.Loop?.Rows ?? -1)).SelectMany(read => read.Setters));

    private bool IsDone(int before, PlanNode reader, string keys) => !_isTemplate[before]
        ? !_againOutside.Contains(before)
        : PackagesOf(before).All(package => IsDoneInTurns(package, reader, keys));

    private bool IsDoneInTurns(PlanNode before, PlanNode reader, string keys)
    {
        if (!_toRun.Contains(before.Index))
        {
            return true;
        }

        var own = LoopsAround(reader);
        int[] further = [.. LoopsAround(before).Except(own)];
        if (further.Length == 0)
        {
            return Around(before, reader, keys).Any(its =>
                _done.ContainsKey(LoopTemplates.NameIn(before.Name, its)));
        }

        var isInSameTurn = LoopsAround(before).Intersect(own).Count() == own.Length;
        return !OpenOf(before).Contains(isInSameTurn ? keys : Anywhere)
            && further.SelectMany(SettersOf).All(setter => IsDone(setter, reader, keys));
    }

    /// <summary>The keys that what a package reads may have: what stands in an outer loop has fewer of them.</summary>
    private IEnumerable<string> Around(PlanNode before, PlanNode reader, string keys)
    {
        var all = keys.Split(',');
        return LoopsAround(before).Length == LoopsAround(reader).Length ? [keys]
            : Enumerable.Range(1, all.Length - 1).Select(count => string.Join(',', all.Take(count)));
    }

    /// <summary>What stands between the brackets of a name: the keys of its turns, joined.</summary>
    public static string KeysOf(string name, PlanNode template) => LoopTemplates.KeysIn(template.Name, name);

    private HashSet<string> OpenOf(PlanNode before)
    {
        if (!_open.TryGetValue(before.Index, out var open))
        {
            _open[before.Index] = open = new HashSet<string>(StringComparer.Ordinal);
            foreach (var name in _names.GetValueOrDefault(before.Index, []).Where(name => !_done.ContainsKey(name)))
            {
                open.Add(Anywhere);
                var keys = KeysOf(name, before);
                for (var comma = keys.IndexOf(','); comma >= 0; comma = keys.IndexOf(',', comma + 1))
                {
                    open.Add(keys[..comma]);
                }
            }
        }

        return open;
    }

    private PlanNode[] PackagesOf(int node)
    {
        if (!_packages.TryGetValue(node, out var packages))
        {
            _packages[node] = packages = _plan.Nodes[node].Kind == NodeKind.Package ? [_plan.Nodes[node]]
                : [.. _plan.Nodes.Where(each => each.Kind == NodeKind.Package && _plan.IsWithin(each, node))];
        }

        return packages;
    }

    private IEnumerable<int> SettersOf(int loop) =>
        _plan.Nodes[loop].ReadsValues.SelectMany(read => read.Setters);

    private int[] LoopsAround(PlanNode node)
    {
        if (!_loops.TryGetValue(node.Index, out var loops))
        {
            _loops[node.Index] = loops = [.. _plan.GroupsAround(node).Where(group => group.Loop is not null)
                .Select(group => group.Index)];
        }

        return loops;
    }
}

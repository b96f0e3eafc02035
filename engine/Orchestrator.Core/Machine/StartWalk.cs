namespace Orchestrator.Core.Machine;

/// <summary>A run of a plan in which every package ends at once: finds an order of starts, stops at a cycle.</summary>
internal sealed class StartWalk
{
    private readonly PlanGraph _graph;
    private readonly Plan _plan;
    private readonly int[] _waits;
    private readonly int[] _unfinished;
    private readonly bool[] _started;
    private readonly List<int> _order = [];
    private readonly Queue<int> _toStart = new();

    public StartWalk(Plan plan, PlanGraph graph)
    {
        (_plan, _graph) = (plan, graph);
        _waits = [.. plan.Nodes.Select(node => node.Constraints.Count + 1 + LinearWait(node) + AnyWaits(node))];
        _unfinished = [.. graph.Children.Select(children => children.Count)];
        _started = new bool[plan.Nodes.Count];
    }

    public List<int> Run()
    {
        Release(0);
        while (_toStart.TryDequeue(out var node))
        {
            _order.Add(node);
            _started[node] = true;
            foreach (var child in _graph.Children[node])
            {
                Release(child);
            }

            for (var ended = node; ended >= 0 && _unfinished[ended] == 0 && _started[ended];)
            {
                ended = End(ended);
            }
        }

        return _order;
    }

    private int LinearWait(PlanNode node) =>
        _graph.IsLine(node.Parent) && _graph.PlaceInParent[node.Index] > 0 ? 1 : 0;

    // Of constraints of which one is enough all may have to end.
    private static int AnyWaits(PlanNode node) =>
        node.Any.Sum(group => group.Select(constraint => constraint.Node).Distinct().Count());

    private void Release(int node)
    {
        if (--_waits[node] == 0)
        {
            _toStart.Enqueue(node);
        }
    }

    /// <summary>Ends a node and answers with its parent, which may have ended by it (−1 if not).</summary>
    private int End(int node)
    {
        foreach (var dependent in _graph.Dependents[node])
        {
            Release(dependent);
        }

        foreach (var (dependent, _) in _graph.AnyDependents(node))
        {
            Release(dependent);
        }

        var parent = _plan.Nodes[node].Parent;
        if (_graph.NextInLine(node) is >= 0 and var next)
        {
            Release(next);
        }

        return parent >= 0 && --_unfinished[parent] == 0 ? parent : -1;
    }
}

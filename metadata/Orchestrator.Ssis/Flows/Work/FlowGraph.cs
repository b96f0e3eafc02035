using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Work;

/// <summary>What lies behind what in a flow, and where its rows end.</summary>
internal sealed class FlowGraph
{
    private readonly ILookup<string, FlowPath> _from;
    private readonly ILookup<string, FlowPath> _to;
    private readonly Dictionary<string, FlowComponent> _components = new(StringComparer.Ordinal);
    private readonly Dictionary<string, HashSet<string>> _ends = new(StringComparer.Ordinal);
    private readonly HashSet<string> _errors = new(StringComparer.Ordinal);

    public FlowGraph(DataFlowTask flow)
    {
        foreach (var component in flow.Components)
        {
            _components.TryAdd(component.Path, component);
        }

        var paths = flow.Paths.Where(each => _components.ContainsKey(each.From) && _components.ContainsKey(each.To))
            .ToList();
        (_from, _to) = (paths.ToLookup(each => each.From), paths.ToLookup(each => each.To));
        Ordered = InOrder();
        FindErrors();
        FindEnds();
    }

    /// <summary>The components, each behind those whose rows it takes; those in a circle are left out.</summary>
    public IReadOnlyList<FlowComponent> Ordered { get; }

    public FlowComponent Find(string path) => _components[path];

    public FlowComponent? TryFind(string path) => _components.GetValueOrDefault(path);

    /// <summary>The arrows into a component, in the order of its inputs.</summary>
    public IReadOnlyList<FlowPath> Into(FlowComponent component) =>
    [
        .. _to[component.Path].OrderBy(path => component.Inputs.TakeWhile(each => each.Name != path.Input).Count()),
    ];

    public IEnumerable<FlowPath> From(FlowComponent component) => _from[component.Path];

    /// <summary>Whether anybody takes the rows of an output.</summary>
    public bool IsTaken(FlowComponent component, FlowOutput output) =>
        _from[component.Path].Any(each => each.Output == output.Name);

    /// <summary>Whether it works on nothing but rows that something else refused.</summary>
    public bool IsOfErrors(FlowComponent component) => _errors.Contains(component.Path);

    /// <summary>Whether an arrow carries what a component refused. What a lookup has not found is none of that.
    /// </summary>
    public bool IsError(FlowPath path)
    {
        var from = _components[path.From];
        return from.Outputs.Any(each => each.Name == path.Output && each.IsError) && !GivesUnfound(from);
    }

    /// <summary>Whether the rows that a lookup has not found leave it by its error output.</summary>
    public static bool GivesUnfound(FlowComponent component) => component.Kind == ComponentKind.Lookup
        && component.Property("NoMatchBehavior") != "1"
        && component.Outputs.FirstOrDefault(each => !each.IsError)?.OnError == RowDisposition.RedirectRow;

    /// <summary>The components behind which the rows of one have gone somewhere; itself, if it is one.</summary>
    public IReadOnlySet<string> EndsOf(FlowComponent component) => _ends[component.Path];

    /// <summary>Whether its rows go more than one way.</summary>
    public bool IsParting(FlowComponent component) => _from[component.Path].Count(each => !IsError(each)) > 1;

    /// <summary>Whether they do, and end at more than one place.</summary>
    public bool IsFork(FlowComponent component) => IsParting(component) && _ends[component.Path].Count > 1;

    public static bool IsEnd(ComponentKind kind) => kind is ComponentKind.OleDbDestination
        or ComponentKind.AdoNetDestination or ComponentKind.OdbcDestination or ComponentKind.FlatFileDestination
        or ComponentKind.ExcelDestination or ComponentKind.RawFileDestination or ComponentKind.RecordsetDestination
        or ComponentKind.BulkDestination or ComponentKind.OleDbCommand or ComponentKind.SlowlyChangingDimension;

    private List<FlowComponent> InOrder()
    {
        var waits = _components.Keys.ToDictionary(path => path, path => _to[path].Count(), StringComparer.Ordinal);
        var ready = new Queue<FlowComponent>(_components.Values.Where(each => waits[each.Path] == 0));
        List<FlowComponent> ordered = [];
        while (ready.TryDequeue(out var next))
        {
            ordered.Add(next);
            foreach (var path in _from[next.Path].Where(path => --waits[path.To] == 0))
            {
                ready.Enqueue(_components[path.To]);
            }
        }

        return ordered;
    }

    private void FindErrors()
    {
        foreach (var component in Ordered.Where(each => _to[each.Path].Any()
            && _to[each.Path].All(path => IsError(path) || _errors.Contains(path.From))))
        {
            _errors.Add(component.Path);
        }
    }

    private void FindEnds()
    {
        foreach (var component in Ordered.Reverse())
        {
            HashSet<string> ends = new(StringComparer.Ordinal);
            ends.UnionWith(IsEnd(component.Kind) ? [component.Path] : []);
            foreach (var path in _from[component.Path].Where(each => !IsError(each)))
            {
                ends.UnionWith(component.Kind == ComponentKind.SlowlyChangingDimension
                    ? [] : _ends.GetValueOrDefault(path.To, []));
            }

            _ends[component.Path] = ends;
        }
    }
}

using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Work;

/// <summary>A flow while it is translated: the sets of its outputs, what it has become so far, and what it is done
/// with.</summary>
internal sealed class FlowWork
{
    private readonly Dictionary<(string Component, string Output), FlowSet> _sets = [];
    private readonly Dictionary<string, Disposition> _done = new(StringComparer.Ordinal);

    /// <summary>A flow of a package.</summary>
    /// <param name="package">The package.</param>
    /// <param name="flow">The flow.</param>
    /// <param name="context">What stands around the package.</param>
    /// <param name="outer">The flow in whose statements its rows are read; null where it stands for itself.</param>
    public FlowWork(SsisPackage package, SsisExecutable flow, FlowContext context, FlowWork? outer = null)
    {
        (Package, Flow, Context) = (package, flow, context);
        Data = flow.DataFlow ?? new DataFlowTask();
        Graph = new(Data);
        Places = new(context);
        Columns = new(Data);
        Variables = new(package, flow, context);
        Caches = outer?.Caches ?? FlowCaches.Of(package);
        Title = ModelWalk.Of(package.Root).Count(each => each.DataFlow is not null && each.Name == flow.Name) > 1
            ? flow.Path[(flow.Path.IndexOf('\\', StringComparison.Ordinal) + 1)..] : flow.Name;
        Depth = outer is null ? 0 : outer.Depth + 1;
        Names = outer?.Names ?? new(context.Prefix, string.Join('\n', Data.Components
            .Concat(Caches.SelectMany(each => each.Flow.DataFlow!.Components)).SelectMany(each => each.Properties)
            .Where(each => each.Name.StartsWith("SqlCommand", StringComparison.Ordinal)
                || each.Name is "OpenRowset" or "TableOrViewName" or "TableName").Select(each => each.Value)),
            context.TakesLanding);
        Expressions = new(Variables, Columns, Graph);
    }

    public SsisPackage Package { get; }

    public SsisExecutable Flow { get; }

    public FlowContext Context { get; }

    public DataFlowTask Data { get; }

    /// <summary>The components of the package that fill a cache, with their flows.</summary>
    public IReadOnlyList<(SsisExecutable Flow, FlowComponent Component)> Caches { get; }

    /// <summary>What tells the flow from the others of its package.</summary>
    public string Title { get; }

    /// <summary>The database of the lookups for which the flow fills a cache, and does nothing else; null of any other.
    /// </summary>
    public FlowPlace? CacheTarget { get; init; }

    /// <summary>How many flows its rows are read through.</summary>
    public int Depth { get; }

    public FlowGraph Graph { get; }

    public FlowPlaces Places { get; }

    public FlowColumns Columns { get; }

    public FlowVariables Variables { get; }

    public FlowNames Names { get; }

    public FlowExpressions Expressions { get; }

    public List<FlowLoad> Loads { get; } = [];

    public List<FlowStatement> Statements { get; } = [];

    public List<FlowRowsValue> RowsValues { get; } = [];

    public List<FlowRowCount> RowCounts { get; } = [];

    /// <summary>Counts whose set is known and whose load is not yet.</summary>
    public List<(FlowComponent Component, string Variable, FlowSet Set)> Counted { get; } = [];

    /// <summary>The rows that each load of the flow moves, by its name.</summary>
    public Dictionary<string, object> RowsOf { get; } = new(StringComparer.Ordinal);

    public bool IsDone(FlowComponent component) => _done.ContainsKey(component.Path);

    public Disposition DispositionOf(FlowComponent component) => _done[component.Path];

    public void Mapped(FlowComponent component, string into) => Done(component, DispositionKind.Mapped, into);

    public void Folded(FlowComponent component, string into) => Done(component, DispositionKind.Folded, into);

    public void Dropped(FlowComponent component, string why) => Done(component, DispositionKind.Dropped, why);

    public void Open(FlowComponent component, OpenReason reason, string into = "") =>
        _done.TryAdd(component.Path, new(component.Path, DispositionKind.Open, into, reason));

    /// <summary>The rows that come in by an arrow.</summary>
    public FlowSet Of(FlowPath path) => _sets.GetValueOrDefault((path.From, path.Output)) switch
    {
        null => throw (Graph.IsError(path)
            ? FlowOpenException.NoOption(
                "rows that were refused go on with others: here they are kept apart", path.Name)
            : FlowOpenException.Behind(path.From)),
        UnknownSet unknown => throw FlowOpenException.Behind(unknown.Component),
        var set => set,
    };

    /// <summary>The rows of a component's only input.</summary>
    public FlowSet Input(FlowComponent component) => Graph.Into(component) is [var path, ..] ? Of(path)
        : throw FlowOpenException.Missing("no rows come to it", component.Name);

    public void Give(FlowComponent component, FlowOutput output, FlowSet set) =>
        _sets[(component.Path, output.Name)] = set;

    /// <summary>The outputs that are no error outputs, in the file's order.</summary>
    public static IEnumerable<FlowOutput> MainOutputs(FlowComponent component) =>
        component.Outputs.Where(each => !each.IsError);

    /// <summary>The database that the rows of a component go to, or the one that was named for those that go to none.
    /// </summary>
    public FlowPlace? TargetOf(FlowComponent component) => EndOf(component) ?? CacheTarget ?? Places.Staging();

    /// <summary>The database that the rows of a component go to; null = they go to none.</summary>
    public FlowPlace? EndOf(FlowComponent component) =>
        Data.Components.Where(each => Graph.EndsOf(component).Contains(each.Path)).Select(PlaceOfEnd)
            .FirstOrDefault(each => each?.Dialect is not null);

    public static FlowDialect DialectOf(SqlSet set) => new(set.Place.Dialect!.Value);

    /// <summary>A set whose columns go by their names.</summary>
    public SqlSet Closed(SqlSet set) => set.Closed(DialectOf(set), Names.Part);

    /// <summary>Keeps what a load is.</summary>
    public void Add(FlowLoad load, FlowSet rows)
    {
        Loads.Add(load);
        RowsOf[load.Name] = rows.Rows;
    }

    /// <summary>Takes over what another flow lands whose rows are read in this one.</summary>
    /// <exception cref="FlowOpenException">It does more than that.</exception>
    public void Take(FlowWork inner, FlowComponent reader)
    {
        if (inner.Statements.Count + inner.RowsValues.Count + inner.Counted.Count > 0
            || inner.Loads.Exists(each => !each.IsLanding))
        {
            throw FlowOpenException.NoOption("where its rows come from others are kept, changed or counted as well: "
                + "land them in a table, and look there", reader.Name);
        }

        // They are landed where they are read, behind all that comes before this flow.
        Loads.AddRange(inner.Loads.Select(load => load with { Component = reader.Path }));
        foreach (var (load, rows) in inner.RowsOf)
        {
            RowsOf[load] = rows;
        }
    }

    private FlowPlace? PlaceOfEnd(FlowComponent end)
    {
        try
        {
            return end.Kind is ComponentKind.FlatFileDestination or ComponentKind.ExcelDestination
                or ComponentKind.RawFileDestination or ComponentKind.RecordsetDestination ? null : Places.Of(end);
        }
        catch (FlowOpenException)
        {
            return null;
        }
    }

    private void Done(FlowComponent component, DispositionKind kind, string into) =>
        _done.TryAdd(component.Path, new(component.Path, kind, into, null));
}

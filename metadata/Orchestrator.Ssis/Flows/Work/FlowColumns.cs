using Orchestrator.Ssis.Model;
using Orchestrator.Ssis.Reading;

namespace Orchestrator.Ssis.Flows.Work;

/// <summary>The columns of a flow: how its file names each, and which of them anybody takes.</summary>
internal sealed class FlowColumns
{
    private static readonly HashSet<string> OfNames = new(StringComparer.Ordinal) { "ParameterMap" };

    private readonly Dictionary<ColumnOrigin, OutputColumn> _made = [];
    private readonly Dictionary<string, ColumnOrigin> _byLineage = new(StringComparer.Ordinal);
    private readonly Dictionary<ColumnOrigin, HashSet<string>> _taken = [];

    public FlowColumns(DataFlowTask flow)
    {
        foreach (var component in flow.Components)
        {
            foreach (var output in component.Outputs)
            {
                foreach (var column in output.Columns)
                {
                    var origin = new ColumnOrigin(component.Path, output.Name, column.Name);
                    _made.TryAdd(origin, column);
                    _byLineage.TryAdd(LineageMap.Bare(column.LineageId), origin);
                }
            }
        }

        foreach (var component in flow.Components)
        {
            Take(component);
        }
    }

    /// <summary>The column of an output.</summary>
    public static ColumnOrigin OriginOf(FlowComponent component, FlowOutput output, OutputColumn column) =>
        new(component.Path, output.Name, column.Name);

    /// <summary>How expressions of the file name a column; its own text where the file has no such column.</summary>
    public string LineageOf(ColumnOrigin origin) => _made.TryGetValue(origin, out var column)
        ? LineageMap.Bare(column.LineageId) : $"{origin.Component}|{origin.Output}|{origin.Column}";

    /// <summary>The column that the file names so; null where there is none.</summary>
    public ColumnOrigin? Find(string written) => _byLineage.GetValueOrDefault(LineageMap.Bare(written.Trim()));

    /// <summary>Whether any component takes it; what nobody takes is not read.</summary>
    public bool IsTaken(ColumnOrigin origin) => _taken.ContainsKey(origin);

    /// <summary>Whether exactly one component takes it.</summary>
    public bool IsTakenOnce(ColumnOrigin origin) => _taken.TryGetValue(origin, out var by) && by.Count == 1;

    private void Take(FlowComponent component)
    {
        var origins = component.Inputs.SelectMany(each => each.Columns).Select(each => each.Origin)
            .Concat(component.Outputs.SelectMany(each => each.Columns).Select(each => each.Source))
            .Concat(component.Properties.Where(each => OfNames.Contains(each.Name))
                .SelectMany(each => each.Value.Split(';', StringSplitOptions.RemoveEmptyEntries)).Select(Find));
        foreach (var origin in origins.OfType<ColumnOrigin>())
        {
            if (!_taken.TryGetValue(origin, out var by))
            {
                _taken[origin] = by = new(StringComparer.Ordinal);
            }

            by.Add(component.Path);
        }
    }
}

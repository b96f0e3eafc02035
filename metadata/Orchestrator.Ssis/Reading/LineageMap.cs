using System.Xml.Linq;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Reading;

/// <summary>What the parts of a flow are called: numbers in formats 2 and 3, paths in 6 and 8.</summary>
internal sealed class LineageMap
{
    private readonly Dictionary<string, ColumnOrigin> _columns = new(StringComparer.Ordinal);
    private readonly Dictionary<string, FlowType> _types = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _sorts = new(StringComparer.Ordinal);
    private readonly Dictionary<string, (string Component, string Name)> _ends = new(StringComparer.Ordinal);
    private readonly Dictionary<string, string> _external = new(StringComparer.Ordinal);

    public LineageMap(IReadOnlyList<XElement> components, IReadOnlyDictionary<XElement, string> paths)
    {
        foreach (var component in components)
        {
            foreach (var output in component.Elements("outputs").Elements("output"))
            {
                Add(output, paths[component]);
            }

            foreach (var input in component.Elements("inputs").Elements("input"))
            {
                AddEnd(input, paths[component]);
            }
        }

        // An input's column is named by its own number, too, and is the one that it takes.
        foreach (var column in components.Elements("inputs").Elements("input").Elements("inputColumns")
            .Elements("inputColumn"))
        {
            if (Origin(column.Attribute("lineageId")?.Value) is { } origin)
            {
                _columns.TryAdd(IdOf(column), origin);
            }
        }
    }

    /// <summary>How an element of a flow is named.</summary>
    public static string IdOf(XElement element) =>
        element.Attribute("refId")?.Value ?? element.Attribute("id")?.Value ?? "";

    /// <summary>The column behind a name; null where there is none.</summary>
    /// <param name="written">`12`, `#12`, a path, or one in `#{…}`.</param>
    public ColumnOrigin? Origin(string? written) =>
        string.IsNullOrEmpty(written) ? null : _columns.GetValueOrDefault(Bare(written));

    /// <summary>The type of the column behind a name: formats 2 and 3 write it nowhere else.</summary>
    public FlowType TypeOf(string written) => _types.GetValueOrDefault(Bare(written), FlowType.Unknown);

    /// <summary>The place of the column behind a name among those by which its rows are sorted, as written; null where
    /// it has none. Formats 2 and 3 write it nowhere else.</summary>
    public string? SortOf(string written) => _sorts.GetValueOrDefault(Bare(written));

    /// <summary>The name of a column of a table or file; empty where there is none.</summary>
    public string External(string? id) => string.IsNullOrEmpty(id) ? "" : _external.GetValueOrDefault(id, "");

    /// <summary>The name of the input or output that is called so; empty where there is none.</summary>
    public string EndName(string? id) =>
        !string.IsNullOrEmpty(id) && _ends.TryGetValue(id, out var end) ? end.Name : "";

    /// <summary>A name without the signs around it.</summary>
    public static string Bare(string written) => written switch
    {
        ['#', '{', .. var inner, '}'] => inner,
        ['#', .. var inner] => inner,
        _ => written,
    };

    /// <summary>An arrow; null where one of its ends is not there.</summary>
    public FlowPath? PathOf(XElement path) =>
        _ends.TryGetValue(path.Attribute("startId")?.Value ?? "", out var from)
        && _ends.TryGetValue(path.Attribute("endId")?.Value ?? "", out var to)
            ? new(from.Component, from.Name, to.Component, to.Name, path.Attribute("name")?.Value ?? "")
            : null;

    private void Add(XElement output, string component)
    {
        AddEnd(output, component);
        var name = output.Attribute("name")?.Value ?? "";
        foreach (var column in output.Elements("outputColumns").Elements("outputColumn"))
        {
            var origin = new ColumnOrigin(component, name, column.Attribute("name")?.Value ?? "");
            _columns.TryAdd(column.Attribute("lineageId")?.Value ?? IdOf(column), origin);
            _columns.TryAdd(IdOf(column), origin);
            _types.TryAdd(column.Attribute("lineageId")?.Value ?? IdOf(column), FlowTypes.OfColumn(column));
            if (column.Attribute("sortKeyPosition")?.Value is { } sort)
            {
                _sorts.TryAdd(column.Attribute("lineageId")?.Value ?? IdOf(column), sort);
            }
        }
    }

    private void AddEnd(XElement end, string component)
    {
        _ends.TryAdd(IdOf(end), (component, end.Attribute("name")?.Value ?? ""));
        foreach (var column in end.Elements("externalMetadataColumns").Elements("externalMetadataColumn"))
        {
            _external.TryAdd(IdOf(column), column.Attribute("name")?.Value ?? "");
        }
    }
}

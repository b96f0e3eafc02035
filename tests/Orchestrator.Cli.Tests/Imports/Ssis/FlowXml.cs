using System.Xml.Linq;

namespace Orchestrator.Cli.Tests.Imports.Ssis;

/// <summary>A data flow as its designer writes it, component by component. A column is named `Component.Column`; rows
/// come from a component, or from `Component:Output`.</summary>
internal sealed class FlowXml(string task = "Load")
{
    private const string Rows = "Output";
    private const string Taken = "Input";
    private const string ById = "#{";
    private const string ExternalId = "externalMetadataColumnId";

    // Whose rows come out when all have come in.
    private static readonly string[] Blocking = ["Microsoft.Sort", "Microsoft.Aggregate"];

    private readonly XElement _components = new("components");
    private readonly XElement _paths = new("paths");
    private readonly Dictionary<string, XElement> _columns = new(StringComparer.Ordinal);
    private readonly Dictionary<string, XElement> _external = new(StringComparer.Ordinal);

    /// <summary>The task with all of it.</summary>
    /// <param name="inner">What stands in the task besides.</param>
    public string Task(string inner = "")
    {
        var pipeline = new XElement("pipeline", new XAttribute("version", "1"), _components, _paths);
        return PackageXml.Task(task, "Microsoft.Pipeline", pipeline.ToString(SaveOptions.DisableFormatting), inner);
    }

    /// <summary>A source over a table; its columns are `Id:i4 Name:wstr(50)`.</summary>
    public FlowXml Table(string name, string table, string columns, string connection = "Source") => Source(
        name, "Microsoft.OLEDBSource", connection, columns, ("AccessMode", "0"), ("OpenRowset", table));

    /// <summary>A source over a query.</summary>
    public FlowXml Query(string name, string query, string columns, string parameters = "") => Source(
        name, "Microsoft.OLEDBSource", "Source", columns, ("AccessMode", "2"), ("SqlCommand", query),
        ("ParameterMapping", parameters));

    /// <summary>Any component that only gives rows.</summary>
    public FlowXml Source(string name, string kind, string connection, string columns,
        params (string Name, string Value)[] properties) =>
        Add(name, kind, connection, [], [Output(Rows, [.. Words(columns).Select(Read)])], properties);

    /// <summary>A component that takes rows and gives rows.</summary>
    public FlowXml Step(string name, string kind, string from, string takes, XElement[] makes,
        params (string Name, string Value)[] properties) => Add(name, kind, "",
            [Input(Taken, [.. Words(takes).Select(each => Take(each))])], [Output(Rows, makes)], properties)
            .Arrow(from, name);

    /// <summary>A destination over a table: `Target=Component.Column`, with blanks between.</summary>
    public FlowXml Into(string name, string table, string from, string mapping) => End(
        name, "Microsoft.OLEDBDestination", "Target", from, mapping, ("AccessMode", "3"), ("OpenRowset", table),
        ("FastLoadKeepNulls", "true"));

    /// <summary>Any component that only takes rows.</summary>
    public FlowXml End(string name, string kind, string connection, string from, string mapping,
        params (string Name, string Value)[] properties) => Add(name, kind, connection,
            [Input(Taken, [.. Words(mapping).Select(each => each.Split('=')).Select(each => Take(each[1], each[0]))])],
            [], properties).Arrow(from, name);

    /// <summary>Any component at all.</summary>
    public FlowXml Add(string name, string kind, string connection, XElement[] inputs, XElement[] outputs,
        params (string Name, string Value)[] properties)
    {
        foreach (var input in inputs)
        {
            Place(input, $"{PathOf(name)}.Inputs[{NameOf(input)}]");
        }

        foreach (var output in outputs)
        {
            Place(output, $"{PathOf(name)}.Outputs[{NameOf(output)}]");
            foreach (var column in output.Elements("outputColumns").Elements())
            {
                _columns.TryAdd($"{name}.{NameOf(column)}", column);
            }

            if (inputs is [var only] && !Blocking.Contains(kind))
            {
                output.Add(new XAttribute("synchronousInputId", only.Attribute("refId")!.Value));
            }
        }

        _components.Add(new XElement("component",
            new XAttribute("refId", PathOf(name)), new XAttribute("componentClassID", kind),
            new XAttribute("name", name), Properties(properties),
            connection.Length == 0 ? null : new XElement("connections", new XElement("connection",
                new XAttribute("refId", $"{PathOf(name)}.Connections[Connection]"),
                new XAttribute("connectionManagerID", $"{{{connection}}}"),
                new XAttribute("connectionManagerRefId", $"Package.ConnectionManagers[{connection}]"),
                new XAttribute("name", "Connection"))),
            new XElement("inputs", inputs), new XElement("outputs", outputs)));
        return this;
    }

    /// <summary>An arrow between two components.</summary>
    public FlowXml Arrow(string from, string to, string input = Taken)
    {
        var (component, output) = from.Split(':') is [var first, var second] ? (first, second) : (from, Rows);
        _paths.Add(new XElement("path",
            new XAttribute("refId", $@"Package\{task}.Paths[{_paths.Elements().Count()}]"),
            new XAttribute("name", output), new XAttribute("startId", $"{PathOf(component)}.Outputs[{output}]"),
            new XAttribute("endId", $"{PathOf(to)}.Inputs[{input}]")));
        return this;
    }

    /// <summary>What a component takes at one of its inputs.</summary>
    public XElement Input(string name, XElement[] columns) => new("input", new XAttribute("name", name),
        new XElement("inputColumns", columns), External(columns));

    /// <summary>What a component gives at one of its outputs.</summary>
    public XElement Output(string name, XElement[] columns, params (string Name, string Value)[] properties) =>
        new("output", new XAttribute("name", name), Properties(properties), new XElement("outputColumns", columns),
            External(columns));

    /// <summary>A column that is taken.</summary>
    /// <param name="column">Whose it is.</param>
    /// <param name="target">The column of a table or file, or the parameter, that takes it; empty = none does.</param>
    /// <param name="properties">What is said of it.</param>
    public XElement Take(string column, string target = "", params (string Name, string Value)[] properties)
    {
        var taken = _columns[column];
        return new("inputColumn", new XAttribute("lineageId", taken.Attribute("lineageId")!.Value),
            new XAttribute("cachedName", NameOf(taken)), FlowXmlTypes.Of(taken, "cached"),
            target.Length == 0 ? null : Linked(target, FlowXmlTypes.Of(taken)), Properties(properties));
    }

    /// <summary>A column that is made.</summary>
    public static XElement Column(string name, string type, params (string Name, string Value)[] properties) =>
        new("outputColumn", new XAttribute("name", name), FlowXmlTypes.Of(type), Properties(properties));

    /// <summary>A column by which the rows are sorted.</summary>
    public static XElement Sorted(XElement column) => With(column,
        column.Name.LocalName == "inputColumn" ? "cachedSortKeyPosition" : "sortKeyPosition", "1");

    /// <summary>A part with a further attribute.</summary>
    public static XElement With(XElement part, string name, string value)
    {
        part.Add(new XAttribute(name, value));
        return part;
    }

    /// <summary>How properties name a column.</summary>
    public string Of(string column) =>
        $"{ById}{PathOf(column.Split('.')[0])}.Outputs[{Rows}].Columns[{column.Split('.')[1]}]}}";

    // What a source reads is called as in its table or file.
    private XElement Read(string column)
    {
        var made = Column(column.Split(':')[0], column.Split(':')[1]);
        made.Add(Linked(NameOf(made), FlowXmlTypes.Of(made)));
        return made;
    }

    private XAttribute Linked(string name, IEnumerable<XAttribute> type)
    {
        var id = $"{task} external {_external.Count}";
        _external[id] = new("externalMetadataColumn", new XAttribute("refId", id), new XAttribute("name", name), type);
        return new(ExternalId, id);
    }

    private XElement External(XElement[] columns) => new("externalMetadataColumns",
        columns.Select(each => each.Attribute(ExternalId)).OfType<XAttribute>().Select(each => _external[each.Value]));

    private static void Place(XElement end, string path)
    {
        end.Add(new XAttribute("refId", path));
        foreach (var column in end.Elements("inputColumns").Elements())
        {
            column.Add(new XAttribute("refId", $"{path}.Columns[{column.Attribute("cachedName")!.Value}]"));
        }

        foreach (var column in end.Elements("outputColumns").Elements())
        {
            var id = $"{path}.Columns[{NameOf(column)}]";
            column.Add(new XAttribute("refId", id), new XAttribute("lineageId", id));
        }
    }

    private static XElement? Properties((string Name, string Value)[] properties) => properties.Length == 0 ? null
        : new("properties", properties.Select(each => new XElement("property", new XAttribute("name", each.Name),
            each.Value.StartsWith(ById, StringComparison.Ordinal) ? new XAttribute("containsID", "true") : null,
            each.Value)));

    private static string NameOf(XElement element) => element.Attribute("name")!.Value;

    private static string[] Words(string text) => text.Split(' ', StringSplitOptions.RemoveEmptyEntries);

    private string PathOf(string component) => $@"Package\{task}\{component}";
}

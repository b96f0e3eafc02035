using Orchestrator.Ssis.Flows;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Metadata.Tests.SsisFlows;

/// <summary>A data flow of our own making, component by component. A column is named `Component.Column`, the rows that
/// a component takes by that component, or `Component:Output`.</summary>
internal sealed class FlowSample(string task = "Load")
{
    private readonly List<FlowComponent> _components = [];
    private readonly List<FlowPath> _paths = [];
    private readonly List<SsisConnection> _connections = [];
    private readonly List<SsisVariable> _variables = [];
    private readonly List<PropertyExpression> _expressions = [];

    /// <summary>A connection to a database of its own on one server.</summary>
    public FlowSample Database(string name, string provider = "SQLNCLI11.1", string? database = null)
    {
        _connections.Add(new()
        {
            Name = name,
            Kind = ConnectionManagerKind.OleDb,
            CreationName = "OLEDB",
            Provider = provider,
            Server = "db",
            Database = database ?? name,
        });
        return this;
    }

    /// <summary>A flat file with those columns, `Id:i4 Name:wstr(50)`.</summary>
    public FlowSample File(string name, string columns, Func<FlatFileForm, FlatFileForm>? form = null,
        string connectionString = "")
    {
        var said = FlowSampleTypes.Columns(columns).ToList();
        var made = new FlatFileForm
        {
            Format = "Delimited",
            CodePage = 65001,
            HasHeader = true,
            RowDelimiter = "\r\n",
            Columns =
            [
                .. said.Index().Select(each => new FlatFileColumn
                {
                    Name = each.Item.Name,
                    Type = each.Item.Type,
                    Format = "Delimited",
                    Delimiter = each.Index == said.Count - 1 ? "\r\n" : ",",
                }),
            ],
        };
        _connections.Add(new()
        {
            Name = name,
            Kind = ConnectionManagerKind.FlatFile,
            Path = $"in/{name}.csv",
            ConnectionString = connectionString,
            FlatFile = form is null ? made : form(made),
        });
        return this;
    }

    public FlowSample Variable(
        string name, SsisValueType type, string? value = null, string? expression = null, bool isConstant = false)
    {
        _variables.Add(new()
        {
            Space = "User",
            Name = name,
            Id = $"{{{name}}}",
            Type = type,
            Value = value,
            Expression = expression,
            IsConstant = isConstant,
        });
        return this;
    }

    /// <summary>Lets an expression say a property of a component, `[Component].[Property]`.</summary>
    public FlowSample Said(string property, string expression)
    {
        _expressions.Add(new(property, expression));
        return this;
    }

    /// <summary>An OLE DB source over a table.</summary>
    public FlowSample Table(string name, string connection, string table, string columns) => Source(
        name, ComponentKind.OleDbSource, connection, columns, ("AccessMode", "0"), ("OpenRowset", table));

    /// <summary>An OLE DB source over a statement.</summary>
    public FlowSample Query(string name, string connection, string sql, string columns, string parameters = "") =>
        Source(name, ComponentKind.OleDbSource, connection, columns, ("AccessMode", "2"), ("SqlCommand", sql),
            ("ParameterMapping", parameters));

    /// <summary>A component that makes rows, with one output.</summary>
    public FlowSample Source(
        string name, ComponentKind kind, string connection, string columns,
        params (string Name, string Value)[] properties) => Add(name, kind, connection, properties, [],
        [
            new()
            {
                Name = "Output",
                Columns =
                [
                    .. FlowSampleTypes.Columns(columns).Select(each => new OutputColumn
                    {
                        Name = each.Name,
                        LineageId = $"{name}.{each.Name}",
                        ExternalColumn = each.Name,
                        Type = each.Type,
                    }),
                ],
            },
        ]);

    /// <summary>A Derived Column: name, type and expression of each column.</summary>
    public FlowSample Derive(string name, string from, params (string Column, string Type, string Expression)[] made) =>
        Step(name, ComponentKind.DerivedColumn, from, string.Join(' ', FlowSampleTypes.Named(made.Select(each =>
            each.Expression))), [.. made.Select(each => Made(name, each.Column, each.Type,
                ("FriendlyExpression", each.Expression)))]);

    /// <summary>A Data Conversion: name, type and source of each column.</summary>
    public FlowSample Convert(string name, string from, params (string Column, string Type, string Source)[] made) =>
        Step(name, ComponentKind.DataConversion, from, string.Join(' ', made.Select(each => each.Source)),
            [.. made.Select(each => Made(name, each.Column, each.Type) with { Source = Origin(each.Source) })]);

    /// <summary>A Conditional Split: its outputs with their conditions, and the one for the others.</summary>
    public FlowSample Split(string name, string from, string others, params (string Output, string Condition)[] ways) =>
        Add(name, ComponentKind.ConditionalSplit, "", [],
            [Taking(string.Join(' ', FlowSampleTypes.Named(ways.Select(each => each.Condition))))],
            [
                .. ways.Index().Select(each => new FlowOutput
                {
                    Name = each.Item.Output,
                    SynchronousInput = "Input",
                    OnError = RowDisposition.FailComponent,
                    Properties =
                    [
                        new("FriendlyExpression", each.Item.Condition), new("EvaluationOrder", $"{each.Index}"),
                    ],
                }),
                new() { Name = others, SynchronousInput = "Input", Properties = [new("IsDefaultOut", "true")] },
            ]).Arrow(from, name);

    /// <summary>A Lookup with an output for rows without a match: what it compares (`Sales.Code=Code`), and name, type
    /// and column of the reference of what it adds.</summary>
    public FlowSample Lookup(string name, string from, string connection, string sql, string key,
        (string Column, string Type, string Reference)[] copied, params (string Name, string Value)[] properties)
    {
        var (column, reference) = (key.Split('=')[0], key.Split('=')[1]);
        var input = new FlowInput
        {
            Name = "Input",
            Columns = [Taken(column) with { Properties = [new("JoinToReferenceColumn", reference)] }],
        };
        return Add(name, ComponentKind.Lookup, connection, [("SqlCommand", sql), .. properties], [input],
        [
            new()
            {
                Name = "Match",
                SynchronousInput = "Input",
                Columns =
                [
                    .. copied.Select(each =>
                        Made(name, each.Column, each.Type, ("CopyFromReferenceColumn", each.Reference))),
                ],
            },
            new() { Name = "No Match", SynchronousInput = "Input" },
        ]).Arrow(from, name);
    }

    /// <summary>A component with one input and one output that passes its rows on.</summary>
    public FlowSample Step(string name, ComponentKind kind, string from, string takes, OutputColumn[] made,
        params (string Name, string Value)[] properties) => Add(name, kind, "", properties, [Taking(takes)],
            [new() { Name = "Output", SynchronousInput = "Input", Columns = made }]).Arrow(from, name);

    /// <summary>A destination over a table: `Target=Component.Column`, with blanks between.</summary>
    public FlowSample Into(string name, string connection, string table, string from, string mapping,
        params (string Name, string Value)[] properties) => End(name, ComponentKind.OleDbDestination, connection, from,
            mapping, [("AccessMode", "3"), ("OpenRowset", table), ("FastLoadKeepNulls", "true"), .. properties]);

    /// <summary>Any component that only takes rows.</summary>
    public FlowSample End(string name, ComponentKind kind, string connection, string from, string mapping,
        params (string Name, string Value)[] properties)
    {
        var pairs = mapping.Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(each => each.Split('=')).Select(each => (Target: each[0], Source: each[^1])).ToList();
        var input = new FlowInput
        {
            Name = "Input",
            Columns = [.. pairs.Select(each => Taken(each.Source) with { ExternalColumn = each.Target })],
            ExternalColumns =
            [
                .. pairs.Select(each => new ExternalColumn { Name = each.Target, Type = TypeOf(each.Source) }),
            ],
        };
        return Add(name, kind, connection, properties, [input], []).Arrow(from, name);
    }

    /// <summary>Any component at all.</summary>
    public FlowSample Add(string name, ComponentKind kind, string connection,
        IEnumerable<(string Name, string Value)> properties, IReadOnlyList<FlowInput> inputs,
        IReadOnlyList<FlowOutput> outputs, ScriptCode? script = null)
    {
        _components.Add(new()
        {
            Path = PathOf(name),
            Name = name,
            Kind = kind,
            Properties = [.. properties.Select(each => new SsisProperty(each.Name, each.Value))],
            Connections = connection.Length > 0 ? [new("Connection", connection, true)] : [],
            Inputs = inputs,
            Outputs = outputs,
            Script = script,
        });
        return this;
    }

    public FlowSample Arrow(string from, string to, string input = "Input")
    {
        var component = Find(from.Split(':')[0]);
        var output = from.Contains(':', StringComparison.Ordinal) ? from.Split(':')[1] : component.Outputs[0].Name;
        _paths.Add(new(component.Path, output, PathOf(to), input, ""));
        return this;
    }

    /// <summary>An input that takes columns.</summary>
    public FlowInput Taking(string columns, string name = "Input") => new()
    {
        Name = name,
        Columns =
        [
            .. columns.Split(' ', StringSplitOptions.RemoveEmptyEntries).Distinct().Select(Taken),
        ],
    };

    public InputColumn Taken(string column)
    {
        var origin = Origin(column);
        return new()
        {
            Name = origin.Column,
            Id = $"in {LineageOf(origin)}",
            LineageId = LineageOf(origin),
            Origin = origin,
            Type = TypeOf(column),
        };
    }

    /// <summary>The column that is meant; of one without a component the last one that is called so.</summary>
    public ColumnOrigin Origin(string column)
    {
        var (owner, name) = column.Split('.') is [var first, var second] ? (first, second) : ("", column);
        var (component, output) = _components.SelectMany(each => each.Outputs.Select(one => (each, one)))
            .Last(each => (owner.Length == 0 || each.each.Name == owner)
                && each.one.Columns.Any(one => one.Name == name));
        return new(component.Path, output.Name, name);
    }

    /// <summary>Whether the flow does nothing.</summary>
    public bool IsDisabled { get; init; }

    /// <summary>A column that a component makes.</summary>
    public static OutputColumn Made(
        string component, string name, string type, params (string Name, string Value)[] properties) => new()
        {
            Name = name,
            LineageId = $"{component}.{name}",
            Type = FlowSampleTypes.Of(type),
            Properties = [.. properties.Select(each => new SsisProperty(each.Name, each.Value))],
        };

    /// <summary>What becomes of it.</summary>
    /// <param name="around">What stands around the package.</param>
    /// <param name="beside">Another flow of the package.</param>
    public FlowTranslation Translate(Func<FlowContext, FlowContext>? around = null, FlowSample? beside = null)
    {
        var flow = Task();
        var package = new SsisPackage
        {
            Name = "Nightly",
            File = "Nightly.dtsx",
            Connections = _connections,
            Root = new()
            {
                Path = "Package",
                Name = "Nightly",
                Kind = ExecutableKind.Package,
                Variables = _variables,
                Children = beside is null ? [flow] : [beside.Task(), flow],
            },
        };
        var context = FlowContext.Of(package);
        return FlowTranslator.Translate(package, flow, around is null ? context : around(context));
    }

    private SsisExecutable Task() => new()
    {
        Path = $@"Package\{task}",
        Name = task,
        IsDisabled = IsDisabled,
        Kind = ExecutableKind.DataFlow,
        Expressions = _expressions,
        DataFlow = new() { Components = _components, Paths = _paths },
    };

    private FlowType TypeOf(string column) => Column(Origin(column)).Type;

    private string LineageOf(ColumnOrigin origin) => Column(origin).LineageId;

    private OutputColumn Column(ColumnOrigin origin) => _components.First(each => each.Path == origin.Component)
        .Outputs.First(each => each.Name == origin.Output).Columns.First(each => each.Name == origin.Column);

    private string PathOf(string component) => $@"Package\{task}\{component}";

    private FlowComponent Find(string name) => _components.First(each => each.Name == name);
}

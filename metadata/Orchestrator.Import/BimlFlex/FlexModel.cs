using Orchestrator.Import.Foreign;

namespace Orchestrator.Import.BimlFlex;

/// <summary>What was exported, each row with those that belong to it.</summary>
internal sealed class FlexModel
{
    private readonly FlexIndex _projects = new();
    private readonly FlexIndex _objects = new();
    private readonly FlexIndex _columns = new();
    private readonly FlexIndex _batches = new();
    private readonly FlexIndex _connections = new();
    private readonly Dictionary<FlexRow, List<FlexRow>> _objectsOf = [];
    private readonly Dictionary<FlexRow, List<FlexRow>> _columnsOf = [];
    private readonly Dictionary<FlexRow, List<FlexRow>> _parametersOf = [];
    private readonly HashSet<FlexRow> _excluded = [];
    private readonly FlexRows _rows;
    private readonly ForeignProblems _problems;

    public FlexModel(FlexRows rows, ForeignProblems problems)
    {
        (_rows, _problems) = (rows, problems);
        foreach (var row in rows.Of("Connections").Concat(rows.ExcludedOf("Connections")))
        {
            _connections.Add(row, NameOf(row, "connection"), Id(row, "connection"));
        }

        foreach (var row in rows.Of("Batches"))
        {
            _batches.Add(row, NameOf(row, "batch"), Id(row, "batch"));
        }

        _excluded.UnionWith(rows.ExcludedOf("Projects").Concat(rows.ExcludedOf("Objects")));
        foreach (var row in rows.Of("Projects").Concat(rows.ExcludedOf("Projects")))
        {
            _projects.Add(row, NameOf(row, "project"), Id(row, "project"));
        }

        AddObjects();
        AddColumns();
        foreach (var row in rows.Of("Parameters"))
        {
            if (row.Flag("projectparameter") == true)
            {
                problems.Error(ForeignCodes.Parameter, row.At,
                    $"the parameter '{ForeignProblems.Shown(NameOf(row, "parameter"))}' of a project is not imported",
                    "write its value where it is used, or a variable of the run (`orchestrator help values`)");
            }
            else
            {
                Attach(_parametersOf, row, Find(_objects, row, "object"), "parameter");
            }
        }
    }

    /// <summary>The row of the batch of a project; null where it has none that was exported.</summary>
    public FlexRow? BatchOf(FlexRow project) => Find(_batches, project, "batch");

    public IEnumerable<FlexRow> ObjectsOf(FlexRow project) => _objectsOf.GetValueOrDefault(project) ?? [];

    public IEnumerable<FlexRow> ColumnsOf(FlexRow row) => _columnsOf.GetValueOrDefault(row) ?? [];

    public IReadOnlyList<FlexRow> ParametersOf(FlexRow row) => _parametersOf.GetValueOrDefault(row) ?? [];

    /// <summary>The object that a text names, seen from an object: it may leave out the connection.</summary>
    public FlexRow? ObjectAt(string name, FlexRow from) =>
        _objects.Find($"{Connection(from)}.{name}") ?? _objects.Find(name);

    /// <summary>The column that a text names.</summary>
    public FlexRow? ColumnAt(string name) => _columns.Find(name);

    public static string NameOf(FlexRow row, string what) => row.Text($"{what}name", "name", what);

    /// <summary>The connection that a row names.</summary>
    public static string Connection(FlexRow row) =>
        row.Text("connection", "connectionname", "connectionuid", "connectionid");

    private void AddObjects()
    {
        foreach (var row in _rows.Of("Objects").Concat(_rows.ExcludedOf("Objects")))
        {
            var (name, schema, connection) = (FlexObject.TableOf(row), row.Text("schema"), Connection(row));
            var whole = schema.Length > 0 ? $"{schema}.{name}" : name;
            _objects.Add(row, whole, name, $"{connection}.{whole}", $"{connection}.{name}", Id(row, "object"));
            if (!_excluded.Contains(row))
            {
                Attach(_objectsOf, row, Find(_projects, row, "project"), "object");
            }
        }
    }

    private void AddColumns()
    {
        foreach (var row in _rows.Of("Columns"))
        {
            if (Attach(_columnsOf, row, Find(_objects, row, "object"), "column") is not { } of)
            {
                continue;
            }

            var (name, table, schema) = (FlexColumns.NameOf(row), FlexObject.TableOf(of), of.Text("schema"));
            var whole = schema.Length > 0 ? $"{schema}.{table}" : table;
            _columns.Add(row, $"{Connection(of)}.{whole}.{name}", $"{whole}.{name}", $"{table}.{name}",
                Id(row, "column"));
        }
    }

    private FlexRow? Attach(
        Dictionary<FlexRow, List<FlexRow>> lists, FlexRow row, FlexRow? owner, string what)
    {
        if (owner is null)
        {
            _problems.Error(ForeignCodes.Unknown, row.At,
                $"nothing that was read is what the {what} belongs to, or several things are called so",
                "export the whole table, with names in full or with its numbers (UID)");
            return null;
        }

        if (_excluded.Contains(owner))
        {
            _excluded.Add(row);
            return null;
        }

        if (!lists.TryGetValue(owner, out var list))
        {
            lists.Add(owner, list = []);
        }

        list.Add(row);
        return owner;
    }

    // By its number, else by its name within the connection and schema that the row names, else by its name.
    private FlexRow? Find(FlexIndex index, FlexRow row, string what)
    {
        var (number, name) = (row.Text($"{what}uid", $"{what}id"), row.Text(what, $"{what}name"));
        if (index.Find(number) is { } known)
        {
            return known;
        }

        var (connection, schema) = (Connection(row), row.Text("schema"));
        string[] names = name.Length == 0 ? [] : [$"{connection}.{schema}.{name}", $"{connection}.{name}", name];
        return names.Select(index.Find).FirstOrDefault(found => found is not null
            && IsOneOrUnsaid(number, Id(found, what)) && IsOneOrUnsaid(schema, found.Text("schema"))
            && IsOneConnection(connection, Connection(found)));
    }

    // The table of a stage is often called as that of the source: whose columns were not exported has not the other's.
    private static bool IsOneOrUnsaid(string one, string other) => one.Length == 0 || other.Length == 0
        || one.Trim('[', ']').Equals(other.Trim('[', ']'), StringComparison.OrdinalIgnoreCase);

    private bool IsOneConnection(string one, string other) => IsOneOrUnsaid(one, other)
        || (_connections.Find(one) is { } known && known == _connections.Find(other));

    private static string Id(FlexRow row, string what) => row.Text($"{what}uid", $"{what}id", "uid", "id");
}

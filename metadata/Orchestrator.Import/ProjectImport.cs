using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Import;

/// <summary>The files of one project that reads a whole database. Pure: it reads and writes nothing.</summary>
internal sealed class ProjectImport
{
    private const int ShownMax = 60;

    private readonly string _project;
    private readonly DatabaseContent _content;
    private readonly IPlatform _target;
    private readonly Dictionary<TableName, ImportName> _names;
    private readonly List<CatalogTable> _tables;
    private readonly LoadOrder _order;

    /// <summary>An import.</summary>
    /// <param name="project">Name of the project, and of the connection it reads.</param>
    /// <param name="content">What is in the database.</param>
    /// <param name="target">Platform of the connection it writes.</param>
    /// <param name="there">The objects that the project has already.</param>
    public ProjectImport(
        string project, DatabaseContent content, IPlatform target, IReadOnlyList<ObjectDefinition> there)
    {
        (_project, _content, _target) = (project, content, target);
        var dialect = content.Platform.Dialect;
        CatalogTable[] all = [.. content.All.Where(table => table.Kind == CatalogTable.Table)];
        var readers = there.Where(each => each.Source is { Name: not null } source && source.Connection == project)
            .ToLookup(each => dialect.Fold(dialect.Table(each.Source!.Schema, each.Source.Name!)));
        _names = ImportName.Of(
            all, dialect, target.Dialect, all.SelectMany(table => readers[dialect.Fold(table.Name)]
                .Select(reader => (table.Name, reader))).ToLookup(each => each.Name, each => each.reader));
        var known = there.Select(each => each.Instance?.Object ?? each.Name).ToHashSet();
        bool IsThere(CatalogTable table) => known.Contains(_names[table.Name].Object);
        var looked = content.Tables.Select(table => (Table: table, Why: Refusal(table))).ToArray();
        LeftOut = [.. looked.Where(each => each.Why is not null && !IsThere(each.Table))
            .Select(each => (each.Table.Name, each.Why!))];
        _tables = [.. looked.Where(each => each.Why is null).Select(each => each.Table)];

        // What was not asked for now and is an object already is waited for as before.
        var taken = _tables.Select(table => table.Name).ToHashSet();
        _order = new LoadOrder([.. all.Where(table => taken.Contains(table.Name) || IsThere(table))]);
        Circles = [.. _order.Circles.Where(circle => taken.Contains(circle.From))];
    }

    /// <summary>Tables that the target cannot hold, and why.</summary>
    public IReadOnlyList<(TableName Table, string Why)> LeftOut { get; }

    /// <summary>Foreign keys that are not waited for.</summary>
    public IReadOnlyList<(TableName From, TableName To)> Circles { get; }

    /// <summary>The folder of the project below the solution.</summary>
    public static string FolderOf(string project) => $"projects/{project}";

    /// <summary>The file of the project.</summary>
    public ImportFile Project(string target) =>
        new($"{FolderOf(_project)}/project.yaml", ImportText.Project(_project, _project, target));

    /// <summary>The objects' names with their files.</summary>
    public IEnumerable<(string Object, ImportFile File)> Objects() => _tables.Select(table => (
        _names[table.Name].Object,
        new ImportFile(
            $"{FolderOf(_project)}/objects/{_names[table.Name].Object}.yaml",
            ImportText.Object(table, _names, _order, _content.Platform, _target))));

    private string? Refusal(CatalogTable table)
    {
        var (name, dialect) = (_names[table.Name], _target.Dialect);
        var columns = table.Columns.Select(column => column.Name).ToArray();
        return columns.Length == 0 ? "it has no columns that can be read"
            : table.Columns.FirstOrDefault(column => column.Row is null) is { } odd
                ? $"its column '{odd.Name}' has the type {odd.Native?.Declaration}, which cannot be moved"
            : (MetadataNames.Refusal(table.Name.Schema ?? "x") ?? MetadataNames.Refusal(table.Name.Name)) is { } unsaid
                ? $"metadata cannot say its name: {unsaid}"
            : First(columns, MetadataNames.ColumnRefusal) is { } wrong ? $"metadata cannot say the name of its {wrong}"
            : dialect.TableRefusal(dialect.Table(name.Schema, name.Table)) is { } why ? why
            : First(MetadataNames.InTarget(columns, dialect), dialect.ColumnRefusal) is { } refusal
                ? $"{_target.Name} cannot have the name of its {refusal}"
            : null;
    }

    // A name that cannot be said may have no end.
    private static string? First(IEnumerable<string> columns, Func<string, string?> refusal)
    {
        string Shown(string name) => name.Length > ShownMax ? name[..ShownMax] + "…" : name;
        return columns.Select(name => refusal(name) is { } why ? $"column '{Shown(name)}': {why}" : null)
            .FirstOrDefault(each => each is not null);
    }
}

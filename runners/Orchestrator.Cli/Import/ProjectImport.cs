using Orchestrator.Data;

namespace Orchestrator.Cli.Import;

/// <summary>The files of one project that reads a whole database. Pure: it reads and writes nothing.</summary>
internal sealed class ProjectImport
{
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
    public ProjectImport(string project, DatabaseContent content, IPlatform target)
    {
        (_project, _content, _target) = (project, content, target);
        _names = ImportName.Of(content.Tables, content.Platform.Dialect, target.Dialect);
        LeftOut = [.. content.Tables.Select(table => (table.Name, Why: Refusal(table)!))
            .Where(each => each.Why is not null)];
        _tables = [.. content.Tables.Where(table => LeftOut.All(each => each.Table != table.Name))];
        _order = new LoadOrder(_tables);
    }

    /// <summary>Tables that the target cannot hold, and why.</summary>
    public IReadOnlyList<(TableName Table, string Why)> LeftOut { get; }

    /// <summary>Foreign keys that are not waited for.</summary>
    public IReadOnlyList<(TableName From, TableName To)> Circles => _order.Circles;

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
            : MetadataNames.Refusal(table.Name.Name) is { } unsaid ? $"metadata cannot say its name: {unsaid}"
            : columns.Select(MetadataNames.Refusal).FirstOrDefault(each => each is not null) is { } wrong
                ? $"metadata cannot say a column's name: {wrong}"
            : dialect.TableRefusal(dialect.Table(name.Schema, name.Table)) is { } why ? why
            : columns.Select(column => dialect.ColumnRefusal(column)).FirstOrDefault(each => each is not null)
                is { } refusal ? $"of a column's name {refusal}"
            : dialect.FirstDuplicate(columns) is { } twice
                ? $"{_target.Name} cannot tell the column '{twice}' from another one"
            : null;
    }
}

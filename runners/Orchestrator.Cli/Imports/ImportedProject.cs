using Orchestrator.Cli.Grammar;
using Orchestrator.Data;
using Orchestrator.Import;
using Orchestrator.Import.Catalog;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Imports;

/// <summary>Where imported tables go: into the project that is called like their connection, and the catalog.</summary>
internal sealed class ImportedProject
{
    private readonly Solution _solution;
    private readonly Connection _target;
    private readonly Project? _project;

    /// <exception cref="UsageException">There is no such place, or it cannot be told which.</exception>
    public ImportedProject(Solution solution, Connection connection)
    {
        (_solution, Connection) = (solution, connection);
        _target = Target(solution, connection);
        _project = ProjectOf(solution, connection);
    }

    public Connection Connection { get; }

    /// <summary>Writes what is not there yet.</summary>
    /// <param name="content">The tables as the catalog keeps them.</param>
    /// <param name="moved">The same as loads move them.</param>
    /// <param name="isDry">Whether to compare only.</param>
    public ImportResult Import(DatabaseContent content, DatabaseContent moved, bool isDry)
    {
        var import = new ProjectImport(
            Connection.Name, moved, ConnectionAccess.PlatformOf(_target)!, _project?.Objects ?? []);
        var files = Files(import).Concat(Catalog(_solution, Connection, content)).ToArray();
        return ImportResult.Of(content, _solution.Folder, files, isDry) with
        {
            LeftOut = import.LeftOut,
            Circles = import.Circles,
        };
    }

    /// <summary>The files of the catalog that the tables of a connection have.</summary>
    public static IEnumerable<ImportFile> Catalog(
        Solution solution, Connection connection, DatabaseContent content) => new CatalogFiles(
            content.Platform.Dialect, [.. solution.Catalog.Where(table => table.Connection == connection.Name)],
            [.. solution.Connections.Select(each => each.Name)])
        .Of([.. KnownTables.Of(connection.Name, content, content.Wanted)]);

    /// <summary>Objects whose tables are not there.</summary>
    public IReadOnlyList<string> Gone(DatabaseContent content, Func<TableName, bool> isWanted)
    {
        var dialect = content.Platform.Dialect;
        var there = content.All.Select(table => dialect.Fold(table.Name)).ToHashSet();
        return [.. (_project?.Objects ?? [])
            .Where(each => each.Source is { Name: not null } source && source.Connection == _project!.Name)
            .Select(each => (each.Name, Table: dialect.Table(each.Source!.Schema, each.Source.Name!)))
            .Where(each => isWanted(each.Table) && !there.Contains(dialect.Fold(each.Table)))
            .Select(each => $"{_project!.Name}/{each.Name}")];
    }

    /// <summary>What to do next.</summary>
    public string[] Next(Call call, ImportResult result)
    {
        var plan = Plan(call, result);
        return result.Different.Count == 0 ? [plan] :
        [
            $"to take what {result.From} says: remove the file and import again", plan,
        ];
    }

    // Of tables of which none can be an object no project is made, and nothing can be planned.
    private string Plan(Call call, ImportResult result)
    {
        var folder = $"{ProjectImport.FolderOf(Connection.Name)}/";
        var isThere = _project is not null || result.Written.Concat(result.Unchanged)
            .Concat(result.Different.Select(file => file.Path))
            .Any(path => path.StartsWith(folder, StringComparison.Ordinal));
        var isInBatch = _solution.Batches.Any(
            batch => batch.Projects.Any(each => each.Project == Connection.Name));
        return !isThere ? $"next: {NextCommands.Line(call, "validate")}"
            : isInBatch ? $"next: {NextCommands.Line(call, "plan")}"
            : $"next: add {Connection.Name} to `projects:` of a batch, then: {NextCommands.Line(call, "plan")}";
    }

    /// <summary>
    /// What the import makes: the project's own file only where there is no such project yet and it has objects, and
    /// no object that the project declares elsewhere.
    /// </summary>
    private List<ImportFile> Files(ProjectImport import)
    {
        var elsewhere = (_project?.Objects ?? [])
            .Select(each => (Name: each.Instance?.Object ?? each.Name, each.At.File)).Distinct()
            .ToDictionary(each => each.Name, each => each.File, StringComparer.OrdinalIgnoreCase);
        ImportFile[] files = [.. import.Objects().Where(each => !elsewhere.TryGetValue(each.Object, out var file)
            || file == each.File.Path).Select(each => each.File)];
        return [.. _project is null && files.Length > 0 ? files.Prepend(import.Project(_target.Name)) : files];
    }

    private static Project? ProjectOf(Solution solution, Connection connection) =>
        solution.Projects.FirstOrDefault(each => each.Name == connection.Name) is not { } project ? null
            : project.Source == connection.Name ? project
            : throw new UsageException(
                $"the project '{project.Name}' reads '{project.Source}', not '{connection.Name}'",
                "an import writes the project that is called like its connection: rename one of the two");

    /// <summary>What the project writes; for a new one the only other database, or the only one of a stage.</summary>
    private static Connection Target(Solution solution, Connection source)
    {
        if (ConnectionAccess.PlatformOf(source) is null)
        {
            throw new UsageException($"'{source.Name}' is a folder of files, not a database",
                "`objects: \"*\"` in a project makes a table of every file");
        }

        var others = solution.Connections.Where(each => each != source && ConnectionAccess.PlatformOf(each) is not null)
            .ToArray();
        var staged = others.Where(each => each.Stage is Stage.Lnd or Stage.Stg).ToArray();
        return ProjectOf(solution, source) is { } project
            ? solution.Connections.First(each => each.Name == project.Target) is { IsFolder: false } target
                ? target
                : throw new UsageException(
                    $"the project '{project.Name}' writes into '{project.Target}', which is a folder of files",
                    "an import writes objects for a database: name one in its `target`, or write the objects by hand")
            : others is [var only] ? only : staged is [var first] ? first
            : throw new UsageException(
                others.Length == 0 ? $"there is no database to load the tables of '{source.Name}' into"
                    : $"which connection takes the tables of '{source.Name}'? "
                        + $"There is {string.Join(", ", others.Select(each => each.Name))}",
                others.Length == 0
                    ? $"add one, such as {{connection: Staging, platform: {PlatformTable.Default}, stage: STG}}"
                    : $"write {ProjectImport.FolderOf(source.Name)}/project.yaml with project, source and target");
    }
}

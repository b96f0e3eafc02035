using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Solutions;
using Orchestrator.Data;
using Orchestrator.Import;
using Orchestrator.Import.Catalog;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Connections;

/// <summary>`import database CONN`: a project with an object for each table; it never overwrites.</summary>
internal static class ImportVerb
{
    private static readonly Argument<string> What = Verb.Required("WHAT", "database");

    private static readonly Argument<string> Name = Verb.Required("CONN", "The connection to read; also the project");

    public static Verb Create()
    {
        What.CompletionSources.Add("database");
        Name.CompletionSources.Add(Completions.Connections);
        return new Verb("import", "Write a project with an object for each table of a database", Run)
        {
            Takes = [What, Name, TableScope.Include, TableScope.Exclude, Consent.DryRun],
            Examples =
            [
                "import database Crm", "import database Crm --include \"sales.*\" --exclude \"*_old\"",
                "import database Crm --dry-run",
            ],
        };
    }

    private static int Run(Call call)
    {
        if (call.RequiredArgument(What) is not "database" and var what)
        {
            throw new UsageException($"expected database, got: '{what}'");
        }

        TableScope.RefuseEmpty(call);
        if (CallSolution.ToImport(call, call.RequiredArgument(Name)) is not { } solution)
        {
            return ExitCode.Usage;
        }

        var connection = ConnectionsVerb.Find(solution, call.RequiredArgument(Name));
        var (target, project) = (Target(solution, connection), ProjectOf(solution, connection));
        bool IsWanted(TableName table) => TableScope.IsAskedFor(call, table);
        if (CallCatalog.Read(call, solution, connection, IsWanted) is not { } content)
        {
            return ExitCode.Unreachable;
        }

        if (content.Wanted.Count > 0)
        {
            TableScope.WarnOfNone(call, [.. content.All.Select(table => table.Name)]);
        }

        var import = new ProjectImport(
            connection.Name, content, ConnectionAccess.PlatformOf(target)!, project?.Objects ?? []);
        var result = ImportResult.Of(
            content, solution.Folder,
            [.. Files(import, project, target), .. Catalog(connection, content, solution)],
            call.Flag(Consent.DryRun).Value) with
        {
            LeftOut = import.LeftOut,
            Circles = import.Circles,
            Gone = Gone(project, content, IsWanted),
        };
        var isInBatch = solution.Batches.Any(batch => batch.Projects.Any(each => each.Project == connection.Name));
        var plan = isInBatch ? $"next: {NextCommands.Line(call, "plan")}"
            : $"next: add {connection.Name} to `projects:` of a batch, then: {NextCommands.Line(call, "plan")}";
        Report(call, result, result.Different.Count == 0 ? [plan] :
        [
            "to take what the database says: remove the file and import again", plan,
        ]);
        return result.IsDifferent ? ExitCode.Failed : ExitCode.Done;
    }

    /// <summary>Says what an import did.</summary>
    public static void Report(Call call, ImportResult result, params string[] next)
    {
        foreach (var (table, why) in result.LeftOut)
        {
            call.Warn($"no object was made for the table {table}: {why}");
        }

        if (result.Content.Tables.Count == 0)
        {
            call.Warn(result.Content.All.Count == 0 ? "the database shows no table"
                : result.Content.Wanted.Count == 0 ? "no table of the database was asked for"
                : "only views were asked for, and views are not imported: write an object for each");
        }

        call.Write(
            () => ImportScreen.Document(result),
            () => ImportScreen.Lines(result, call.IsVerbose).Concat(next.Select(line => (Line)line)));
    }

    /// <summary>
    /// What the import makes: the project's own file only where there is no such project yet, and no object that the
    /// project declares elsewhere.
    /// </summary>
    private static List<ImportFile> Files(ProjectImport import, Project? project, Connection target)
    {
        var elsewhere = (project?.Objects ?? [])
            .Select(each => (Name: each.Instance?.Object ?? each.Name, each.At.File)).Distinct()
            .ToDictionary(each => each.Name, each => each.File, StringComparer.OrdinalIgnoreCase);
        var files = import.Objects().Where(each => !elsewhere.TryGetValue(each.Object, out var file)
            || file == each.File.Path).Select(each => each.File);
        return [.. project is null ? files.Prepend(import.Project(target.Name)) : files];
    }

    private static IEnumerable<ImportFile> Catalog(
        Connection connection, DatabaseContent content, Solution solution) => new CatalogFiles(
            content.Platform.Dialect, [.. solution.Catalog.Where(table => table.Connection == connection.Name)],
            [.. solution.Connections.Select(each => each.Name)])
        .Of([.. KnownTables.Of(connection.Name, content, content.Wanted)]);

    private static string[] Gone(Project? project, DatabaseContent content, Func<TableName, bool> isWanted)
    {
        var dialect = content.Platform.Dialect;
        var there = content.All.Select(table => dialect.Fold(table.Name)).ToHashSet();
        return [.. (project?.Objects ?? [])
            .Where(each => each.Source is { Name: not null } source && source.Connection == project!.Name)
            .Select(each => (each.Name, Table: dialect.Table(each.Source!.Schema, each.Source.Name!)))
            .Where(each => isWanted(each.Table) && !there.Contains(dialect.Fold(each.Table)))
            .Select(each => $"{project!.Name}/{each.Name}")];
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

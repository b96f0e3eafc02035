using System.CommandLine;
using System.Runtime.CompilerServices;
using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Solutions;
using Orchestrator.Data;
using Orchestrator.Import;
using Orchestrator.Import.Sql;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Imports;

/// <summary>`import sql PATH…`: the tables that scripts, projects and packages of T-SQL make; no server is asked.
/// </summary>
internal static class ImportSql
{
    private static readonly Option<string> Name = CommonOptions.Text(
        "--connection", "CONN", "sql: the connection to the database that the scripts make, which is also the project "
            + "[default: the only one of its platform]");

    private static readonly Option<bool> OnlyCatalog = CommonOptions.Flag(
        "--only-catalog", "sql: Write no project, only the catalog: of a database that loads write into");

    public static ImportKind Kind { get; } = new(
        "sql", "the tables that scripts of T-SQL, a .sqlproj, a .dacpac or folders make, without asking a server", Run)
    {
        Options = [Name, OnlyCatalog, TableScope.Include, TableScope.Exclude, Consent.DryRun],
        Examples =
        [
            "import sql db/Shop.sqlproj", "import sql schema.sql keys/ --connection Crm --dry-run",
            "import sql Dwh.dacpac --connection Dwh --only-catalog",
        ],
    };

    private static int Run(Call call)
    {
        var paths = ImportArguments.Paths(call);
        TableScope.RefuseEmpty(call);
        if (CallSolution.ToImport(call, call.Text(Name).Value) is not { } solution)
        {
            return ExitCode.Usage;
        }

        var connection = Connection(call, solution);
        var project = call.Flag(OnlyCatalog).Value ? null : new ImportedProject(solution, connection);
        var platform = ConnectionAccess.PlatformOf(connection)!;
        SqlContent read;
        try
        {
            read = Read(call, paths, platform);
        }
        catch (OperationCanceledException)
        {
            return ExitCode.Interrupted;
        }

        bool IsWanted(TableName table) => TableScope.IsAskedFor(call, table);
        var content = Content(platform, read, read.Tables, IsWanted);
        Say(call, read);
        if (content.Wanted.Count > 0)
        {
            TableScope.WarnOfNone(call, [.. content.All.Select(table => table.Name)], ImportSqlScreen.From);
        }

        var isDry = call.Flag(Consent.DryRun).Value;
        var result = content.All.Count == 0 ? Nothing(content, isDry)
            : project is null ? CatalogAlone(solution, connection, content, isDry)
            : project.Import(content, Content(platform, read, read.Movable, IsWanted), isDry);
        return Reported(call, project, read, result with
        {
            From = ImportSqlScreen.From,
            Gone = read.IsWhole && project is not null ? project.Gone(content, IsWanted) : [],
        });
    }

    private static int Reported(Call call, ImportedProject? project, SqlContent read, ImportResult result)
    {
        ImportReport.Write(call, result, () => ImportSqlScreen.Document(result, read),
            project?.Next(call, result) ?? [$"next: {NextCommands.Line(call, "validate")}"]);
        return result.IsDifferent || read.IsPartial ? ExitCode.Failed : ExitCode.Done;
    }

    // Of nothing no project is made: most often a file could not be read.
    private static ImportResult Nothing(DatabaseContent content, bool isDry) =>
        new() { Content = content, IsDry = isDry, Written = [], Unchanged = [], Different = [] };

    private static ImportResult CatalogAlone(
        Solution solution, Connection connection, DatabaseContent content, bool isDry) =>
        ImportResult.Of(
            content, solution.Folder, [.. ImportedProject.Catalog(solution, connection, content)], isDry) with
        {
            HasObjects = false,
        };

    // Apart, so that nobody waits for the parser to be loaded who imports something else.
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static SqlContent Read(Call call, IReadOnlyList<string> paths, IPlatform platform) =>
        SqlScripts.Read(paths, call.Host.Folder, platform, call.Host.Stop);

    private static DatabaseContent Content(
        IPlatform platform, SqlContent read, IReadOnlyList<CatalogTable> tables, Func<TableName, bool> isWanted) =>
        new(platform, $"of {Words.Count(read.Files, "file")}", "", tables,
            [.. tables.Where(table => isWanted(table.Name))]);

    private static void Say(Call call, SqlContent read)
    {
        call.NoteWarnings(read.Problems.Any(each => each.Severity == Severity.Warning));
        if (read.Problems.Count > 0 && (read.IsPartial || !call.IsQuiet))
        {
            call.Messages.Write(DiagnosticScreen.Lines(read.Problems));
        }
    }

    private static Connection Connection(Call call, Solution solution)
    {
        var title = PlatformTable.Of(SqlScripts.Language).Name;
        if (call.Text(Name).Value is { } name)
        {
            var found = ConnectionsVerb.Find(solution, name);
            return found.Platform == SqlScripts.Language ? found : throw new UsageException(
                $"the scripts are of {title}, and '{name}' is {found.Facts.Name}",
                $"name a connection of {title}");
        }

        var fit = solution.Connections.Where(each => each.Platform == SqlScripts.Language).ToArray();
        return fit is [var only] ? only : throw new UsageException(
            fit.Length == 0 ? $"the scripts are of {title}, and the solution has no connection of it"
                : "the database of which connection do the scripts make? There is "
                    + string.Join(", ", fit.Select(each => each.Name)),
            fit.Length == 0
                ? $"add one, such as {{connection: Crm, platform: {SqlScripts.Language}, "
                    + "connectionString: \"${env:CRM}\"}; it is not connected to"
                : $"name it: {Name.Name} {fit[0].Name}");
    }
}

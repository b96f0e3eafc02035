using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Solutions;
using Orchestrator.Data;

namespace Orchestrator.Cli.Imports;

/// <summary>`import database CONN`: the tables that the catalog of a database tells.</summary>
internal static class ImportDatabase
{
    public static ImportKind Kind { get; } = new("database", "the tables that a connection leads to", Run)
    {
        Options = [TableScope.Include, TableScope.Exclude, Consent.DryRun],
        Examples =
        [
            "import database Crm", "import database Crm --include \"sales.*\" --exclude \"*_old\"",
            "import database Crm --dry-run",
        ],
    };

    private static int Run(Call call)
    {
        var name = ImportArguments.Connection(call);
        TableScope.RefuseEmpty(call);
        if (CallSolution.ToImport(call, name) is not { } solution)
        {
            return ExitCode.Usage;
        }

        var project = new ImportedProject(solution, ConnectionsVerb.Find(solution, name));
        bool IsWanted(TableName table) => TableScope.IsAskedFor(call, table);
        if (CallCatalog.Read(call, solution, project.Connection, IsWanted) is not { } content)
        {
            return ExitCode.Unreachable;
        }

        if (content.Wanted.Count > 0)
        {
            TableScope.WarnOfNone(call, [.. content.All.Select(table => table.Name)]);
        }

        var result = project.Import(content, content, call.Flag(Consent.DryRun).Value) with
        {
            Gone = project.Gone(content, IsWanted),
        };
        ImportReport.Write(call, result, project.Next(call, result));
        return result.IsDifferent ? ExitCode.Failed : ExitCode.Done;
    }
}

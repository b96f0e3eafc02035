using Orchestrator.Cli.Grammar;
using Orchestrator.Import.BimlFlex;

namespace Orchestrator.Cli.Imports;

/// <summary>`import bimlflex PATH…`: a solution of an export of BimlFlex' tables.</summary>
internal static class ImportBimlFlex
{
    public static ImportKind Kind { get; } = new(
        "bimlflex", "the tables of BimlFlex, exported as CSV or JSON", Run)
    {
        Options = [Consent.DryRun],
        Examples = ["import bimlflex export/", "import bimlflex metadata.json --dry-run"],
    };

    private static int Run(Call call)
    {
        var paths = ImportArguments.Paths(call);
        return ForeignImport.Run(call, "BimlFlex", _ => FlexFiles.Read(
            paths, call.Host.Folder, ForeignImport.SolutionName(call), ForeignImport.DialectOf, call.Host.Stop));
    }
}

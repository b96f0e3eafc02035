using Orchestrator.Cli.Grammar;
using Orchestrator.Import.Biml;

namespace Orchestrator.Cli.Imports;

/// <summary>`import biml PATH…`: connections and the catalog of expanded Biml.</summary>
internal static class ImportBiml
{
    public static ImportKind Kind { get; } = new(
        "biml", "connections, tables and formats of files of expanded Biml", Run)
    {
        Options = [Consent.DryRun],
        Examples = ["import biml expanded.biml", "import biml biml/ --dry-run"],
    };

    private static int Run(Call call)
    {
        var paths = ImportArguments.Paths(call);
        return ForeignImport.Run(call, "the Biml", solution => BimlFiles.Read(
            paths, call.Host.Folder, ForeignImport.SolutionName(call), solution?.Catalog ?? [],
            ForeignImport.DialectOf, call.Host.Stop));
    }
}

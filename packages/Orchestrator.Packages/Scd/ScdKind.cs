using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Load.Checks;
using Orchestrator.Packages.Load.Paths;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Scd;

/// <summary>
/// Kind `scd`: keeps the versions of each key of a source (slowly changing dimension). It is a load with a publish of
/// its own (<see cref="ScdPublish"/>).
/// </summary>
internal sealed class ScdKind(Func<string, long>? freeBytes = null) : IPackageKind
{
    public string Name => KindTable.Scd.Word;

    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        [.. LoadChecks.Of(definition, solution), .. ScdChecks.Of(definition, solution)];

    public PackageResult Run(PackageContext context) => new LoadRun(context, freeBytes ?? FreeDisk.Of).Run();

    public IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution) =>
        LoadStatements.Of(definition, solution);

    public string LoadPath(ObjectDefinition definition, Solution solution) => PathChoice.Known(definition, solution);
}

using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Checks;
using Orchestrator.Packages.Load.Paths;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>Kind `load`: moves the rows of a source into a table.</summary>
internal sealed class LoadKind(Func<string, long>? freeBytes = null) : IPackageKind
{
    public string Name => KindTable.Load.Word;

    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        LoadChecks.Of(definition, solution);

    public PackageResult Run(PackageContext context) => new LoadRun(context, freeBytes ?? FreeDisk.Of).Run();

    public bool RunsOnce(ObjectDefinition definition) => LoadContract.AddsAgain(definition);

    public bool LeavesUnknown(EarlierAttempt earlier) => LoadContract.LeavesUnknown(earlier);

    public IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution) =>
        LoadStatements.Of(definition, solution);

    public string LoadPath(ObjectDefinition definition, Solution solution) => PathChoice.Known(definition, solution);
}

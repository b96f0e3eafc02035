using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Checks;
using Orchestrator.Packages.Load.Paths;

namespace Orchestrator.Packages.Load;

/// <summary>Kind `load`: moves the rows of a source into a table.</summary>
internal sealed class LoadKind(Func<string, long>? freeBytes = null) : IPackageKind
{
    /// <inheritdoc/>
    public string Name => KindTable.Load.Word;

    /// <inheritdoc/>
    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        LoadChecks.Of(definition, solution);

    /// <inheritdoc/>
    public PackageResult Run(PackageContext context) => new LoadRun(context, freeBytes ?? FreeDisk.Of).Run();

    /// <inheritdoc/>
    public bool RunsOnce(ObjectDefinition definition) => LoadContract.AddsAgain(definition);

    /// <inheritdoc/>
    public bool LeavesUnknown(EarlierAttempt earlier) => LoadContract.LeavesUnknown(earlier);

    /// <inheritdoc/>
    public IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution) =>
        LoadStatements.Of(definition, solution);

    /// <inheritdoc/>
    public string LoadPath(ObjectDefinition definition, Solution solution) => PathChoice.Known(definition, solution);
}

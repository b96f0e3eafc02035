using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Load.Checks;
using Orchestrator.Packages.Load.Paths;

namespace Orchestrator.Packages.Flows;

/// <summary>
/// Kind `dataflow`: a load whose rows come out of the flow that a class of a plug-in builds. Everything behind the flow
/// is the load's: guard, error table, patterns, claim, marker, watermark, counts.
/// </summary>
internal sealed class DataflowKind : IPackageKind
{
    /// <inheritdoc/>
    public string Name => KindTable.Dataflow.Word;

    /// <inheritdoc/>
    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        [.. LoadChecks.Of(definition, solution), .. DataflowChecks.Of(definition)];

    /// <inheritdoc/>
    public PackageResult Run(PackageContext context) => new LoadRun(context, FreeDisk.Of).Run();

    /// <inheritdoc/>
    public bool RunsOnce(ObjectDefinition definition) => DataflowContract.RunsOnce(definition);

    /// <inheritdoc/>
    public bool LeavesUnknown(EarlierAttempt earlier) => DataflowContract.LeavesUnknown(earlier);

    /// <inheritdoc/>
    public IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution) =>
        LoadStatements.Of(definition, solution);

    /// <inheritdoc/>
    public string LoadPath(ObjectDefinition definition, Solution solution) => PathChoice.Known(definition, solution);
}

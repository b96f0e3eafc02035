using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;
using Orchestrator.Packages.Load.Checks;
using Orchestrator.Packages.Load.Paths;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Flows;

/// <summary>
/// Kind `dataflow`: a load whose rows come out of the flow that a class of a plug-in builds. Everything behind the flow
/// is the load's: guard, error table, patterns, claim, marker, watermark, counts.
/// </summary>
internal sealed class DataflowKind : IPackageKind
{
    public string Name => KindTable.Dataflow.Word;

    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        [.. LoadChecks.Of(definition, solution), .. DataflowChecks.Of(definition)];

    public PackageResult Run(PackageContext context)
    {
        var hidden = new HiddenValues(context);
        return hidden.OutOf(new LoadRun(hidden.Given, FreeDisk.Of).Run());
    }

    public bool RunsOnce(ObjectDefinition definition) => DataflowContract.RunsOnce(definition);

    public bool LeavesUnknown(EarlierAttempt earlier) => DataflowContract.LeavesUnknown(earlier);

    public IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution) =>
        LoadStatements.Of(definition, solution);

    public string LoadPath(ObjectDefinition definition, Solution solution) => PathChoice.Known(definition, solution);
}

using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Shape;

namespace Orchestrator.Packages.Scripts;

/// <summary>Kind `script`: a class of a plug-in that works between loads, and succeeds where it returns.</summary>
internal sealed class ScriptKind : IPackageKind
{
    public string Name => KindTable.Script.Word;

    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        ExpectChecks.Of(definition);

    public PackageResult Run(PackageContext context) => new ScriptRun(context).Run();

    public bool RunsOnce(ObjectDefinition definition) => ScriptContract.RunsOnce(definition);

    public bool LeavesUnknown(EarlierAttempt earlier) => ScriptContract.LeavesUnknown(earlier);
}

using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Shape;

namespace Orchestrator.Packages.Programs;

/// <summary>Kind `process`: starts a program, and succeeds where that ends with a code of success.</summary>
internal sealed class ProgramKind : IPackageKind
{
    public string Name => KindTable.Process.Word;

    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        ExpectChecks.Of(definition);

    public PackageResult Run(PackageContext context) => new ProgramRun(context).Run();

    public bool RunsOnce(ObjectDefinition definition) => ProgramContract.RunsOnce(definition);

    public bool LeavesUnknown(EarlierAttempt earlier) => ProgramContract.LeavesUnknown(earlier);
}

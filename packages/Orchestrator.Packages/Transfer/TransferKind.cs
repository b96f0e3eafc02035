using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Shape;

namespace Orchestrator.Packages.Transfer;

/// <summary>Kind `transfer`: files from a file server into the folder of a connection, or from there to it.</summary>
internal sealed class TransferKind : IPackageKind
{
    public string Name => KindTable.Transfer.Word;

    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        ExpectChecks.Of(definition);

    public PackageResult Run(PackageContext context) => new TransferRun(context).Run();
}

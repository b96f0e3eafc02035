using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Replay;

/// <summary>Loads rows that a load has rejected: what `rejects replay` puts in the place of the load.</summary>
internal sealed class ReplayKind : IPackageKind
{
    public string Name => KindTable.Replay.Word;

    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) => [];

    public PackageResult Run(PackageContext context) => new ReplayRun(context, FreeDisk.Of).Run();
}

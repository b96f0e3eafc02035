using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Shape;

namespace Orchestrator.Packages.FileTasks;

/// <summary>
/// Kind `file`: copies, moves, removes, packs, unpacks or waits for files below folders of connections. It may run
/// again whatever became of it: what is done already is found done.
/// </summary>
internal sealed class FileTaskKind : IPackageKind
{
    public string Name => KindTable.File.Word;

    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        ExpectChecks.Of(definition);

    public PackageResult Run(PackageContext context) => new FileTaskRun(context).Run();
}

using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Shape;

namespace Orchestrator.Packages.Http;

/// <summary>Kind `http`: sends one request, and succeeds with the status that is expected.</summary>
internal sealed class HttpKind : IPackageKind
{
    public string Name => KindTable.Http.Word;

    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        [.. HttpChecks.Of(definition), .. ExpectChecks.Of(definition)];

    public PackageResult Run(PackageContext context) => new HttpRun(context).Run();

    public bool RunsOnce(ObjectDefinition definition) => HttpContract.RunsOnce(definition);

    public bool LeavesUnknown(EarlierAttempt earlier) => HttpContract.LeavesUnknown(earlier);
}

using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Benchmarks;

/// <summary>A kind whose packages do nothing and succeed.</summary>
internal sealed class EmptyKind : IPackageKind
{
    private static readonly PackageResult Success = new() { Outcome = NodeState.Succeeded };

    public string Name => "load";

    public PackageResult Run(PackageContext context) => Success;

    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) => [];

    public IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution) => [];
}

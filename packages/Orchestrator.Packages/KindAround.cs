using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages;

/// <summary>A kind with something around its attempts; all else is its own.</summary>
internal abstract class KindAround(IPackageKind inner) : IPackageKind
{
    public string Name => Inner.Name;

    /// <summary>The kind itself.</summary>
    protected IPackageKind Inner { get; } = inner;

    public virtual IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        Inner.Check(definition, solution);

    public abstract PackageResult Run(PackageContext context);

    public bool RunsOnce(ObjectDefinition definition) => Inner.RunsOnce(definition);

    public bool LeavesUnknown(EarlierAttempt earlier) => Inner.LeavesUnknown(earlier);

    public virtual IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution) =>
        Inner.Statements(definition, solution);

    public string LoadPath(ObjectDefinition definition, Solution solution) => Inner.LoadPath(definition, solution);
}

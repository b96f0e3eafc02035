using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages;

/// <summary>A kind with something around its attempts; all else is its own.</summary>
internal abstract class KindAround(IPackageKind inner) : IPackageKind
{
    /// <inheritdoc/>
    public string Name => Inner.Name;

    /// <summary>The kind itself.</summary>
    protected IPackageKind Inner { get; } = inner;

    /// <inheritdoc/>
    public virtual IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        Inner.Check(definition, solution);

    /// <inheritdoc/>
    public abstract PackageResult Run(PackageContext context);

    /// <inheritdoc/>
    public bool RunsOnce(ObjectDefinition definition) => Inner.RunsOnce(definition);

    /// <inheritdoc/>
    public bool LeavesUnknown(EarlierAttempt earlier) => Inner.LeavesUnknown(earlier);

    /// <inheritdoc/>
    public virtual IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution) =>
        Inner.Statements(definition, solution);

    /// <inheritdoc/>
    public string LoadPath(ObjectDefinition definition, Solution solution) => Inner.LoadPath(definition, solution);
}

using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Relaxed;

/// <summary>
/// A kind whose attempts leave a marker where their target's durability is relaxed, by this run or by others.
/// </summary>
internal sealed class MarkedKind(IPackageKind inner) : IPackageKind
{
    /// <inheritdoc/>
    public string Name => inner.Name;

    /// <inheritdoc/>
    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        inner.Check(definition, solution);

    /// <inheritdoc/>
    public PackageResult Run(PackageContext context) => context.IsRelaxed
        ? new AttemptMark(context).Around(inner.Run)
        : WatchedRun.Run(context, inner.Run, isMarked: true);

    /// <inheritdoc/>
    public bool RunsOnce(ObjectDefinition definition) => inner.RunsOnce(definition);

    /// <inheritdoc/>
    public bool LeavesUnknown(EarlierAttempt earlier) => inner.LeavesUnknown(earlier);

    /// <inheritdoc/>
    public IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution)
    {
        var connection = definition.Target.Connection;
        SqlStatement[] statements = [.. inner.Statements(definition, solution)];
        SqlStatement[] apart = [.. AttemptMark.ShownApart(definition, solution)
            .Select(shown => new SqlStatement(shown.Purpose, connection, shown.Text))];
        // A load commits more than once, and shows its marker where it leaves it.
        return statements.Length == 0 || KindTable.Of(Name).MarksItself
            ? [.. statements, .. apart]
            : [.. statements[..^1], .. AttemptMark.ShownWithLast(definition, solution)
                .Select(shown => new SqlStatement(shown.Purpose, connection, shown.Text)), statements[^1], .. apart];
    }

    /// <inheritdoc/>
    public string LoadPath(ObjectDefinition definition, Solution solution) => inner.LoadPath(definition, solution);
}

using Orchestrator.Engine;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Relaxed;

/// <summary>A kind whose attempts leave a marker where their target's durability is relaxed.</summary>
internal sealed class MarkedKind(IPackageKind inner) : IPackageKind
{
    /// <inheritdoc/>
    public string Name => inner.Name;

    /// <inheritdoc/>
    public IEnumerable<Diagnostic> Check(ObjectDefinition definition, Solution solution) =>
        inner.Check(definition, solution);

    /// <inheritdoc/>
    public PackageResult Run(PackageContext context)
    {
        if (!context.IsRelaxed)
        {
            return inner.Run(context);
        }

        var mark = new AttemptMark(context);
        var result = inner.Run(context with { Mark = mark });
        return result.Outcome == NodeState.Succeeded && !mark.IsThere ? mark.AddApart(result) : result;
    }

    /// <inheritdoc/>
    public IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution)
    {
        var connection = definition.Target.Connection;
        SqlStatement[] statements = [.. inner.Statements(definition, solution)];
        SqlStatement[] apart = [.. AttemptMark.ShownApart(definition, solution)
            .Select(shown => new SqlStatement(shown.Purpose, connection, shown.Text))];
        // A load commits more than once, and shows its marker where it leaves it.
        return statements.Length == 0 || Name == "load"
            ? [.. statements, .. apart]
            : [.. statements[..^1], .. AttemptMark.ShownWithLast(definition, solution)
                .Select(shown => new SqlStatement(shown.Purpose, connection, shown.Text)), statements[^1], .. apart];
    }

    /// <inheritdoc/>
    public string LoadPath(ObjectDefinition definition, Solution solution) => inner.LoadPath(definition, solution);
}

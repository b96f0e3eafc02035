using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Relaxed;

/// <summary>
/// A kind whose attempts leave a marker where their target's durability is relaxed, by this run or by others.
/// </summary>
internal sealed class MarkedKind(IPackageKind inner) : KindAround(inner)
{
    public override PackageResult Run(PackageContext context) => context.IsRelaxed
        ? new AttemptMark(context).Around(Inner.Run)
        : WatchedRun.Run(context, Inner.Run, isMarked: true);

    public override IEnumerable<SqlStatement> Statements(ObjectDefinition definition, Solution solution)
    {
        var connection = definition.Target.Connection;
        SqlStatement[] statements = [.. base.Statements(definition, solution)];
        SqlStatement[] apart = [.. AttemptMark.ShownApart(definition, solution)
            .Select(shown => new SqlStatement(shown.Purpose, connection, shown.Text))];
        // A load commits more than once, and shows its marker where it leaves it.
        return statements.Length == 0 || KindTable.Of(Name).MarksItself
            ? [.. statements, .. apart]
            : [.. statements[..^1], .. AttemptMark.ShownWithLast(definition, solution)
                .Select(shown => new SqlStatement(shown.Purpose, connection, shown.Text)), statements[^1], .. apart];
    }
}

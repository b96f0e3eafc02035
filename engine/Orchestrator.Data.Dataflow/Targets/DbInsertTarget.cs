using Orchestrator.Dataflow;

namespace Orchestrator.Data.Dataflow.Targets;

/// <summary>
/// Inserts rows into a table, each by a statement of its own, in one transaction: slower than
/// <see cref="DbBulkTarget{T}"/>, but as anybody's INSERT, with triggers and defaults.
/// </summary>
public sealed class DbInsertTarget<T> : DbTarget<T>
{
    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="database">A connection that nobody else uses while the flow runs.</param>
    /// <param name="table">The table.</param>
    /// <param name="options">How rows are written.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public DbInsertTarget(Output<T> from, string name, IDatabase database, TableName table,
        DbTargetOptions? options = null, LinkOptions? link = null)
        : base(from, name, database, table, options, isRowByRow: true, link)
    {
    }
}

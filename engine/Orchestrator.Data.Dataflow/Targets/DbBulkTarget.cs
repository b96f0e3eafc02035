using Orchestrator.Dataflow;

namespace Orchestrator.Data.Dataflow.Targets;

/// <summary>
/// Loads rows into a table in bulk: all of them, in one transaction, or none. Where its error output is linked each
/// batch is a load of its own, and rows that the table refuses are found by halving it.
/// </summary>
public sealed class DbBulkTarget<T> : DbTarget<T>
{
    /// <param name="from">Where its rows come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="database">A connection that nobody else uses while the flow runs.</param>
    /// <param name="table">The table.</param>
    /// <param name="options">How rows are written.</param>
    /// <param name="link">Options of the link to it; those of the flow unless given.</param>
    public DbBulkTarget(Output<T> from, string name, IDatabase database, TableName table,
        DbTargetOptions? options = null, LinkOptions? link = null)
        : base(from, name, database, table, options, isRowByRow: false, link)
    {
    }
}

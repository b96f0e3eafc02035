using Orchestrator.Data;
using Orchestrator.Data.SqlServer;
using Orchestrator.Packages.Load.Paths;

namespace Orchestrator.Benchmarks.SqlServer;

/// <summary>
/// The middle of a load into SQL Server: read and guarded on one thread, copied on another, in one transaction. What
/// stands around it asks the catalog, which the swallowing server does not have.
/// </summary>
internal static class EngineCopy
{
    /// <summary>Columns of SQL Server that take their values from the columns of a reader, in order.</summary>
    public static IReadOnlyList<GuardColumn> Guarded(IReadOnlyList<RowColumn> columns) =>
    [
        .. columns.Select((column, place) => new GuardColumn
        {
            Name = column.Name,
            Source = place,
            Type = column.Type,
            Limits = new SqlServerPlatform().Dialect.Limits(column),
        }),
    ];

    /// <summary>Copies all rows of a reader into the table.</summary>
    public static void Run(string address, IRowReader reader, IReadOnlyList<RowColumn> columns, RunResources resources)
    {
        using var database = new SqlServerPlatform().Open(
            new DatabaseAddress { Connection = "To", ConnectionString = address },
            new DatabaseUse { IsTarget = true, Time = TimeProvider.System });
        using var guard = new Guard(reader.Columns, Guarded(columns), resources);
        database.Begin(CancellationToken.None);
        using (var writer = database.Write(RowShape.Table, columns, [], new WriteOptions()))
        {
            using var pipeline = new LoadPipeline(
                "rows", reader, guard, hashes: null, resources, CancellationToken.None);
            pipeline.HasTurn();
            while (pipeline.TryTake(out var batch))
            {
                using (batch)
                {
                    writer.Write(batch, 0, batch.Count);
                }
            }

            writer.Complete();
        }

        database.Commit();
    }
}

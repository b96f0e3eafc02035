using Orchestrator.Data;
using Orchestrator.Data.SqlServer;
using Orchestrator.Packages.Load.Paths;

namespace Orchestrator.Benchmarks.SqlServer;

/// <summary>
/// The middle of a load: read and guarded on one thread, written on another, in one transaction. What stands around it
/// asks the catalog, which the server does not have that swallows what SQL Server would be sent.
/// </summary>
internal static class EngineCopy
{
    /// <summary>Copies all rows of a reader into the table of SQL Server.</summary>
    public static void Run(
        string address, IRowReader reader, IReadOnlyList<RowColumn> columns, RunResources resources) =>
        Run(new SqlServerPlatform(), RowShape.Table, address, reader, columns, resources);

    /// <summary>Copies all rows of a reader into a table.</summary>
    /// <param name="platform">The platform.</param>
    /// <param name="table">The table.</param>
    /// <param name="address">The connection string of its database.</param>
    /// <param name="reader">The rows.</param>
    /// <param name="columns">Those of the table, which take their values from those of the reader in order.</param>
    /// <param name="resources">What the packages of a run share.</param>
    public static void Run(
        IPlatform platform, TableName table, string address, IRowReader reader, IReadOnlyList<RowColumn> columns,
        RunResources resources)
    {
        using var database = platform.Open(
            new DatabaseAddress { Connection = "To", ConnectionString = address },
            new DatabaseUse { IsTarget = true, Time = TimeProvider.System });
        using var guard = new Guard(reader.Columns, Guarded(columns, platform.Dialect), resources);
        database.Begin(CancellationToken.None);
        using (var writer = database.Write(table, columns, [], new WriteOptions()))
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

    private static GuardColumn[] Guarded(IReadOnlyList<RowColumn> columns, Dialect dialect) =>
    [
        .. columns.Select((column, place) => new GuardColumn
        {
            Name = column.Name,
            Source = place,
            Type = column.Type,
            Limits = dialect.Limits(column),
        }),
    ];
}

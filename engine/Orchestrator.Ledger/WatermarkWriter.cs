namespace Orchestrator.Ledger;

/// <summary>Changes watermarks by hand, outside of any run.</summary>
public static class WatermarkWriter
{
    /// <summary>Records changes, all or none, and returns when they are on disk.</summary>
    /// <exception cref="LedgerException">The ledger cannot be opened or written.</exception>
    public static void Write(LedgerLocation location, TimeProvider time, IReadOnlyList<WatermarkRecord> changes) =>
        SingleCommit.Do(location, time, fence: null, statements =>
        {
            foreach (var change in changes)
            {
                Insert(statements, change);
            }

            return changes.Count;
        });

    /// <summary>Adds a change, inside the transaction of the caller.</summary>
    internal static void Insert(StatementCache statements, WatermarkRecord change) =>
        statements["insert_watermark"].Bind(change.Environment).Bind(change.Node).Bind(change.Watermark)
            .Bind(change.DataType).Bind(change.Value).Bind(change.Attempt).Bind(change.Why).Bind(change.Who)
            .Bind(Instant.Of(change.At)).Run();
}

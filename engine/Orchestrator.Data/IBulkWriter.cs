namespace Orchestrator.Data;

/// <summary>
/// Writes row batches into one table, within the transaction of its connection. Used by one thread. Disposed without
/// <see cref="Complete"/>, what it wrote must be rolled back.
/// </summary>
public interface IBulkWriter : IDisposable
{
    /// <summary>Writes rows of a batch, whose columns are those that the writer was opened for, in order.</summary>
    /// <exception cref="DataRefusedException">The table refuses a row.</exception>
    void Write(RowBatch batch, int from, int count);

    /// <summary>Sends what is left; the table then holds all rows that were written.</summary>
    /// <returns>Rows that the table took, as far as the platform counts them itself; else those written.</returns>
    /// <exception cref="DataRefusedException">The table refuses a row.</exception>
    long Complete();
}

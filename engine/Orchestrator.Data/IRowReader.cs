namespace Orchestrator.Data;

/// <summary>
/// What every driver offers as a source: rows in batches. Used by one thread. Throws
/// <see cref="DataRefusedException"/> for data that cannot be read, and the driver's own exception for the rest.
/// </summary>
public interface IRowReader : IDisposable
{
    /// <summary>The columns, as the source declares them; known once the reader is open.</summary>
    IReadOnlyList<RowColumn> Columns { get; }

    /// <summary>Bytes read from the source so far; 0 where it cannot tell.</summary>
    long BytesRead { get; }

    /// <summary>
    /// Empties the batch and fills it with the next rows. False = there are no more, and the batch is empty. All rows
    /// of a batch come from one file. Stops with <see cref="OperationCanceledException"/> between blocks.
    /// </summary>
    bool Read(RowBatch batch, CancellationToken cancellation);

    /// <summary>
    /// From now on a value that is none of its column's type is noted (<see cref="ColumnVector.SetUnread"/>) for the
    /// guard that stands behind the reader, and ends nothing. A reader whose source keeps no such values has none.
    /// </summary>
    void NoteUnread()
    {
    }
}

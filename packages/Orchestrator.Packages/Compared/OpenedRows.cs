using Orchestrator.Data;

namespace Orchestrator.Packages.Compared;

/// <summary>Rows with what they are read through.</summary>
/// <param name="reader">The rows.</param>
/// <param name="interrupt">Stops what the server does for them; null = nothing has to.</param>
/// <param name="held">What is disposed of with them, in this order: the rows, unless another one does that.</param>
internal sealed class OpenedRows(IRowReader reader, IDisposable? interrupt, params IDisposable[] held) : IRowReader
{
    public IReadOnlyList<RowColumn> Columns => reader.Columns;

    public long BytesRead => reader.BytesRead;

    public bool Read(RowBatch batch, CancellationToken cancellation) => reader.Read(batch, cancellation);

    public void NoteUnread() => reader.NoteUnread();

    public void Dispose()
    {
        interrupt?.Dispose();
        foreach (var each in held)
        {
            each.Dispose();
        }
    }
}

using Orchestrator.Data;

namespace Orchestrator.Packages.Compared;

/// <summary>Rows with what they are read through.</summary>
/// <param name="reader">The rows.</param>
/// <param name="through">What is disposed of with them, and with what it holds them.</param>
/// <param name="interrupt">Stops what the server does for them; null = nothing has to.</param>
internal sealed class OpenedRows(IRowReader reader, IDisposable through, IDisposable? interrupt) : IRowReader
{
    public IReadOnlyList<RowColumn> Columns => reader.Columns;

    public long BytesRead => reader.BytesRead;

    public bool Read(RowBatch batch, CancellationToken cancellation) => reader.Read(batch, cancellation);

    public void NoteUnread() => reader.NoteUnread();

    public void Dispose()
    {
        interrupt?.Dispose();
        if (!ReferenceEquals(reader, through))
        {
            reader.Dispose();
        }

        through.Dispose();
    }
}

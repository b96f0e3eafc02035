namespace Orchestrator.Data.Files.Excel;

/// <summary>
/// The bytes of a workbook, read in any order, until somebody wants to stop: a library that is given it knows no other
/// way to be stopped. Owns the stream.
/// </summary>
internal sealed class WorkbookStream(Stream inner, CancellationToken cancellation) : SeekableStream(inner)
{
    public override int Read(Span<byte> buffer)
    {
        cancellation.ThrowIfCancellationRequested();
        return Inner.Read(buffer);
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            Inner.Dispose();
        }

        base.Dispose(disposing);
    }
}

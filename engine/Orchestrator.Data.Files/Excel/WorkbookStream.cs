namespace Orchestrator.Data.Files.Excel;

/// <summary>
/// The bytes of a workbook, read in any order, until somebody wants to stop: a library that is given it knows no other
/// way to be stopped. Owns the stream.
/// </summary>
internal sealed class WorkbookStream(Stream inner, CancellationToken cancellation) : Stream
{
    public override bool CanRead => true;

    public override bool CanSeek => true;

    public override bool CanWrite => false;

    public override long Length => inner.Length;

    public override long Position
    {
        get => inner.Position;
        set => inner.Position = value;
    }

    public override int Read(Span<byte> buffer)
    {
        cancellation.ThrowIfCancellationRequested();
        return inner.Read(buffer);
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override long Seek(long offset, SeekOrigin origin) => inner.Seek(offset, origin);

    public override void Flush()
    {
    }

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            inner.Dispose();
        }

        base.Dispose(disposing);
    }
}

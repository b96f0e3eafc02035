namespace Orchestrator.Data.Files;

/// <summary>
/// A text of which lines are left out behind it: no more of it is read than a file may hold, whatever stays of it, and
/// none once nobody waits for it. Owns the stream.
/// </summary>
/// <param name="text">The text.</param>
/// <param name="bytesMax">Bytes that it may have.</param>
/// <param name="tooMuch">Why it is refused with more.</param>
/// <param name="cancellation">Ends the reading.</param>
internal sealed class BoundedText(
    Stream text, long bytesMax, Func<DataRefusedException> tooMuch, CancellationToken cancellation)
    : LayeredStream(text)
{
    private long _count;

    public override int Read(Span<byte> buffer)
    {
        cancellation.ThrowIfCancellationRequested();
        var read = Below.Read(buffer);
        _count += read;
        return _count <= bytesMax ? read : throw tooMuch();
    }
}

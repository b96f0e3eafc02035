namespace Orchestrator.Packages.Transfer;

/// <summary>A file that a server sends piece by piece.</summary>
/// <param name="inner">What the client reads it by.</param>
/// <param name="guarded">Reads a piece, and turns what goes wrong into the failure of a package.</param>
/// <param name="leave">Closes it there.</param>
internal sealed class SessionStream(Stream inner, Func<Func<int>, int> guarded, Action<IDisposable> leave) : Stream
{
    // Its own: a read that somebody has left behind may still write, and whoever reads gives his buffers to others.
    private byte[] _piece = [];

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count)
    {
        if (_piece.Length < count)
        {
            _piece = new byte[count];
        }

        var read = guarded(() => inner.Read(_piece, 0, count));
        Buffer.BlockCopy(_piece, 0, buffer, offset, read);
        return read;
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            leave(inner);
        }

        base.Dispose(disposing);
    }
}

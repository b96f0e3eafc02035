using Orchestrator.Data;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// An object that is asked for piece by piece: each has to be one of the object that was listed. What breaks is asked
/// for once more from where it is.
/// </summary>
/// <param name="requests">Asks the store.</param>
/// <param name="listed">The object.</param>
/// <param name="changed">What is thrown where it is another one by now.</param>
internal sealed class StoreStream(
    IStoreRequests requests, StoredObject listed, Func<DataRefusedException> changed) : Stream
{
    private const int PieceLength = 8 << 20;

    private byte[] _piece = [];
    private int _taken;
    private long _asked;

    public override bool CanRead => true;

    public override bool CanSeek => false;

    public override bool CanWrite => false;

    public override long Length => throw new NotSupportedException();

    public override long Position
    {
        get => throw new NotSupportedException();
        set => throw new NotSupportedException();
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override int Read(Span<byte> buffer)
    {
        if (_taken == _piece.Length)
        {
            var next = (int)Math.Min(PieceLength, listed.Size - _asked);
            if (next == 0)
            {
                return 0;
            }

            (_piece, _taken) = (requests.Read(listed, _asked, next) ?? throw changed(), 0);
            _asked += next;
        }

        var read = Math.Min(buffer.Length, _piece.Length - _taken);
        _piece.AsSpan(_taken, read).CopyTo(buffer);
        _taken += read;
        return read;
    }

    public override void Flush()
    {
    }

    public override long Seek(long offset, SeekOrigin origin) => throw new NotSupportedException();

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}

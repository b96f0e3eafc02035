namespace Orchestrator.Data.Files;

/// <summary>
/// The bytes of a zip file, read in any order. Until its directory is known, which is kept in memory, no more of it is
/// read than a directory may have. It leaves the stream open.
/// </summary>
/// <param name="inner">The file.</param>
/// <param name="tooMuch">What is thrown where the directory is larger.</param>
internal sealed class ZipBytes(Stream inner, Func<DataRefusedException> tooMuch) : Stream
{
    /// <summary>Bytes that a directory may have, and what is looked through to find it.</summary>
    public const long DirectoryMax = 16L << 20;

    private long _left = DirectoryMax;

    public override bool CanRead => true;

    public override bool CanSeek => true;

    public override bool CanWrite => false;

    public override long Length => inner.Length;

    public override long Position
    {
        get => inner.Position;
        set => inner.Position = value;
    }

    /// <summary>From now on members are read.</summary>
    public void EndDirectory() => _left = long.MaxValue;

    public override int Read(Span<byte> buffer)
    {
        var read = inner.Read(buffer);
        _left -= read;
        return _left >= 0 ? read : throw tooMuch();
    }

    public override int Read(byte[] buffer, int offset, int count) => Read(buffer.AsSpan(offset, count));

    public override long Seek(long offset, SeekOrigin origin) => inner.Seek(offset, origin);

    public override void Flush()
    {
    }

    public override void SetLength(long value) => throw new NotSupportedException();

    public override void Write(byte[] buffer, int offset, int count) => throw new NotSupportedException();
}

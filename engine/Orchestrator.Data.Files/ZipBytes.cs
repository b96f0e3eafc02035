namespace Orchestrator.Data.Files;

/// <summary>
/// The bytes of a zip file, read in any order. Until its directory is known, which is kept in memory, no more of it is
/// read than a directory may have. It leaves the stream open.
/// </summary>
/// <param name="inner">The file.</param>
/// <param name="tooMuch">What is thrown where the directory is larger.</param>
internal sealed class ZipBytes(Stream inner, Func<DataRefusedException> tooMuch) : SeekableStream(inner)
{
    /// <summary>Bytes that a directory may have, and what is looked through to find it.</summary>
    public const long DirectoryMax = 16L << 20;

    private long _left = DirectoryMax;

    /// <summary>From now on members are read.</summary>
    public void EndDirectory() => _left = long.MaxValue;

    public override int Read(Span<byte> buffer)
    {
        var read = Inner.Read(buffer);
        _left -= read;
        return _left >= 0 ? read : throw tooMuch();
    }
}

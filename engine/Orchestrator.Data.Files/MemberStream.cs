using System.IO.Compression;

namespace Orchestrator.Data.Files;

/// <summary>
/// What a member of a zip file unpacks to. Throws <see cref="InvalidDataException"/> where that is not as long as the
/// zip file says, or has another checksum: what unpacks it notices neither. Owns the stream.
/// </summary>
/// <param name="unpacked">The member, unpacked.</param>
/// <param name="entry">What the zip file says of it.</param>
/// <param name="zip">The zip file on the disk.</param>
/// <param name="owned">What is closed with it; null = nothing is.</param>
internal sealed class MemberStream(Stream unpacked, ZipArchiveEntry entry, FileStream zip, IDisposable? owned)
    : LayeredStream(unpacked)
{
    private readonly ZipChecksum _sum = new();
    private long _count;
    private bool _ended;

    /// <summary>The zip file on the disk.</summary>
    public FileStream Zip => zip;

    public override int Read(Span<byte> buffer)
    {
        if (_ended || buffer.IsEmpty)
        {
            return 0;
        }

        var read = Unpack(buffer);
        _count += read;
        _sum.Add(buffer[..read]);
        _ended = read == 0;
        if (_count > entry.Length || (_ended && _count < entry.Length))
        {
            throw new InvalidDataException($"the member of the zip file does not have the {entry.Length:N0} bytes that "
                + "it should unpack to");
        }

        return !_ended || _sum.Value == entry.Crc32 ? read
            : throw new InvalidDataException("the member has another checksum than the zip file says");
    }

    protected override void Dispose(bool disposing)
    {
        base.Dispose(disposing);
        if (disposing)
        {
            owned?.Dispose();
        }
    }

    // As of gzip, what the framework says of a damaged stream differs with the bytes that happen to follow.
    private int Unpack(Span<byte> buffer)
    {
        try
        {
            return Below.Read(buffer);
        }
        catch (InvalidDataException damage)
        {
            throw new InvalidDataException("the member of the zip file cannot be unpacked further", damage);
        }
    }
}

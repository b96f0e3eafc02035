namespace Orchestrator.Data.Files.Excel;

/// <summary>
/// One unpacked part of a workbook: not larger than it may be, and without a text or tag longer than any that Excel
/// writes, so that what reads it as XML needs little memory. Owns the stream.
/// </summary>
/// <param name="inner">The part.</param>
/// <param name="bytesMax">What it may hold.</param>
/// <param name="refused">What is thrown where it holds more, told what it holds.</param>
internal sealed class PartStream(Stream inner, long bytesMax, Func<string, DataRefusedException> refused)
    : LayeredStream(inner)
{
    // A cell has at most 32,767 characters, each written in at most 10 bytes.
    private const int BetweenTagsMax = 1 << 20;

    private long _count;
    private long _betweenTags;

    public override int Read(Span<byte> buffer)
    {
        var read = Below.Read(buffer);
        var bytes = buffer[..read];
        _count += read;
        var first = bytes.IndexOf((byte)'<');
        if (_betweenTags + (first < 0 ? read : first) > BetweenTagsMax)
        {
            throw refused($"holds a text or tag of more than {BetweenTagsMax:N0} bytes");
        }

        _betweenTags = first < 0 ? _betweenTags + read : read - bytes.LastIndexOf((byte)'<');
        return _count <= bytesMax ? read : throw refused($"expands to more than {bytesMax:N0} bytes");
    }
}

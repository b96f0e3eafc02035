namespace Orchestrator.Data.Files;

/// <summary>The bytes of a file of another machine: no fewer and no more than it was listed with.</summary>
internal sealed class StoredStream(StoredContent content) : ReadOnlyStream
{
    private long _read;

    /// <summary>Its length and time when it was opened.</summary>
    public (long Length, DateTime Written) AtFirst => (content.AtFirst.Size, content.AtFirst.Written);

    /// <summary>The same now; what no file has where it is gone.</summary>
    public (long Length, DateTime Written) Now() =>
        content.Now() is { } now ? (now.Size, now.Written) : (-1, default);

    public override int Read(Span<byte> buffer)
    {
        var read = content.Bytes.Read(buffer);
        _read += read;
        var isWhole = _read == AtFirst.Length;
        return isWhole || (_read < AtFirst.Length && (read > 0 || buffer.Length == 0))
            ? read
            : throw OpenedZip.Changed(content.AtFirst.File);
    }

    protected override void Dispose(bool disposing)
    {
        if (disposing)
        {
            content.Bytes.Dispose();
        }

        base.Dispose(disposing);
    }
}

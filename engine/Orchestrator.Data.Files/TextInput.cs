using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data.Files.Excel;

namespace Orchestrator.Data.Files;

/// <summary>
/// The decoded text of one file as UTF-8: gzip unpacked, byte order mark taken off, UTF-16 and code pages turned, lines
/// that are no rows left out. Never over the limit of expanded bytes.
/// </summary>
internal sealed class TextInput : IDisposable
{
    private const int BomMax = 3;

    private readonly string _file;
    private readonly long _expandedMax;
    private readonly CountedStream _raw;
    private readonly Stream _text;
    private readonly FileStream? _seekable;
    private readonly StoredStream? _stored;
    private readonly bool _isMember;
    private readonly (long Length, DateTime Written) _atFirst;
    private readonly DroppedLines _dropped = new();
    private CodePageInput? _page;
    private string _encoding = "";

    /// <param name="raw">The file.</param>
    /// <param name="file">Its name.</param>
    /// <param name="format">What its text is like.</param>
    /// <param name="expandedMax">Bytes of text that it may have.</param>
    /// <param name="isHashed">Whether its hash is wanted.</param>
    /// <param name="decoded">Makes text of its bytes; null = they are text, packed or not.</param>
    /// <param name="cancellation">Ends the reading of lines that are left out, however many they are.</param>
    public TextInput(Stream raw, string file, TextFormat format, long expandedMax, bool isHashed = false,
        Func<Stream, Stream>? decoded = null, CancellationToken cancellation = default)
    {
        _file = file;
        _expandedMax = expandedMax;
        _raw = new CountedStream(raw, isHashed);
        _isMember = raw is MemberStream;
        _seekable = raw is FileStream { CanSeek: true } onDisk ? onDisk : (raw as MemberStream)?.Zip;
        _stored = raw as StoredStream;
        IsPipe = raw is FileStream { CanSeek: false };
        _atFirst = _stored?.AtFirst ?? Stamp();
        _dropped.Add(0, format.SkipLines);
        _text = Guarded(() => decoded is not null ? decoded(_raw) : OfRows(
            Decode(Unpack(_raw, file), format.Encoding, IsPipe ? BomMax : EncodingSigns.Looked), format, cancellation));
    }

    /// <summary>The sheet that its text is made of; null = it is no workbook.</summary>
    public SheetText? Sheet => _text as SheetText;

    /// <summary>Bytes read from the file itself.</summary>
    public long BytesRead => _raw.Count;

    /// <summary>Bytes of text read from it.</summary>
    public long Position { get; private set; }

    /// <summary>Why its encoding is hardly the one of the format; null = nothing says so.</summary>
    public string? Doubt => _page is { ShownAsUtf8: > 0 and var characters }
        ? $"'{_file}' is read as {_encoding}, and begins as UTF-8 does: it has {characters} characters of several "
            + "bytes there and no other byte beyond ASCII. Where its text looks wrong, write `encoding: utf-8` in its "
            + "format"
        : null;

    /// <summary>Whether it is a pipe, of which nothing can be read twice.</summary>
    public bool IsPipe { get; }

    /// <summary>
    /// Whether somebody has written into the file since it was opened; what was read is then neither the old nor the
    /// new content. A file that another one replaced is read to its own end, unchanged; of those of another machine it
    /// is not known which of the two was read, so that it counts as changed.
    /// </summary>
    public bool IsChanged => Stamp() != _atFirst;

    /// <summary>What the file was when it was opened, without its hash.</summary>
    public FileStamp StampAtFirst => new(_file, _atFirst.Length, _atFirst.Written, "");

    /// <summary>SHA-256 in hex of the bytes of the file itself, once it has been read to its end.</summary>
    public string Hash => _raw.Hash;

    /// <summary>Lines of the file before a place of its text that are not in the text.</summary>
    public long LinesBefore(long place) => _dropped.Before(place);

    /// <summary>Opens a file as its format says.</summary>
    public static TextInput Of(Stream raw, string file, SourceFiles source, bool isHashed = false,
        CancellationToken cancellation = default)
    {
        Func<Stream, Stream>? decoded = source.Format.Style == TextStyle.Excel
            ? bytes => SheetText.Of(raw, isHashed ? bytes : null, file, source, cancellation)
            : null;
        return new TextInput(raw, file, source.Format, source.Limits.Expanded, isHashed, decoded, cancellation);
    }

    /// <summary>Reads some bytes; 0 = the file has ended.</summary>
    public int Read(Span<byte> buffer)
    {
        int read;
        try
        {
            read = _text.Read(buffer);
        }
        catch (Exception problem) when (problem is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            throw Refused(problem);
        }

        Position += read;
        return Position <= _expandedMax ? read : throw TooMuch();
    }

    public void Dispose()
    {
        _text?.Dispose();
        _raw.Dispose();
    }

    private (long, DateTime) Stamp() => _stored?.Now() ?? (_seekable is null
        ? default
        : (_seekable.Length, File.GetLastWriteTimeUtc(_seekable.SafeFileHandle)));

    private static Stream Unpack(Stream raw, string file)
    {
        var start = Peek(raw, 2);
        if (start.Length == 0 && file.EndsWith(".gz", StringComparison.OrdinalIgnoreCase))
        {
            throw new InvalidDataException("the gzip data ends before it begins");
        }

        var framed = new FramedStream(start, raw, []);
        return GzipInput.IsGzip(start) || file.EndsWith(".gz", StringComparison.OrdinalIgnoreCase)
            ? new GzipInput(framed)
            : framed;
    }

    // A pipe is not waited for longer than it takes to see the mark.
    private Stream Decode(Stream bytes, string encoding, int looked)
    {
        var start = Peek(bytes, looked);
        if (start is [(byte)'P', (byte)'K', 3, 4, ..] or [(byte)'P', (byte)'K', 5, 6, ..])
        {
            throw new DataRefusedException("ORC3111", $"{_file}: begins as a zip file does, and is read as text. "
                + (_isMember ? "What is packed twice is not read: have the files packed once."
                    : "Write `member: \"*.csv\"` beside its `file`; a workbook has `style: excel` in its format."))
            { File = _file };
        }

        var (mark, actual) = start switch
        {
            [0xEF, 0xBB, 0xBF, ..] => (3, FileEncodings.Utf8),
            [0xFF, 0xFE, ..] => (2, FileEncodings.Utf16Little),
            [0xFE, 0xFF, ..] => (2, FileEncodings.Utf16Big),
            _ => (0, encoding.ToLowerInvariant()),
        };
        if (mark == 0
            && EncodingSigns.Instead(start, actual == "utf-16" ? FileEncodings.Utf16Little : actual) is { } shown)
        {
            throw new DataRefusedException("ORC3111", $"{_file}: begins as {shown} without a byte order mark does, and "
                + $"is read as {actual}. Write `encoding: {shown}` in its format.")
            { File = _file };
        }

        var text = new FramedStream(start[mark..], bytes, []);
        return actual switch
        {
            FileEncodings.Utf8 => text,
            FileEncodings.Utf16Little or "utf-16" => new Utf16Input(text, bigEndian: false),
            FileEncodings.Utf16Big => new Utf16Input(text, bigEndian: true),
            _ => OfCodePage(text, actual),
        };
    }

    private CodePageInput OfCodePage(Stream bytes, string encoding)
    {
        var page = CodePageTable.Of(encoding)
            ?? throw new ArgumentException($"expected an encoding that files are read in, got: '{encoding}'",
                nameof(encoding));
        _encoding = encoding;
        return _page = new CodePageInput(bytes, page);
    }

    private DataRefusedException TooMuch() => new("ORC3107",
        $"{_file}: expands to more than {_expandedMax:N0} bytes. If that is right, raise `limits.expanded` of the "
        + "connection.")
    { File = _file };

    // Lines are counted as they stand in the file, whatever is in them.
    private Stream OfRows(Stream text, TextFormat format, CancellationToken cancellation)
    {
        if (format is { SkipLines: 0, SkipLastLines: 0, Comment.Length: 0 })
        {
            return text;
        }

        text = new BoundedText(text, _expandedMax, TooMuch, cancellation);
        var lineEnd = Encoding.UTF8.GetBytes(format.LineEnd);
        text = format.SkipLines > 0 ? new SkippedHead(text, format.SkipLines, lineEnd, _file) : text;
        text = format.SkipLastLines > 0 ? new SkippedTail(text, format.SkipLastLines, lineEnd, _file) : text;
        return format.Comment.Length == 0 ? text : new CommentLines(text, Encoding.UTF8.GetBytes(format.Comment),
            lineEnd, format.Style == TextStyle.Csv ? format.QuoteByte : -1, _dropped);
    }

    private static byte[] Peek(Stream stream, int count)
    {
        var start = new byte[count];
        return start[..ReadOnlyStream.ReadFully(stream, start)];
    }

    private T Guarded<T>(Func<T> open)
    {
        try
        {
            return open();
        }
        catch (Exception problem) when (problem is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            _raw.Dispose();
            throw Refused(problem);
        }
        catch (DataRefusedException)
        {
            _raw.Dispose();
            throw;
        }
    }

    private DataRefusedException Refused(Exception problem) => problem is InvalidDataException
        ? new DataRefusedException("ORC3108", $"{_file}: {problem.Message.TrimEnd('.')}, after {_raw.Count:N0} bytes. "
            + "The file is damaged or was not written to its end; fetch it again.", problem)
        { File = _file }
        : new DataRefusedException("ORC3110", $"{_file}: cannot be read: {problem.Message}", problem) { File = _file };
}

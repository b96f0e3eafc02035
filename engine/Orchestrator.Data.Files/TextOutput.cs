using System.Text;
using System.Text.Unicode;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Files;

/// <summary>
/// Takes UTF-8 and writes it into a stream in the encoding of a format. Owns the stream. Between <see cref="Flush"/>
/// and the stream nothing is held but the beginning of a character.
/// </summary>
internal sealed class TextOutput : IDisposable
{
    private const int BufferLength = 64 * 1024;

    private readonly Stream _stream;
    private readonly Encoding? _utf16;
    private readonly CodePageTable? _page;
    private readonly byte[] _buffer = new byte[BufferLength];
    private readonly char[] _chars = [];
    private readonly byte[] _units = [];
    private bool _hasBegun;
    private int _used;

    public TextOutput(Stream stream, string encoding)
    {
        _stream = stream;
        _page = CodePageTable.Of(encoding);
        _utf16 = encoding.ToLowerInvariant() switch
        {
            FileEncodings.Utf8 => null,
            FileEncodings.Utf16Little or "utf-16" => Encoding.Unicode,
            FileEncodings.Utf16Big => Encoding.BigEndianUnicode,
            _ when _page is not null => null,
            _ => throw new ArgumentException(
                $"expected an encoding that files are written in, got: '{encoding}'", nameof(encoding)),
        };
        if (_page is not null)
        {
            _units = new byte[BufferLength];
        }

        if (_utf16 is not null)
        {
            _chars = new char[BufferLength];
            _units = new byte[BufferLength * sizeof(char)];
            _stream.Write(_utf16.GetPreamble());
        }
    }

    /// <summary>Room for at least so many bytes (at most 4,096); tell by <see cref="Advance"/> how many were
    /// used.</summary>
    public Span<byte> Room(int bytes)
    {
        if (BufferLength - _used < bytes)
        {
            Send();
        }

        return _buffer.AsSpan(_used);
    }

    /// <summary>Takes what was put into the room.</summary>
    public void Advance(int bytes) => _used += bytes;

    /// <summary>Adds bytes, however many.</summary>
    public void Add(ReadOnlySpan<byte> bytes)
    {
        while (bytes.Length > BufferLength - _used)
        {
            var part = BufferLength - _used;
            bytes[..part].CopyTo(_buffer.AsSpan(_used));
            _used += part;
            bytes = bytes[part..];
            Send();
        }

        bytes.CopyTo(_buffer.AsSpan(_used));
        _used += bytes.Length;
    }

    public void Add(byte one)
    {
        Room(1)[0] = one;
        _used++;
    }

    /// <summary>Sends what is left.</summary>
    public void Flush()
    {
        Send();
        _stream.Flush();
    }

    /// <summary>Where it goes.</summary>
    public Stream Stream => _stream;

    public void Dispose() => _stream.Dispose();

    private void Send()
    {
        // A first character that would be taken for the mark of the encoding gets one before it.
        if (!_hasBegun && _utf16 is null && _buffer.AsSpan(0, _used).StartsWith(Encoding.UTF8.Preamble))
        {
            _stream.Write(Encoding.UTF8.Preamble);
        }

        _hasBegun |= _used > 0;
        if (_page is not null)
        {
            var bytes = _page.FromUtf8(_buffer.AsSpan(0, _used), _units, out var taken);
            _stream.Write(_units, 0, bytes);
            Keep(taken);
            return;
        }

        if (_utf16 is null)
        {
            _stream.Write(_buffer, 0, _used);
            _used = 0;
            return;
        }

        Utf8.ToUtf16(_buffer.AsSpan(0, _used), _chars, out var read, out var written, replaceInvalidSequences: false,
            isFinalBlock: false);
        var units = _utf16.GetBytes(_chars.AsSpan(0, written), _units);
        _stream.Write(_units, 0, units);
        Keep(read);
    }

    // What is not sent is the beginning of a character.
    private void Keep(int sent)
    {
        if (_used - sent >= 4)
        {
            throw new InvalidOperationException("text that is no UTF-8 came past the guard");
        }

        _buffer.AsSpan(sent, _used - sent).CopyTo(_buffer);
        _used -= sent;
    }
}

using System.Buffers;
using System.Text;

namespace Orchestrator.Data;

/// <summary>
/// What a column in a code page makes of text: which characters it has not, and how many bytes the others take. Used
/// by one thread.
/// </summary>
internal sealed class CodePageText
{
    private const char Stand = '?';

    private readonly Missing _missing = new();
    private readonly Encoding _encoding;
    private char[] _chars = [];

    /// <summary>For a code page by its number.</summary>
    /// <exception cref="ArgumentException">There is no such code page.</exception>
    public CodePageText(int codePage)
    {
        // Any fallback of our own keeps the encoding from choosing a letter that only looks alike.
        _encoding = CodePagesEncodingProvider.Instance.GetEncoding(
            codePage, _missing, DecoderFallback.ReplacementFallback)
            ?? throw new ArgumentException($"there is no code page {codePage}", nameof(codePage));
    }

    /// <summary>Whether it has each character of a text.</summary>
    public bool Has(ReadOnlySpan<byte> text)
    {
        if (Ascii.IsValid(text))
        {
            return true;
        }

        _missing.IsSeen = false;
        _encoding.GetByteCount(Chars(text));
        return !_missing.IsSeen;
    }

    /// <summary>Bytes of a text in it; a character that it has not takes one.</summary>
    public int BytesOf(ReadOnlySpan<byte> text) =>
        Ascii.IsValid(text) ? text.Length : _encoding.GetByteCount(Chars(text));

    /// <summary>The text with a question mark for each character that it has not.</summary>
    public byte[] Repaired(ReadOnlySpan<byte> text)
    {
        var repaired = new ArrayBufferWriter<byte>(text.Length);
        while (!text.IsEmpty)
        {
            Rune.DecodeFromUtf8(text, out _, out var used);
            repaired.Write(Has(text[..used]) ? text[..used] : [(byte)Stand]);
            text = text[used..];
        }

        return repaired.WrittenSpan.ToArray();
    }

    /// <summary>Bytes of a UTF-8 text that hold at most so many bytes in it, whole characters only.</summary>
    public int Prefix(ReadOnlySpan<byte> text, int bytes)
    {
        var place = 0;
        while (place < text.Length)
        {
            Rune.DecodeFromUtf8(text[place..], out _, out var used);
            bytes -= BytesOf(text.Slice(place, used));
            if (bytes < 0)
            {
                break;
            }

            place += used;
        }

        return place;
    }

    private ReadOnlySpan<char> Chars(ReadOnlySpan<byte> text)
    {
        if (_chars.Length < text.Length)
        {
            _chars = new char[Math.Max(text.Length, 256)];
        }

        return _chars.AsSpan(0, Encoding.UTF8.GetChars(text, _chars));
    }

    /// <summary>Notes that a character is missing, and puts a question mark in its place.</summary>
    private sealed class Missing : EncoderFallback
    {
        public bool IsSeen { get; set; }

        public override int MaxCharCount => 1;

        public override EncoderFallbackBuffer CreateFallbackBuffer() => new Note(this);

        private sealed class Note(Missing missing) : EncoderFallbackBuffer
        {
            private bool _isWaiting;

            public override int Remaining => _isWaiting ? 1 : 0;

            public override bool Fallback(char charUnknown, int index) => missing.IsSeen = _isWaiting = true;

            public override bool Fallback(char charUnknownHigh, char charUnknownLow, int index) =>
                missing.IsSeen = _isWaiting = true;

            public override char GetNextChar()
            {
                var next = _isWaiting ? Stand : '\0';
                _isWaiting = false;
                return next;
            }

            public override bool MovePrevious() => false;
        }
    }
}

using System.Buffers;
using System.Buffers.Binary;
using System.Runtime.InteropServices;
using System.Text.Unicode;

namespace Orchestrator.Data.Files;

/// <summary>
/// Turns UTF-16 into UTF-8. A lone surrogate becomes the three bytes that UTF-8 forbids for it, so that the guard
/// finds it in its column and names it. Throws <see cref="InvalidDataException"/> for half a code unit at the end.
/// </summary>
internal sealed class Utf16Input(Stream units, bool bigEndian) : LayeredStream(units)
{
    private const int BytesPerUnitMax = 3;
    private const int UnitsMax = 16 * 1024;

    private readonly byte[] _bytes = new byte[UnitsMax * sizeof(char)];
    private readonly byte[] _text = new byte[UnitsMax * BytesPerUnitMax];
    private int _pending;
    private int _textStart;
    private int _textEnd;
    private bool _ended;

    public override int Read(Span<byte> buffer)
    {
        while (_textStart == _textEnd && !_ended)
        {
            Fill();
        }

        var count = Math.Min(buffer.Length, _textEnd - _textStart);
        _text.AsSpan(_textStart, count).CopyTo(buffer);
        _textStart += count;
        return count;
    }

    private void Fill()
    {
        // At most a high surrogate and half a unit are left from the last time, still in the file's byte order.
        var read = Below.Read(_bytes.AsSpan(_pending));
        _ended = read == 0;
        var available = _pending + read;
        if (_ended && available % sizeof(char) != 0)
        {
            throw new InvalidDataException("the file ends in the middle of a UTF-16 character");
        }

        var chars = MemoryMarshal.Cast<byte, char>(_bytes.AsSpan(0, available));
        Swap(chars);
        var used = Transcode(chars);
        Swap(chars[used..]);
        _pending = available - (used * sizeof(char));
        _bytes.AsSpan(used * sizeof(char), _pending).CopyTo(_bytes);
    }

    private void Swap(Span<char> chars)
    {
        if (bigEndian)
        {
            var units16 = MemoryMarshal.Cast<char, ushort>(chars);
            BinaryPrimitives.ReverseEndianness(units16, units16);
        }
    }

    private int Transcode(ReadOnlySpan<char> chars)
    {
        var used = 0;
        (_textStart, _textEnd) = (0, 0);
        while (used < chars.Length)
        {
            var status = Utf8.FromUtf16(chars[used..], _text.AsSpan(_textEnd), out var taken, out var written,
                replaceInvalidSequences: false, isFinalBlock: _ended);
            used += taken;
            _textEnd += written;
            if (status == OperationStatus.NeedMoreData)
            {
                break;
            }

            if (status == OperationStatus.InvalidData)
            {
                AppendLoneSurrogate(chars[used++]);
            }
        }

        return used;
    }

    private void AppendLoneSurrogate(char unit)
    {
        _text[_textEnd++] = (byte)(0xE0 | unit >> 12);
        _text[_textEnd++] = (byte)(0x80 | unit >> 6 & 0x3F);
        _text[_textEnd++] = (byte)(0x80 | unit & 0x3F);
    }
}

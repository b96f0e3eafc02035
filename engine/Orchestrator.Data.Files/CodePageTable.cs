using System.Buffers;
using System.Collections.Concurrent;
using System.Numerics;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Runtime.Intrinsics;
using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Files;

/// <summary>
/// A code page as two tables: the UTF-8 of each byte, and the byte of each character. A byte that it does not define
/// becomes bytes that UTF-8 forbids, so that the guard finds it in its column. Used by any number of threads.
/// </summary>
internal sealed class CodePageTable
{
    /// <summary>Most bytes of UTF-8 for one byte of it.</summary>
    public const int TextPerByte = 3;

    /// <summary>So many more bytes have to be free behind the text than it takes.</summary>
    public const int RoomBehind = sizeof(uint);

    private const int BytesAll = 256;
    private const int LengthShift = 24;
    private const int AsciiEnd = 0x80;

    // 0x80 to 0xBF never begin a character, and do not follow one of another byte.
    private const int LeadFrom = 0xC0;
    private const int EscapeFrom = 0xDC00;

    private static readonly ConcurrentDictionary<string, CodePageTable> Known = new(StringComparer.Ordinal);

    // Of each byte its UTF-8, the first one lowest, and in the highest byte how many they are.
    private readonly uint[] _text = new uint[BytesAll];
    private readonly byte[] _bytes = new byte[char.MaxValue + 1];

    private CodePageTable(string name, int number)
    {
        Name = name;
        var characters = CodePageCharacters.Of(number);
        for (var one = 0; one < BytesAll; one++)
        {
            _text[one] = Packed(one, characters[one]);
            if (characters[one] is { } character)
            {
                _bytes[character] = (byte)one;
            }
        }
    }

    /// <summary>Its name in a format.</summary>
    public string Name { get; }

    /// <summary>The code page of that name; null = it is none, but Unicode.</summary>
    public static CodePageTable? Of(string encoding) =>
        FileEncodings.CodePages.TryGetValue(encoding.ToLowerInvariant(), out var number)
            ? Known.GetOrAdd(encoding.ToLowerInvariant(), name => new CodePageTable(name, number))
            : null;

    /// <summary>
    /// Writes the UTF-8 of bytes; how many bytes that are. The text has room for three for each, and
    /// <see cref="RoomBehind"/>.
    /// </summary>
    /// <exception cref="ArgumentException">The text has less room.</exception>
    public int ToUtf8(ReadOnlySpan<byte> bytes, Span<byte> text)
    {
        if (text.Length < (bytes.Length * TextPerByte) + RoomBehind)
        {
            throw new ArgumentException($"expected room for {bytes.Length} characters, got: {text.Length} bytes");
        }

        // Bounds were looked at above: to look at them again for each character takes as long as all the rest.
        ref var from = ref MemoryMarshal.GetReference(bytes);
        ref var into = ref MemoryMarshal.GetReference(text);
        var (at, to) = (0, 0);
        while (bytes.Length - at >= Vector128<byte>.Count)
        {
            var next = Vector128.LoadUnsafe(ref from, (nuint)at);
            next.StoreUnsafe(ref into, (nuint)to);
            var beyond = next.ExtractMostSignificantBits();
            if (beyond == 0)
            {
                (at, to) = (at + Vector128<byte>.Count, to + Vector128<byte>.Count);
                continue;
            }

            var ascii = BitOperations.TrailingZeroCount(beyond);
            var end = at + BitOperations.Log2(beyond) + 1;
            to += ascii;
            Spread(ref from, at + ascii, end, ref into, ref to);
            at = end;
        }

        Spread(ref from, at, bytes.Length, ref into, ref to);
        return to;
    }

    private void Spread(ref byte from, int at, int end, ref byte into, ref int to)
    {
        ref var texts = ref MemoryMarshal.GetArrayDataReference(_text);
        var written = to;
        for (; at < end; at++)
        {
            var packed = Unsafe.Add(ref texts, (nint)Unsafe.Add(ref from, at));
            Unsafe.WriteUnaligned(ref Unsafe.Add(ref into, written), packed);
            written += (int)(packed >> LengthShift);
        }

        to = written;
    }

    /// <summary>Writes the bytes of UTF-8, of which the last character may be cut off; how many they are.</summary>
    /// <exception cref="InvalidOperationException">It has a character that the code page has not.</exception>
    public int FromUtf8(ReadOnlySpan<byte> text, Span<byte> bytes, out int read)
    {
        var to = 0;
        read = 0;
        while (read < text.Length)
        {
            var rest = text[read..];
            var ascii = rest.IndexOfAnyInRange((byte)AsciiEnd, byte.MaxValue);
            ascii = ascii < 0 ? rest.Length : ascii;
            rest[..ascii].CopyTo(bytes[to..]);
            (read, to) = (read + ascii, to + ascii);
            if (ascii == rest.Length)
            {
                break;
            }

            var status = Rune.DecodeFromUtf8(rest[ascii..], out var rune, out var used);
            if (status == OperationStatus.NeedMoreData)
            {
                break;
            }

            bytes[to++] = status == OperationStatus.Done && TryByteOf(rune, out var one)
                ? one
                : throw new InvalidOperationException($"text that {Name} does not have came past the guard");
            read += used;
        }

        return to;
    }

    /// <summary>Whether it has each character of a text.</summary>
    public bool Has(ReadOnlySpan<byte> text)
    {
        if (Ascii.IsValid(text))
        {
            return true;
        }

        while (!text.IsEmpty)
        {
            if (Rune.DecodeFromUtf8(text, out var rune, out var used) != OperationStatus.Done
                || !TryByteOf(rune, out _))
            {
                return false;
            }

            text = text[used..];
        }

        return true;
    }

    /// <summary>Whether it has each character of a text.</summary>
    public bool Has(string text) => Has(Encoding.UTF8.GetBytes(text));

    /// <summary>The byte of a character; false = it has none.</summary>
    public bool TryByteOf(Rune rune, out byte one)
    {
        one = rune.IsBmp ? _bytes[rune.Value] : (byte)0;
        return one != 0 || rune.Value == 0;
    }

    // A byte that begins a character in UTF-8 is written as half of a surrogate pair, lest it takes the next one along.
    private static uint Packed(int one, char? character)
    {
        if (character is null && one < LeadFrom)
        {
            return (uint)one | 1u << LengthShift;
        }

        var unit = character ?? EscapeFrom + one;
        return unit switch
        {
            < AsciiEnd => (uint)unit | 1u << LengthShift,
            < 0x800 => (uint)((0xC0 | unit >> 6) | (0x80 | unit & 0x3F) << 8) | 2u << LengthShift,
            _ => (uint)((0xE0 | unit >> 12) | (0x80 | unit >> 6 & 0x3F) << 8 | (0x80 | unit & 0x3F) << 16)
                | 3u << LengthShift,
        };
    }
}

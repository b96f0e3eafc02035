using System.Buffers;
using System.Text;
using System.Text.Unicode;
using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>What the readers of one result share: the batch that they fill and room to read into.</summary>
internal sealed class ReadRoom(RowRoom rowRoom)
{
    private const int Size = 8192;

    /// <summary>The batch at hand.</summary>
    public RowBatch Batch { get; set; } = null!;

    /// <summary>For bytes on their way.</summary>
    public byte[] Bytes { get; } = new byte[Size];

    /// <summary>For characters on their way; the first may be left over from the piece before.</summary>
    public char[] Chars { get; } = new char[Size];

    /// <summary>More bytes of the value at hand.</summary>
    public void Append(ReadOnlySpan<byte> bytes)
    {
        rowRoom.Add(Batch, bytes.Length);
        Batch.Block.Append(bytes);
    }

    /// <summary>
    /// More characters of the value at hand, as UTF-8. Half of a surrogate pair becomes the three bytes that no valid
    /// UTF-8 has, so that the guard sees it.
    /// </summary>
    public void Append(ReadOnlySpan<char> text)
    {
        var block = Batch.Block;
        var room = text.Length * 3;
        room = room <= block.Array.Length - block.Used ? room : Encoding.UTF8.GetByteCount(text);
        rowRoom.Add(Batch, room);
        while (Utf8.FromUtf16(
            text, block.Array.AsSpan(block.Used), out var read, out var written, replaceInvalidSequences: false)
            is var status)
        {
            block.Used += written;
            if (status == OperationStatus.Done)
            {
                return;
            }

            AppendHalf(text[read]);
            text = text[(read + 1)..];
            block.Reserve(text.Length * 3);
        }
    }

    private void AppendHalf(char half)
    {
        Batch.Block.IsValidUtf8 = false;
        Batch.Block.Append(
            [(byte)(0xE0 | (half >> 12)), (byte)(0x80 | ((half >> 6) & 0x3F)), (byte)(0x80 | (half & 0x3F))]);
    }
}

/// <summary>Text of limited length in a code page or UTF-8.</summary>
internal sealed class NarrowTextReader(ReadRoom room) : SqlServerColumnReader
{
    public override void Read(SqlDataReader from, int place, ColumnVector to, int row)
    {
        // The client makes a string of it whichever way it is asked.
        to.Starts[row] = to.Block.Used;
        room.Append(from.GetString(place));
        to.Lengths[row] = to.Block.Used - to.Starts[row];
    }
}

/// <summary>
/// Unicode text, and text of any length, piece by piece through the client's reader: as a string the client would give
/// another character for half of a surrogate pair, in silence, and its GetChars loses its place in a long text whose
/// pieces end within a character (ArgumentOutOfRangeException, about once in a hundred texts of 200 KB).
/// </summary>
internal sealed class StreamedTextReader(ReadRoom room) : SqlServerColumnReader
{
    public override void Read(SqlDataReader from, int place, ColumnVector to, int row)
    {
        var chars = room.Chars;
        var carried = 0;
        to.Starts[row] = to.Block.Used;
        using var text = from.GetTextReader(place);
        while (text.Read(chars, carried, chars.Length - carried) is > 0 and var read)
        {
            var piece = chars.AsSpan(0, carried + read);
            carried = char.IsHighSurrogate(piece[^1]) ? 1 : 0;
            room.Append(piece[..^carried]);
            chars[0] = piece[^1];
        }

        room.Append(chars.AsSpan(0, carried));
        to.Lengths[row] = to.Block.Used - to.Starts[row];
    }
}

/// <summary>Xml, as text that the client writes; what it puts before it is no part of it.</summary>
internal sealed class XmlTextReader(ReadRoom room) : SqlServerColumnReader
{
    private const char Mark = '\uFEFF';

    public override void Read(SqlDataReader from, int place, ColumnVector to, int row)
    {
        var chars = room.Chars;
        var carried = 0;
        long offset = 0;
        to.Starts[row] = to.Block.Used;
        while ((int)from.GetChars(place, offset, chars, carried, chars.Length - carried) is > 0 and var read)
        {
            var marks = offset == 0 && chars[0] == Mark ? 1 : 0;
            offset += read;
            var piece = chars.AsSpan(marks, carried + read - marks);
            carried = !piece.IsEmpty && char.IsHighSurrogate(piece[^1]) ? 1 : 0;
            room.Append(piece[..^carried]);
            chars[0] = chars[marks + piece.Length - 1];
        }

        room.Append(chars.AsSpan(0, carried));
        to.Lengths[row] = to.Block.Used - to.Starts[row];
    }
}

/// <summary>Bytes, piece by piece.</summary>
internal sealed class BytesReader(ReadRoom room) : SqlServerColumnReader
{
    public override void Read(SqlDataReader from, int place, ColumnVector to, int row)
    {
        long offset = 0;
        to.Starts[row] = to.Block.Used;
        int read;
        do
        {
            read = (int)from.GetBytes(place, offset, room.Bytes, 0, room.Bytes.Length);
            room.Append(room.Bytes.AsSpan(0, read));
            offset += read;
        }
        while (read == room.Bytes.Length);
        to.Lengths[row] = to.Block.Used - to.Starts[row];
    }
}

/// <summary>A value of any type, as text.</summary>
internal sealed class VariantReader(ReadRoom room) : SqlServerColumnReader
{
    public override void Read(SqlDataReader from, int place, ColumnVector to, int row)
    {
        to.Starts[row] = to.Block.Used;
        room.Append(SqlServerText.Of(from.GetSqlValue(place)));
        to.Lengths[row] = to.Block.Used - to.Starts[row];
    }
}

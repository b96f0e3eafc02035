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
/// Unicode text of limited length. As a string the client would give another character for half of a surrogate pair, in
/// silence; its reader leaves it as it is.
/// </summary>
internal sealed class UnicodeTextReader(ReadRoom room) : SqlServerColumnReader
{
    public override void Read(SqlDataReader from, int place, ColumnVector to, int row)
    {
        to.Starts[row] = to.Block.Used;
        using var text = from.GetTextReader(place);
        room.Append(room.Chars.AsSpan(0, text.Read(room.Chars, 0, room.Chars.Length)));
        to.Lengths[row] = to.Block.Used - to.Starts[row];
    }
}

/// <summary>Text of any length, piece by piece; that of xml begins with a byte order mark of the client's.</summary>
internal sealed class LongTextReader(ReadRoom room, bool isXml) : SqlServerColumnReader
{
    private const char Mark = '\uFEFF';

    public override void Read(SqlDataReader from, int place, ColumnVector to, int row)
    {
        var chars = room.Chars;
        var carried = 0;
        long offset = 0;
        to.Starts[row] = to.Block.Used;
        while (true)
        {
            var wanted = chars.Length - carried;
            var read = (int)from.GetChars(place, offset, chars, carried, wanted);
            offset += read;
            var isLast = read < wanted;
            var isMarked = isXml && offset == read && read > 0 && chars[0] == Mark;
            var piece = chars.AsSpan(isMarked ? 1 : 0, carried + read - (isMarked ? 1 : 0));
            carried = !isLast && !piece.IsEmpty && char.IsHighSurrogate(piece[^1]) ? 1 : 0;
            room.Append(piece[..^carried]);
            if (isLast)
            {
                break;
            }

            chars[0] = piece[^1];
        }

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

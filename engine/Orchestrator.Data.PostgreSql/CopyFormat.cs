using System.Buffers;
using System.Buffers.Binary;

namespace Orchestrator.Data.PostgreSql;

/// <summary>How rows are written into a COPY: the binary or the text form.</summary>
internal abstract class CopyFormat
{
    /// <summary>What stands before the first row.</summary>
    public virtual void Begin(CopyOutput to)
    {
    }

    /// <summary>Writes a row: its own values, then those that are the same in each row.</summary>
    public abstract void Write(ReadOnlySpan<ColumnVector> columns, int row, CopyOutput to);

    /// <summary>Writes rows of a batch; <paramref name="line"/> is then that of the row behind them, or of the one that
    /// could not be written.</summary>
    public virtual void Write(RowBatch batch, int from, int count, ref long line, CopyOutput to)
    {
        var columns = batch.Columns;
        for (var row = from; row < from + count; row++, line++)
        {
            Write(columns, row, to);
        }
    }

    /// <summary>What stands behind the last row.</summary>
    public virtual void End(CopyOutput to)
    {
    }
}

/// <summary>The binary form, for types that have an encoder.</summary>
internal sealed class BinaryCopy(CopyEncoder[] encoders, CopyEncoder[] filledEncoders, RowBatch filled) : CopyFormat
{
    private static readonly byte[] Header = [.. "PGCOPY\n"u8, 0xFF, (byte)'\r', (byte)'\n', .. new byte[9]];

    /// <summary>What begins the binary form.</summary>
    public static void WriteHead(CopyOutput to) => to.Write(Header);

    /// <summary>What ends it.</summary>
    public static void WriteEnd(CopyOutput to)
    {
        BinaryPrimitives.WriteInt16BigEndian(to.Room(2), -1);
        to.Advance(2);
    }

    public override void Begin(CopyOutput to) => WriteHead(to);

    public override void Write(ReadOnlySpan<ColumnVector> columns, int row, CopyOutput to)
    {
        BinaryPrimitives.WriteInt16BigEndian(to.Room(2), (short)(encoders.Length + filledEncoders.Length));
        to.Advance(2);
        for (var i = 0; i < encoders.Length; i++)
        {
            WriteField(encoders[i], columns[i], row, to);
        }

        for (var i = 0; i < filledEncoders.Length; i++)
        {
            WriteField(filledEncoders[i], filled.Columns[i], 0, to);
        }
    }

    public override void End(CopyOutput to) => WriteEnd(to);

    private static void WriteField(CopyEncoder encoder, ColumnVector column, int row, CopyOutput to)
    {
        if (!column.IsNull(row))
        {
            encoder.Write(column, row, to);
        }
        else if (column.TryBeyond(row, out var text))
        {
            encoder.WriteBeyond(text, to);
        }
        else
        {
            BinaryPrimitives.WriteInt32BigEndian(to.Room(4), -1);
            to.Advance(4);
        }
    }
}

/// <summary>Rows that pass through in the binary form as another server wrote them.</summary>
internal sealed class PassedCopy : CopyFormat
{
    public override void Begin(CopyOutput to) => BinaryCopy.WriteHead(to);

    public override void Write(ReadOnlySpan<ColumnVector> columns, int row, CopyOutput to) =>
        throw new NotSupportedException("Rows that pass through have no columns here.");

    public override void Write(RowBatch batch, int from, int count, ref long line, CopyOutput to)
    {
        if (from != 0 || count != batch.Count)
        {
            throw new ArgumentException("Rows that pass through are written by whole batches.", nameof(count));
        }

        to.Write(batch.Block.Array.AsSpan(0, batch.Block.Used));
    }

    public override void End(CopyOutput to) => BinaryCopy.WriteEnd(to);
}

/// <summary>The text form, which every type has.</summary>
internal sealed class TextCopy(RowBatch filled) : CopyFormat
{
    private static readonly SearchValues<byte> Escaped = SearchValues.Create("\\\t\n\r\b\f\v"u8);

    private readonly ValueText _texts = new();

    public override void Write(ReadOnlySpan<ColumnVector> columns, int row, CopyOutput to)
    {
        for (var i = 0; i < columns.Length; i++)
        {
            WriteField(columns[i], row, isFirst: i == 0, to);
        }

        foreach (var column in filled.Columns)
        {
            WriteField(column, 0, isFirst: false, to);
        }

        to.Write("\n"u8);
    }

    private void WriteField(ColumnVector column, int row, bool isFirst, CopyOutput to)
    {
        if (!isFirst)
        {
            to.Write("\t"u8);
        }

        if (!column.IsNull(row))
        {
            WriteEscaped(_texts.Of(column, row), to);
        }
        else if (column.TryBeyond(row, out var text))
        {
            to.Write(text);
        }
        else
        {
            to.Write("\\N"u8);
        }
    }

    private static void WriteEscaped(ReadOnlySpan<byte> text, CopyOutput to)
    {
        for (var at = text.IndexOfAny(Escaped); at >= 0; at = text.IndexOfAny(Escaped))
        {
            to.Write(text[..at]);
            to.Write("\\"u8);
            to.Write(text[at] switch
            {
                (byte)'\t' => "t"u8,
                (byte)'\n' => "n"u8,
                (byte)'\r' => "r"u8,
                (byte)'\b' => "b"u8,
                (byte)'\f' => "f"u8,
                (byte)'\v' => "v"u8,
                _ => "\\"u8,
            });
            text = text[(at + 1)..];
        }

        to.Write(text);
    }
}

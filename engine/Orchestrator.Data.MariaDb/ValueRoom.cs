using System.Text;
using MySqlConnector;

namespace Orchestrator.Data.MariaDb;

/// <summary>What the readers of one result share: the batch that they fill, and the room of the row at hand.</summary>
internal sealed class ValueRoom(RowRoom rowRoom)
{
    /// <summary>The batch at hand.</summary>
    public RowBatch Batch { get; set; } = null!;

    /// <summary>Number of the row at hand, from 1.</summary>
    public long RowNumber { get; set; }

    /// <summary>A text as the value of a row.</summary>
    public void Set(ColumnVector to, int row, string text)
    {
        rowRoom.Add(Batch, Encoding.UTF8.GetByteCount(text));
        var block = to.Block;
        var length = Encoding.UTF8.GetBytes(text, block.Array.AsSpan(block.Used));
        (to.Starts[row], to.Lengths[row]) = (block.Used, length);
        block.Used += length;
    }

    /// <summary>The bytes that came as the value of a row.</summary>
    public void Set(ColumnVector to, int row, MySqlDataReader from, int place)
    {
        var length = (int)from.GetBytes(place, 0, null, 0, 0);
        rowRoom.Add(Batch, length);
        var block = to.Block;
        from.GetBytes(place, 0, block.Array, block.Used, length);
        (to.Starts[row], to.Lengths[row]) = (block.Used, length);
        block.Used += length;
    }

    /// <summary>A number whose digits the client cannot hand over.</summary>
    public DataRefusedException TooManyDigits(string column, Exception cause) => new(
        "ORC3411",
        $"Row {RowNumber}, column '{column}' holds a number with more than 30 digits behind its point, which the "
        + "client cannot read. Read the column with `sourceExpression: \"CAST(@@this AS CHAR(67))\"`.",
        cause)
    { Row = RowNumber, Column = column };
}

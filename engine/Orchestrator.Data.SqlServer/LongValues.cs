using System.Text;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Values so long that the client must not make a string or an array of them: they are streamed. Short ones would cost
/// twice the time so.
/// </summary>
internal static class LongValues
{
    private const int BytesMin = 1 << 20;

    // With a mark of its own it would take one at the beginning of a value for it.
    private static readonly UTF8Encoding Unmarked = new(encoderShouldEmitUTF8Identifier: false);

    /// <summary>Whether rows of a batch hold one.</summary>
    public static bool AreIn(RowBatch batch, int from, int count)
    {
        foreach (var column in batch.Columns)
        {
            if (column.Type.IsLong && column.Lengths.AsSpan(from, count).ContainsAnyInRange(BytesMin, int.MaxValue))
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>The bytes of a value.</summary>
    public static Stream Bytes(ColumnVector column, int row) =>
        new MemoryStream(column.Block.Array, column.Starts[row], column.Lengths[row], writable: false);

    /// <summary>The text of a value.</summary>
    public static TextReader Text(ColumnVector column, int row) =>
        new StreamReader(Bytes(column, row), Unmarked, detectEncodingFromByteOrderMarks: false);
}

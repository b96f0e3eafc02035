using System.Runtime.CompilerServices;
using System.Text;

namespace Orchestrator.Data.Files;

/// <summary>What is wrong with the row at which a parser stopped.</summary>
/// <param name="Code">ORC3xxx.</param>
/// <param name="Field">The field at fault, from 0; −1 = the row as a whole.</param>
/// <param name="At">Position in the data that the row's line is counted to.</param>
/// <param name="Message">What was refused and what to do, without place and value.</param>
internal sealed record RowProblem(string Code, int Field, int At, string Message);

/// <summary>
/// Cuts rows out of bytes: stores where each field begins and how long it is, and copies nothing. Only whole rows
/// count; a row cut off at the end is looked at again, from its start, once more of it is there. So nothing depends on
/// how the file arrived. (CsvHelper hands out a string per field; this keeps the bytes as they are and is what makes
/// a load faster than the target's own import.)
/// </summary>
internal abstract class RowParser
{
    private readonly int[] _columnOfField;
    private readonly ColumnVector[] _vectors;

    protected RowParser(int[] columnOfField)
    {
        _columnOfField = columnOfField;
        var count = columnOfField.Length;
        (_vectors, Starts, Lengths) = (new ColumnVector[count], new int[count][], new int[count][]);
    }

    /// <summary>Whole rows found by the last call.</summary>
    public int Rows { get; protected set; }

    /// <summary>Bytes that they take.</summary>
    public int Consumed { get; protected set; }

    /// <summary>Where the unfinished field begins, and which it is.</summary>
    public int FieldStart { get; protected set; }

    /// <summary>The unfinished field, from 0.</summary>
    public int Field { get; protected set; }

    /// <summary>Why the last call stopped at the row behind the whole ones; null = nothing is wrong.</summary>
    public RowProblem? Problem { get; protected set; }

    /// <summary>What stands behind the last row of a file that does not end with one.</summary>
    public abstract ReadOnlySpan<byte> RowTerminator { get; }

    protected int[][] Starts { get; }

    protected int[][] Lengths { get; }

    protected int Last => _columnOfField.Length - 1;

    /// <summary>Finds the rows in the data and stores them in the empty batch.</summary>
    public void Parse(Span<byte> data, RowBatch batch, bool isEnd)
    {
        for (var field = 0; field < _columnOfField.Length; field++)
        {
            var vector = batch.Columns[_columnOfField[field]];
            (_vectors[field], Starts[field], Lengths[field]) = (vector, vector.Starts, vector.Lengths);
        }

        (Rows, Consumed, Problem) = (0, 0, null);
        Scan(data, batch.RowsMax, isEnd);
    }

    /// <summary>The longest a field of the whole rows is, with its row and field.</summary>
    public (int Length, int Row, int Field) LongestField()
    {
        var longest = (Length: 0, Row: 0, Field: 0);
        for (var field = 0; field <= Last; field++)
        {
            for (var row = 0; row < Rows; row++)
            {
                if (Lengths[field][row] > longest.Length)
                {
                    longest = (Lengths[field][row], row, field);
                }
            }
        }

        return longest;
    }

    /// <summary>Bytes of a whole row.</summary>
    public int RowLength(int row) => Starts[Last][row] + Lengths[Last][row] - Starts[0][row];

    protected abstract void Scan(Span<byte> data, int rowsMax, bool isEnd);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected void Set(int field, int row, int start, int length)
    {
        Starts[field][row] = start;
        Lengths[field][row] = length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected void SetNull(int field, int row) => _vectors[field].SetNull(row);

    protected static byte[] Terminator(string text, string what) => text.Length > 0
        ? Encoding.UTF8.GetBytes(text)
        : throw new ArgumentException($"expected the {what} terminator to be one character or more, got none", what);
}

using System.Runtime.CompilerServices;
using System.Text;

namespace Orchestrator.Data.Files;

/// <summary>What is wrong with the row at which a parser stopped.</summary>
/// <param name="Code">ORC3xxx.</param>
/// <param name="Field">The field at fault, from 0; −1 = the row as a whole.</param>
/// <param name="At">Position in the data that the row's line is counted to.</param>
/// <param name="Message">What was refused and what to do, without place and value.</param>
/// <param name="Columns">Columns that the row has (or its size), where the row is what is wrong; else 0.</param>
/// <param name="Allowed">Size of a row where it does not have columns; else 0.</param>
internal sealed record ParseProblem(
    string Code, int Field, int At, string Message, int Columns = 0, int Allowed = 0);

/// <summary>A row with too few or too many columns that a parser stepped over.</summary>
/// <param name="Before">Whole rows before it in the same data.</param>
/// <param name="Start">Where it begins in the data.</param>
/// <param name="Length">Bytes up to its terminator.</param>
/// <param name="Problem">What is wrong with it.</param>
internal readonly record struct BrokenRow(int Before, int Start, int Length, ParseProblem Problem);

/// <summary>What stands behind the data that a parser is given.</summary>
internal enum DataEnd
{
    /// <summary>More of the file.</summary>
    Open,

    /// <summary>Nothing: the file ends with a row terminator.</summary>
    Whole,

    /// <summary>Nothing: the last row ends with the file; its terminator was put there by the reader.</summary>
    Cut,
}

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
    private readonly List<BrokenRow> _broken = [];

    protected RowParser(int[] columnOfField)
    {
        _columnOfField = columnOfField;
        var count = columnOfField.Length;
        (_vectors, Starts, Lengths) = (new ColumnVector[count], new int[count][], new int[count][]);
    }

    /// <summary>
    /// Whether a row with too few or too many columns is stepped over, where it is certain where the next one begins.
    /// </summary>
    public bool StepsOver { get; init; }

    /// <summary>Whether its rows are not loaded, so that nothing else could become of a broken one.</summary>
    public bool LooksOnly { get; init; }

    /// <summary>Whole rows found by the last call.</summary>
    public int Rows { get; protected set; }

    /// <summary>Rows that it stepped over.</summary>
    public IReadOnlyList<BrokenRow> Broken => _broken;

    /// <summary>Bytes that both take.</summary>
    public int Consumed { get; protected set; }

    /// <summary>Where the unfinished field begins; below 0 before the data.</summary>
    public int FieldStart { get; protected set; }

    /// <summary>The unfinished field, from 0.</summary>
    public int Field { get; protected set; }

    /// <summary>Why the last call stopped at the row behind the whole ones; null = nothing is wrong.</summary>
    public ParseProblem? Problem { get; protected set; }

    /// <summary>What the rows had of what the columns are called like; null = the format has columns.</summary>
    public virtual JsonMembers? Members => null;

    /// <summary>What stands behind the last row of a file that does not end with one.</summary>
    public abstract ReadOnlySpan<byte> RowTerminator { get; }

    protected int[][] Starts { get; }

    protected int[][] Lengths { get; }

    /// <summary>Columns of the unfinished row beyond the last one.</summary>
    protected int Extra { get; set; }

    /// <summary>Bytes of the data that were looked at, as far as they can be without what follows.</summary>
    protected int Seen { get; set; }

    protected bool GoesOn { get; private set; }

    /// <summary>Whether the data ends within its last row, whose terminator was put there by the reader.</summary>
    protected bool IsCut { get; private set; }

    protected int Last => _columnOfField.Length - 1;

    /// <summary>
    /// Finds at most so many rows in the data and stores them in the empty batch. To go on means that the data begins
    /// with what the last call left unfinished and <see cref="Forget"/> left over; then the end of the row is what is
    /// looked for, and nothing that is stored counts.
    /// </summary>
    public void Parse(Span<byte> data, RowBatch batch, int rowsMax, DataEnd end, bool goOn = false)
    {
        for (var field = 0; field < _columnOfField.Length; field++)
        {
            var vector = batch.Columns[_columnOfField[field]];
            (_vectors[field], Starts[field], Lengths[field]) = (vector, vector.Starts, vector.Lengths);
        }

        (Rows, Consumed, Problem) = (0, 0, null);
        if (!goOn)
        {
            (Field, FieldStart, Extra, Seen) = (0, 0, 0, 0);
        }

        (GoesOn, IsCut) = (goOn, end == DataEnd.Cut);
        _broken.Clear();
        Scan(data, rowsMax, isEnd: end != DataEnd.Open);
    }

    /// <summary>How many bytes at the beginning of the data it needs no more; the data goes on without them.</summary>
    public virtual int Forget()
    {
        // A line feed asks what stands before it.
        var count = Math.Max(0, Seen - 1);
        (FieldStart, Seen) = (FieldStart - count, Seen - count);
        return count;
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

    /// <summary>Fields of a row.</summary>
    public int Fields => Lengths.Length;

    /// <summary>Columns that no field goes into: they are NULL.</summary>
    public IReadOnlyList<int> Missing { get; init; } = [];

    /// <summary>Where a whole row begins, quotes not counted.</summary>
    public int RowStart(int row) => Starts[0][row];

    /// <summary>A field of a whole row; empty where it is NULL.</summary>
    public ReadOnlySpan<byte> Value(int field, int row, ReadOnlySpan<byte> data) =>
        data.Slice(Starts[field][row], Lengths[field][row]);

    /// <summary>Makes NULL of the columns that are missing, in the whole rows.</summary>
    public void FillMissing(RowBatch batch)
    {
        foreach (var missing in Missing)
        {
            var vector = batch.Columns[missing];
            Array.Clear(vector.Starts, 0, Rows);
            Array.Clear(vector.Lengths, 0, Rows);
            for (var row = 0; row < Rows; row++)
            {
                vector.SetNull(row);
            }
        }
    }

    /// <summary>Whether the field that begins there in the data stood in quotes.</summary>
    public virtual bool IsQuoted(ReadOnlySpan<byte> data, int start) => false;

    /// <summary>The same of a field of a whole row.</summary>
    public bool IsQuoted(int field, int row, ReadOnlySpan<byte> data) => IsQuoted(data, Starts[field][row]);

    /// <summary>Bytes of a whole row.</summary>
    public virtual int RowLength(int row) => Starts[Last][row] + Lengths[Last][row] - Starts[0][row];

    protected abstract void Scan(Span<byte> data, int rowsMax, bool isEnd);

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected void Set(int field, int row, int start, int length)
    {
        Starts[field][row] = start;
        Lengths[field][row] = length;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    protected void SetNull(int field, int row) => _vectors[field].SetNull(row);

    /// <summary>Makes NULL of the fields from one on, which the row lacks.</summary>
    protected void FillRest(int field, int row, int end)
    {
        for (; field <= Last; field++)
        {
            Set(field, row, end, 0);
            SetNull(field, row);
        }
    }

    /// <summary>
    /// Steps over the row that the problem is about, and forgets what was stored of it; false = the problem stays.
    /// That of a file which ends within a row does: what else is missing cannot be known.
    /// </summary>
    protected bool TryStepOver(ParseProblem problem, int row, int end, int next, int dataLength)
    {
        var isCut = IsCut && next == dataLength;
        if (!StepsOver || isCut)
        {
            const string hint = " To keep such rows in the error table, set `errors: {onError: redirect}`.";
            Problem = isCut || LooksOnly ? problem : problem with { Message = problem.Message + hint };
            return false;
        }

        _broken.Add(new BrokenRow(row, Consumed, end - Consumed, problem));
        foreach (var vector in _vectors)
        {
            vector.ClearNull(row);
        }

        Consumed = next;
        return true;
    }

    protected static byte[] Terminator(string text, string what) => text.Length > 0
        ? Encoding.UTF8.GetBytes(text)
        : throw new ArgumentException($"expected the {what} terminator to be one character or more, got none", what);
}

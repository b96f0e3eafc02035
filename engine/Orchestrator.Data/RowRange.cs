using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <summary>Values of a column from one (included) to another (left out): numbers, dates and times.</summary>
public sealed class RowRange
{
    private const string Column = "range";

    private readonly (Int128 Whole, double Floating)? _from;
    private readonly (Int128 Whole, double Floating)? _to;

    private RowRange(SqlType type, string? from, string? to, ColumnLimits limits)
    {
        if (from is not null)
        {
            (_from, From) = Parse(type, from, limits);
        }

        if (to is not null)
        {
            (_to, To) = Parse(type, to, limits);
        }
    }

    /// <summary>The first value as the engine writes it; null = from the least on.</summary>
    public string? From { get; }

    /// <summary>The first value behind it as the engine writes it; null = to the greatest.</summary>
    public string? To { get; }

    /// <summary>Whether no value can be in it.</summary>
    public bool IsEmpty => _from is { } first && _to is { } end && Compare(first, end) >= 0;

    /// <summary>Whether values of a type have an order that is the same everywhere.</summary>
    public static bool Knows(SqlType type) =>
        ValueStorages.Of(type) != ValueStorage.Bytes && type.Kind != SqlTypeKind.DateTimeOffset;

    /// <summary>The range between two values written as in a file.</summary>
    /// <exception cref="DataRefusedException">One of them is no value of the type.</exception>
    public static RowRange Of(SqlType type, string? from, string? to) => new(type, from, to, ColumnLimits.OfType);

    /// <summary>
    /// Whether a column of a platform keeps both values as they are. One that it does not it would round, and compare
    /// another one than is meant.
    /// </summary>
    /// <param name="type">The type that was declared, of which both are values.</param>
    /// <param name="from">The first value; null = there is none.</param>
    /// <param name="to">The first value behind it; null = there is none.</param>
    /// <param name="rules">What columns of the platform hold.</param>
    public static bool IsKept(SqlType type, string? from, string? to, ColumnRules rules)
    {
        var kept = rules.Kept(type);
        try
        {
            _ = Knows(kept) ? new RowRange(kept, from, to, rules.Limits(new RowColumn(Column, kept))) : null;
            return true;
        }
        catch (DataRefusedException)
        {
            return false;
        }
    }

    /// <summary>Takes the rows out of a batch whose value is not in the range, or is NULL.</summary>
    /// <param name="column">Place of the column.</param>
    /// <param name="reject">Told the place of each such row, while it is still there.</param>
    public void Filter(RowBatch batch, int column, Action<int> reject)
    {
        var kept = new List<int>(batch.Count);
        for (var row = 0; row < batch.Count; row++)
        {
            if (Holds(batch.Columns[column], row))
            {
                kept.Add(row);
            }
            else
            {
                reject(row);
            }
        }

        if (kept.Count == batch.Count)
        {
            return;
        }

        var numbers = kept.Select(batch.RowNumber).ToArray();
        foreach (var vector in batch.Columns)
        {
            vector.Keep(kept.ToArray());
        }

        (batch.Count, batch.RowNumbers) = (kept.Count, numbers);
    }

    private bool Holds(ColumnVector column, int row)
    {
        if (column.IsNull(row))
        {
            return false;
        }

        var value = ValueOf(column, row);
        return (_from is not { } first || Compare(value, first) >= 0)
            && (_to is not { } end || Compare(value, end) < 0);
    }

    private static int Compare((Int128 Whole, double Floating) a, (Int128 Whole, double Floating) b) =>
        a.Whole == b.Whole ? a.Floating.CompareTo(b.Floating) : a.Whole.CompareTo(b.Whole);

    private static (Int128 Whole, double Floating) ValueOf(ColumnVector column, int row) => column.Storage switch
    {
        ValueStorage.Int64 => (column.Int64s[row], 0),
        ValueStorage.Int128 => (column.Int128s[row], 0),
        _ => (0, column.Doubles[row]),
    };

    // By the guard, so that a limit means what the same text means in a file.
    internal static ((Int128 Whole, double Floating) Value, string Text) Parse(
        SqlType type, string text, ColumnLimits limits)
    {
        var resources = new RunResources();
        RowColumn[] columns = [new(Column, new SqlType(SqlTypeKind.NVarChar, SqlType.Max))];
        using var pool = new RowBatchPool(resources.Memory, columns, bytesMax: text.Length * 4, rowsMax: 1);
        using var guard = new Guard(
            columns, [new GuardColumn { Name = Column, Source = 0, Type = type, Limits = limits }], resources);
        var batch = pool.RentNow();
        batch.Columns[0].SetBytes(0, Encoding.UTF8.GetBytes(text));
        batch.Count = 1;
        using var read = guard.Check(batch);
        Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
        var written = ValueFormat.Write(read.Columns[0], 0, room);
        return (ValueOf(read.Columns[0], 0), Encoding.ASCII.GetString(room[..written]));
    }
}

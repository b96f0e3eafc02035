using System.Text;

namespace Orchestrator.Data.PostgreSql;

/// <summary>The columns that have one value for all rows, as a row batch of one row.</summary>
internal sealed class FilledRow : IDisposable
{
    private const int BytesMax = 4096;

    private readonly RowBatchPool _pool;

    private FilledRow(IReadOnlyList<RowColumn> columns)
    {
        Columns = columns;
        _pool = new RowBatchPool(new MemoryBudget(BytesMax), columns, BytesMax);
        Row = _pool.RentNow();
    }

    public IReadOnlyList<RowColumn> Columns { get; }

    public RowBatch Row { get; }

    /// <summary>The row of those columns and values.</summary>
    /// <exception cref="ArgumentException">A value is not of its column's type.</exception>
    public static FilledRow Of(IReadOnlyList<FilledColumn> filled)
    {
        var row = new FilledRow([.. filled.Select(column => column.Column)]);
        for (var i = 0; i < filled.Count; i++)
        {
            Set(row.Row.Columns[i], filled[i]);
        }

        row.Row.Count = 1;
        return row;
    }

    public void Dispose()
    {
        Row.Dispose();
        _pool.Dispose();
    }

    private static void Set(ColumnVector column, FilledColumn filled)
    {
        switch (filled.Value)
        {
            case null:
                column.SetNull(0);
                break;
            case long number when column.Type.IsInteger:
                column.Int64s[0] = number;
                break;
            case string text when ValueStorages.IsText(column.Type):
                column.SetBytes(0, Encoding.UTF8.GetBytes(text));
                break;
            default:
                throw new ArgumentException(
                    $"{filled.Column.Name}: a {filled.Value.GetType().Name} is no {column.Type}", nameof(filled));
        }
    }
}

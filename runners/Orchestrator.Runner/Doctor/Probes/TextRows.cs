using System.Globalization;
using System.Text;
using Orchestrator.Data;

namespace Orchestrator.Runner.Doctor.Probes;

/// <summary>All rows of a question as text.</summary>
internal static class TextRows
{
    private const int BytesMax = 4 << 20;

    public static IReadOnlyList<string[]> Of(IDatabase database, string sql, CancellationToken cancellation)
    {
        var found = new List<string[]>();
        using var reader = database.Read(sql);
        using var pool = new RowBatchPool(new MemoryBudget(BytesMax), reader.Columns);
        using var batch = pool.RentNow();
        while (reader.Read(batch, cancellation))
        {
            for (var row = 0; row < batch.Count; row++)
            {
                var at = row;
                found.Add([.. Enumerable.Range(0, batch.Columns.Length).Select(each => Text(batch.Columns[each], at))]);
            }
        }

        return found;
    }

    private static string Text(ColumnVector column, int row) => column.IsNull(row) ? ""
        : column.Storage == ValueStorage.Bytes ? Encoding.UTF8.GetString(column.Bytes(row))
        : column.Int64s[row].ToString(CultureInfo.InvariantCulture);
}

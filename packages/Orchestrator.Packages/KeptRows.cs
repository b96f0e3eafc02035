using System.Globalization;
using System.Text;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load;

namespace Orchestrator.Packages;

/// <summary>A rejected row as it may be shown to people on request.</summary>
/// <param name="Row">Its number in its file or query; 0 = not known.</param>
/// <param name="File">The file it comes from; empty where there is none.</param>
/// <param name="Column">The column that refused its value.</param>
/// <param name="Reason">Why.</param>
/// <param name="Key">The values of its key; none of an object with a sensitive column.</param>
/// <param name="Value">The value; none that could be of a sensitive column.</param>
public sealed record KeptRow(long Row, string File, string Column, string Reason, string Key, string Value);

/// <summary>Reads rejected rows back from the error tables.</summary>
public static class KeptRows
{
    /// <summary>Stands for what is not shown.</summary>
    public const string Hidden = "(sensitive)";

    private const int BytesMax = 4 << 20;

    private static readonly string[] Columns = ["RowNumber", "SourceFile", "ColumnName", "Reason", "RowKey", "Value"];

    /// <summary>
    /// The first rows that an attempt rejected, as the error table has them; none where there is no such table.
    /// </summary>
    /// <param name="access">The way to the connection.</param>
    /// <param name="connection">The connection that the load writes, to a database.</param>
    /// <param name="load">The load, as it is written now.</param>
    /// <param name="attempt">Number of the attempt.</param>
    /// <param name="max">How many at most.</param>
    /// <param name="cancellation">Stops reading.</param>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public static IReadOnlyList<KeptRow> Read(
        ConnectionAccess access, Connection connection, ObjectDefinition load, long attempt, int max,
        CancellationToken cancellation)
    {
        var platform = ConnectionAccess.PlatformOf(connection)!;
        var table = ErrorTable.NameOf(load, platform);
        var found = new List<KeptRow>();
        foreach (var address in access.Databases(connection)
            .Where(address => !platform.Abilities.IsFile || File.Exists(address.File)))
        {
            using var database = access.Open(connection, address);
            if (found.Count < max && database.KindOf(table) is not null)
            {
                Read(database, table, attempt, row => found.Add(Shown(row, load, platform.Dialect)),
                    () => found.Count < max, cancellation);
            }
        }

        return found;
    }

    private static void Read(
        IDatabase database, TableName table, long attempt, Action<KeptRow> add, Func<bool> isMore,
        CancellationToken cancellation)
    {
        var dialect = database.Platform.Dialect;
        var columns = Columns.Select(column => (column, (string?)null)).ToList();
        using var reader = database.Read(
            dialect.Select(table, columns, dialect.Quote("Attempt") + " = @attempt"), [("attempt", attempt)]);
        using var pool = new RowBatchPool(new MemoryBudget(BytesMax), reader.Columns);
        using var batch = pool.RentNow();
        while (isMore() && reader.Read(batch, cancellation))
        {
            for (var at = 0; at < batch.Count && isMore(); at++)
            {
                string Text(int column) => TextOf(batch.Columns[column], at);
                add(new KeptRow(
                    long.TryParse(Text(0), CultureInfo.InvariantCulture, out var row) ? row : 0, Text(1), Text(2),
                    Text(3), Text(4), batch.Columns[5].IsNull(at) ? "NULL" : Text(5)));
            }
        }
    }

    private static string TextOf(ColumnVector vector, int row) => vector.IsNull(row) ? ""
        : vector.Storage == ValueStorage.Bytes ? Encoding.UTF8.GetString(vector.Bytes(row))
        : vector.Int64s[row].ToString(CultureInfo.InvariantCulture);

    // What the columns were when the row was written is not known: only what is plainly none of the sensitive ones is
    // shown, and nothing that holds more than one value.
    private static KeptRow Shown(KeptRow row, ObjectDefinition load, Dialect dialect)
    {
        if (!load.Columns.Any(column => column.Sensitive))
        {
            return row;
        }

        var isOne = row.Reason is not (nameof(RejectReason.Shape) or nameof(RejectReason.Refused));
        var named = load.Columns.Where(column => dialect.Fold(column.Target) == dialect.Fold(row.Column)
            || dialect.Fold(column.Name) == dialect.Fold(row.Column)).ToList();
        return row with
        {
            Key = row.Key.Length == 0 ? "" : Hidden,
            Value = isOne && named.Count > 0 && !named.Exists(column => column.Sensitive) ? row.Value : Hidden,
        };
    }
}

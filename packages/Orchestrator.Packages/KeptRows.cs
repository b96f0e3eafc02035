using System.Globalization;
using System.Text;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;

namespace Orchestrator.Packages;

/// <summary>A rejected row as it may be shown to people on request.</summary>
/// <param name="Row">Its number in its file or query; 0 = not known.</param>
/// <param name="File">The file it comes from; empty where there is none.</param>
/// <param name="Column">The column that refused its value.</param>
/// <param name="Reason">Why.</param>
/// <param name="Key">The values of its key; none of an object with a sensitive column.</param>
/// <param name="Value">The value; none that could be of a sensitive column. Null = NULL.</param>
public sealed record KeptRow(long Row, string File, string Column, string Reason, string Key, string? Value);

/// <summary>How many rows an attempt rejected for one reason.</summary>
/// <param name="Attempt">Number of the attempt.</param>
/// <param name="Reason">Why.</param>
/// <param name="Rows">How many the error table has.</param>
/// <param name="Replayed">How many of them were loaded later.</param>
public sealed record KeptCount(ObjectDefinition Load, long Attempt, string Reason, long Rows, long Replayed);

/// <summary>Reads rejected rows back from the error tables.</summary>
public static class KeptRows
{
    /// <summary>Stands for what is not shown.</summary>
    public const string Hidden = "(sensitive)";

    private const int BytesMax = 4 << 20;

    private static readonly string[] Columns = ["RowNumber", "SourceFile", "ColumnName", "Reason", "RowKey", "Value"];

    /// <summary>Where the rows are that an attempt rejected: its error table, or a file beside its target.</summary>
    /// <param name="connection">The connection that the load writes.</param>
    /// <param name="load">The load, as it is written now.</param>
    /// <param name="attempt">Number of the attempt.</param>
    public static string PlaceOf(Connection connection, ObjectDefinition load, long attempt) =>
        ConnectionAccess.PlatformOf(connection) is { } platform
            ? ErrorTable.NameOf(load, platform).ToString()
            : ErrorFile.Of(load, attempt);

    /// <summary>Whether what has that name keeps rejected rows: what somebody else made is not touched.</summary>
    internal static bool IsErrorTable(IDatabase database, TableName table) => database.KindOf(table) == "table"
        && ErrorTable.IsOne([.. database.Columns(table).Select(column => column.Name)]);

    /// <summary>Whether a table keeps rejected rows, as its columns tell.</summary>
    public static bool IsErrorTable(CatalogTable table) =>
        table.Kind == CatalogTable.Table && ErrorTable.IsOne([.. table.Columns.Select(column => column.Name)]);

    /// <summary>How many rows an error table keeps of each attempt that has some in it.</summary>
    /// <param name="database">The database; also one within a transaction.</param>
    /// <param name="table">The error table, which is there.</param>
    public static IReadOnlyList<(long Attempt, long Rows)> ByAttempt(IDatabase database, TableName table) =>
        [.. Rows(database, database.Platform.Dialect.CountBy(table, [ErrorTable.AttemptColumn]), columns: 2)
            .Select(row => (row[0], row[1]))];

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
        var dialect = ConnectionAccess.PlatformOf(connection)!.Dialect;
        var table = ErrorTable.NameOf(load, ConnectionAccess.PlatformOf(connection)!);
        var sql = dialect.Select(
            table, [.. Columns.Select(column => (column, (string?)null))], dialect.Quote("Attempt") + " = @attempt");
        var found = new List<KeptRow>();
        foreach (var database in Opened(access, connection))
        {
            if (found.Count < max && database.KindOf(table) is not null)
            {
                Read(database, sql, [("attempt", attempt)],
                    (batch, at) => found.Add(Shown(Row(batch, at), load, dialect)), () => found.Count < max,
                    cancellation);
            }
        }

        return found;
    }

    /// <summary>
    /// How many rows the error tables of loads have, by attempt and reason; of any attempt, also those of other loads
    /// where several share a table.
    /// </summary>
    /// <param name="access">The way to the connection.</param>
    /// <param name="connection">The connection that the loads write, to a database.</param>
    /// <param name="loads">The loads, as they are written now.</param>
    /// <param name="cancellation">Stops reading.</param>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public static IReadOnlyList<KeptCount> Count(
        ConnectionAccess access, Connection connection, IReadOnlyList<ObjectDefinition> loads,
        CancellationToken cancellation)
    {
        var platform = ConnectionAccess.PlatformOf(connection)!;
        var found = new List<KeptCount>();
        foreach (var database in Opened(access, connection))
        {
            foreach (var load in loads)
            {
                var table = ErrorTable.NameOf(load, platform);
                if (database.KindOf(table) is not null)
                {
                    Count(database, table, load, found, cancellation);
                }
            }
        }

        return [.. found.GroupBy(one => (one.Load, one.Attempt, one.Reason)).Select(group => group.First() with
        {
            Rows = group.Sum(one => one.Rows),
            Replayed = group.Sum(one => one.Replayed),
        })];
    }

    private static void Count(IDatabase database, TableName table, ObjectDefinition load, List<KeptCount> found,
        CancellationToken cancellation)
    {
        var isReplayable = ErrorTable.IsReplayable(database, table);
        string[] by = isReplayable ? [ErrorTable.AttemptColumn, "Reason", ErrorTable.ReplayedBy]
            : [ErrorTable.AttemptColumn, "Reason"];
        Read(database, database.Platform.Dialect.CountBy(table, by), [],
            (batch, at) =>
            {
                var rows = Number(batch.Columns[by.Length], at);
                found.Add(new KeptCount(
                    load, Number(batch.Columns[0], at), Text(batch.Columns[1], at), rows,
                    isReplayable && Number(batch.Columns[2], at) > 0 ? rows : 0));
            },
            () => true, cancellation);
    }

    /// <summary>Rows of numbers.</summary>
    internal static IReadOnlyList<long[]> Rows(IDatabase database, string sql, int columns)
    {
        var found = new List<long[]>();
        Read(database, sql, [], (batch, row) => found.Add(
            [.. Enumerable.Range(0, columns).Select(column => Number(batch.Columns[column], row))]), () => true,
            CancellationToken.None);
        return found;
    }

    /// <summary>The databases behind a connection, one after the other, as far as they are there.</summary>
    internal static IEnumerable<IDatabase> Opened(ConnectionAccess access, Connection connection)
    {
        var isFile = ConnectionAccess.PlatformOf(connection)!.Abilities.IsFile;
        foreach (var address in access.Databases(connection).Where(each => !isFile || File.Exists(each.File)))
        {
            using var database = access.Open(connection, address);
            yield return database;
        }
    }

    private static void Read(
        IDatabase database, string sql, (string, object?)[] values, Action<RowBatch, int> add, Func<bool> isMore,
        CancellationToken cancellation)
    {
        using var reader = database.Read(sql, values);
        using var pool = new RowBatchPool(new MemoryBudget(BytesMax), reader.Columns);
        using var batch = pool.RentNow();
        while (isMore() && reader.Read(batch, cancellation))
        {
            for (var at = 0; at < batch.Count && isMore(); at++)
            {
                add(batch, at);
            }
        }
    }

    private static KeptRow Row(RowBatch batch, int at)
    {
        string Value(int column) => Text(batch.Columns[column], at);
        return new KeptRow(
            Number(batch.Columns[0], at), Value(1), Value(2), Value(3), Value(4),
            batch.Columns[5].IsNull(at) ? null : Value(5));
    }

    /// <summary>A number of a row that was read, in whatever storage the platform gives it; 0 = none.</summary>
    internal static long Number(ColumnVector vector, int row) =>
        long.TryParse(Text(vector, row), CultureInfo.InvariantCulture, out var number) ? number : 0;

    // A sum is a decimal of many digits on some platforms.
    private static string Text(ColumnVector vector, int row) => vector.IsNull(row) ? "" : vector.Storage switch
    {
        ValueStorage.Bytes => Encoding.UTF8.GetString(vector.Bytes(row)),
        ValueStorage.Int128 => vector.Int128s[row].ToString(CultureInfo.InvariantCulture),
        _ => vector.Int64s[row].ToString(CultureInfo.InvariantCulture),
    };

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

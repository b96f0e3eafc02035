using Microsoft.Data.Sqlite;
using Orchestrator.Data;
using Orchestrator.Data.Sqlite;

namespace Orchestrator.Packages.Load;

/// <summary>
/// Finds the row that a constraint of the target refused when a load table was published. It writes into the target,
/// within a transaction that the caller rolls back.
/// </summary>
internal sealed class PublishRefusal(
    SqliteDatabase database, string loadTable, string table, LoadColumns columns, long before)
{
    private const int ValueMax = 60;

    private readonly string[] names = [.. columns.Target.Select(column => column.Name)];

    /// <summary>The failure with the constraint, its columns and, where it is found, the first row at fault.</summary>
    public DataRefusedException Explain(SqliteException fault) => new(
        "ORC3412",
        $"{FirstRow(fault)} was refused by the table '{table}': {SqliteErrors.Text(fault)}. "
        + SqliteErrors.Advice(fault),
        fault);

    private string FirstRow(SqliteException fault)
    {
        Refusal(SqliteStatements.InsertUntilRefused(loadTable, table, names), []);
        var rows = SqliteScalar.Long(database, SqliteStatements.Count(table)) - before;

        // A trigger can change the count, a foreign key is told at the end only: named is what is refused once more.
        var again = rows < 0 ? null
            : Refusal(SqliteStatements.InsertOne(loadTable, table, names), [("$rows", rows)]);
        return again?.Message == fault.Message ? $"The row {Key(rows)}" : "A row";
    }

    private SqliteException? Refusal(string sql, IReadOnlyList<(string Name, object Value)> values)
    {
        try
        {
            SqliteScalar.Run(database, sql, values);
            return null;
        }
        catch (SqliteException refused) when (refused.SqliteErrorCode == SQLitePCL.raw.SQLITE_CONSTRAINT)
        {
            return refused;
        }
    }

    private string Key(long rows)
    {
        var key = columns.Guarded.Where(column => column.Key > 0).OrderBy(column => column.Key).ToArray();
        if (key.Length == 0)
        {
            return $"number {rows + 1} of those that were not rejected";
        }

        using var command = SqliteScalar.Command(
            database, SqliteStatements.RowAfter(loadTable, [.. key.Select(column => column.Name)]), [("$rows", rows)]);
        using var reader = command.ExecuteReader();
        reader.Read();
        return string.Join(", ", key.Select((column, i) => $"{column.Name}={Shown(column, reader, i)}"));
    }

    private static string Shown(GuardColumn column, SqliteDataReader reader, int place)
    {
        if (column.Sensitive)
        {
            return "(sensitive)";
        }

        var text = reader.GetValue(place) is byte[] bytes ? Convert.ToHexString(bytes) : reader.GetString(place);
        return text.Length > ValueMax ? text[..ValueMax] + "…" : text;
    }
}

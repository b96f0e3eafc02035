using Orchestrator.Data.Sqlite;

namespace Orchestrator.Ledger;

/// <summary>
/// A file with an older schema, seen as one of today. Who only reads changes no schema: where a table or a column is
/// missing, a view of the connection has it, as the migrations would add it.
/// </summary>
internal static class OlderLedger
{
    /// <summary>Shows the connection the tables of today.</summary>
    public static void ReadAsOfToday(SqliteDatabase database, TimeProvider time)
    {
        var found = Columns(database).ToLookup(column => column.Table, column => column.Name, StringComparer.Ordinal);
        var lacking = Today(time).GroupBy(column => column.Table)
            .Where(table => table.Any(column => !found[table.Key].Contains(column.Name)));
        database.Execute("PRAGMA query_only=0");
        foreach (var table in lacking)
        {
            database.Execute(View(table.Key, [.. table], [.. found[table.Key]]));
        }

        database.Execute("PRAGMA query_only=1");
    }

    private static List<LedgerColumn> Today(TimeProvider time)
    {
        using var empty = SqliteDatabase.Open(
            new SqliteOptions { Path = ":memory:", Access = SqliteAccess.Create }, time);
        foreach (var migration in LedgerSql.Sqlite.Migrations)
        {
            empty.Execute(migration);
        }

        return Columns(empty);
    }

    private static List<LedgerColumn> Columns(SqliteDatabase database)
    {
        using var statement = new SqliteLedgerStatement(database, LedgerSql.Sqlite.Of("file/columns"));
        return LedgerRows.All(statement, row => new LedgerColumn(row.Text(0), row.Text(1), row.Text(2)));
    }

    // Of a table that is missing there are no rows.
    private static string View(string table, LedgerColumn[] columns, string[] found)
    {
        var selected = columns.Select(column =>
            found.Contains(column.Name) ? column.Name : $"{ValueOf(column)} AS {column.Name}");
        return $"CREATE TEMP VIEW {table} AS SELECT {string.Join(", ", selected)} "
            + (found.Length > 0 ? $"FROM main.{table}" : "WHERE 0");
    }

    // What a migration fills by more than a default stands in a file named by the table and the column.
    private static string ValueOf(LedgerColumn missing) =>
        LedgerSql.Sqlite.Find($"older/{missing.Table}_{missing.Name}") ?? missing.Default;

    /// <summary>A column of a table.</summary>
    /// <param name="Table">Name of the table.</param>
    /// <param name="Name">Its name.</param>
    /// <param name="Default">What it holds where nothing is said, as SQL.</param>
    private sealed record LedgerColumn(string Table, string Name, string Default);
}

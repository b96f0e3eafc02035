using System.Collections.Concurrent;
using Orchestrator.Data.Sqlite;

namespace Orchestrator.Ledger;

/// <summary>
/// A file with an older schema, seen as one of today. Who only reads changes no schema: where its version lacks a table
/// or a column, a view of the connection has it, as the migrations would add it. What the file itself holds is not
/// looked at: a table that it has lost is missed by who reads it.
/// </summary>
internal static class OlderLedger
{
    // Those of each version are written once: a process opens a ledger again and again.
    private static readonly ConcurrentDictionary<int, string[]> Known = new();

    /// <summary>Shows the connection to a file of a version the tables of today.</summary>
    public static void ReadAsOfToday(SqliteDatabase database, int version, TimeProvider time)
    {
        var views = Views(version, time);
        database.Execute("PRAGMA query_only=0");
        foreach (var view in views)
        {
            database.Execute(view);
        }

        database.Execute("PRAGMA query_only=1");
    }

    /// <summary>The views that a version needs, as SQL that makes them.</summary>
    internal static string[] Views(int version, TimeProvider time) =>
        Known.GetOrAdd(version, older => Written(older, time));

    private static string[] Written(int version, TimeProvider time)
    {
        using var empty = SqliteDatabase.Open(
            new SqliteOptions { Path = ":memory:", Access = SqliteAccess.Create }, time);
        var found = Columns(empty, LedgerSql.Sqlite.Migrations.Take(version))
            .ToLookup(column => column.Table, column => column.Name, StringComparer.Ordinal);
        return [.. Columns(empty, LedgerSql.Sqlite.Migrations.Skip(version))
            .GroupBy(column => column.Table)
            .Where(table => table.Any(column => !found[table.Key].Contains(column.Name)))
            .Select(table => View(table.Key, [.. table], [.. found[table.Key]]))];
    }

    // Those of all tables, behind some more migrations.
    private static List<LedgerColumn> Columns(SqliteDatabase database, IEnumerable<string> migrations)
    {
        foreach (var migration in migrations)
        {
            database.Execute(migration);
        }

        using var statement = new SqliteLedgerStatement(database, LedgerSql.Sqlite.Of("file/columns"));
        return LedgerRows.All(statement, row => new LedgerColumn(row.Text(0), row.Text(1), row.Text(2)));
    }

    // Of a table that is missing there are no rows, of which anything could be computed.
    private static string View(string table, LedgerColumn[] columns, string[] found)
    {
        var isThere = found.Length > 0;
        var selected = columns.Select(column => found.Contains(column.Name) ? column.Name
            : $"{(isThere ? ValueOf(column) : column.Default)} AS {column.Name}");
        return $"CREATE TEMP VIEW {table} AS SELECT {string.Join(", ", selected)} "
            + (isThere ? $"FROM main.{table}" : "WHERE 0");
    }

    // What a migration fills by more than a default stands in a file named by the table and the column.
    private static string ValueOf(LedgerColumn missing) =>
        LedgerSql.Sqlite.Find($"older/{missing.Table}_{missing.Name}") ?? missing.Default;

    /// <summary>A column of a table.</summary>
    /// <param name="Default">What it holds where nothing is said, as SQL.</param>
    private sealed record LedgerColumn(string Table, string Name, string Default);
}

using System.Text.RegularExpressions;
using SQLitePCL;

namespace Orchestrator.Data.Sqlite;

/// <summary>How the columns of a table are declared, whoever made it: by that SQLite compares their values.</summary>
internal static partial class SqliteDeclared
{
    private const string Numeric = "NUMERIC";
    private const string Binary = "BINARY";

    // Those that SQLite has by itself; another one is known to the program alone that has brought it.
    private static readonly string[] Collations = [Binary, "NOCASE", "RTRIM"];

    /// <summary>
    /// Columns with the collation of the table's column of that name, and as numbers where that makes numbers of texts.
    /// </summary>
    public static IReadOnlyList<RowColumn> Alike(
        SqliteDatabase database, string table, IReadOnlyList<RowColumn> columns)
    {
        var there = SqliteDialect.Instance.ByName(SqliteCatalog.Columns(database, table), column => column.Name);
        return [.. columns.Select(column => there.Find(column.Name) is { } found
            ? Alike(database, table, column, found.Name) : column)];
    }

    /// <summary>Each primary key and unique index.</summary>
    public static IReadOnlyList<KeyByRow> KeysByRow(SqliteDatabase database, string table)
    {
        var found = new List<(long Index, string? Column, bool TakesNulls, bool IsFinal, string Text)>();
        using (var command = SqliteScalar.Command(database, SqliteScripts.Read("unique_keys"), [("$table", table)]))
        using (var reader = command.ExecuteReader())
        {
            while (reader.Read())
            {
                found.Add((
                    reader.GetInt64(0), reader.IsDBNull(1) ? null : reader.GetString(1), reader.GetInt64(2) == 0,
                    reader.GetInt64(3) != 0, reader.GetString(4)));
            }
        }

        var columns = found.Any(one => one.Text.Length > 0) ? SqliteCatalog.Columns(database, table) : [];
        string[] names = [.. columns.Select(column => column.Name)];
        return
        [
            .. found.GroupBy(one => (one.Index, one.TakesNulls, one.IsFinal, one.Text), one => one.Column)
                .Select(key => SqliteIndexText.Key(
                    [.. key], key.Key.TakesNulls, key.Key.Text, names) with { IsFinal = key.Key.IsFinal }),
        ];
    }

    /// <summary>What constraints of a table do with rows that break them, in place of refusing these.</summary>
    public static IReadOnlyList<string> OnConflict(SqliteDatabase database, string table) =>
    [
        .. Silent().Matches(TextOf(database, table)).Select(found => found.Groups[1].Value.ToUpperInvariant())
            .Distinct().Order(StringComparer.Ordinal),
    ];

    /// <summary>Whether rows of a table that point to others of it may wait for the commit.</summary>
    public static bool WaitsForItself(SqliteDatabase database, string table) =>
        Deferred().IsMatch(TextOf(database, table)) && PointsToItself(database, table);

    /// <summary>Whether a foreign key of a table points to the table itself.</summary>
    public static bool PointsToItself(SqliteDatabase database, string table) =>
        SqliteScalar.Long(database, SqliteScripts.Read("points_to_itself"), ("$table", table)) > 0;

    /// <summary>Whether a row of a table points to one that is not there, and may until the commit.</summary>
    public static bool BreaksKeys(SqliteDatabase database, string table) =>
        Deferred().IsMatch(TextOf(database, table)) && SqliteScalar.Long(
            database, "SELECT count(*) FROM (SELECT 1 FROM pragma_foreign_key_check($table) LIMIT 1)",
            ("$table", table)) > 0;

    // What stands in a comment or a text is taken for more than it is, which costs a look and nothing else.
    [GeneratedRegex(@"\bON\s+CONFLICT\s+(IGNORE|REPLACE)\b", RegexOptions.IgnoreCase)]
    private static partial Regex Silent();

    [GeneratedRegex(@"\bDEFERRABLE\s+INITIALLY\s+DEFERRED\b", RegexOptions.IgnoreCase)]
    private static partial Regex Deferred();

    private static string TextOf(SqliteDatabase database, string table)
    {
        using var command = SqliteScalar.Command(
            database, "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = $name COLLATE NOCASE",
            [("$name", table)]);
        return command.ExecuteScalar() as string ?? "";
    }

    private static RowColumn Alike(SqliteDatabase database, string table, RowColumn column, string name)
    {
        if (raw.sqlite3_table_column_metadata(
                database.Handle, "main", table, name, out string declared, out string collation, out _, out _, out _)
            != raw.SQLITE_OK)
        {
            return column;
        }

        var own = SqliteTypeMap.Declare(column.Type);
        // What has no affinity compares as text with text, and keeps what it is given.
        var type = own == "TEXT" && IsNumeric(database, table, declared ?? "") ? Numeric : own;
        var order = Collations.Contains(collation, StringComparer.OrdinalIgnoreCase) ? collation : Binary;
        return type == own && order.Equals(Binary, StringComparison.OrdinalIgnoreCase) ? column
            : column with { Native = new NativeType(SqliteDialect.Name, $"{type} COLLATE {order}") };
    }

    // By SQLite's rules of affinity: what no other rule fits. ANY takes all as it is where a table is STRICT.
    private static bool IsNumeric(SqliteDatabase database, string table, string declared)
    {
        string[] others = ["INT", "CHAR", "CLOB", "TEXT", "BLOB", "REAL", "FLOA", "DOUB"];
        return declared.Length > 0
            && !others.Any(word => declared.Contains(word, StringComparison.OrdinalIgnoreCase))
            && !(declared.Equals("ANY", StringComparison.OrdinalIgnoreCase) && SqliteScalar.Long(
                database, "SELECT strict FROM pragma_table_list WHERE schema = 'main' AND name = $table COLLATE NOCASE",
                ("$table", table)) > 0);
    }
}

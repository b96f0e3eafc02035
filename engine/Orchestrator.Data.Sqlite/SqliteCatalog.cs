using Microsoft.Data.Sqlite;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Sqlite;

/// <summary>
/// What a database file holds: SQLite's own catalog, and ours with the logical types of the tables that the engine
/// made.
/// </summary>
public static class SqliteCatalog
{
    private static SqliteDialect Dialect => SqliteDialect.Instance;

    /// <summary>
    /// The columns of a table or view in order, with their logical types; empty where there is no such table.
    /// </summary>
    /// <exception cref="SqliteException">SQLite refused to read its catalog.</exception>
    public static IReadOnlyList<RowColumn> Columns(SqliteDatabase database, string table)
    {
        var known = LogicalTypes(database);
        using var command = SqliteScalar.Command(
            database, SqliteScripts.Read("table_columns"), [("$table", table)]);
        return command.Rows(row => new RowColumn(
            row.GetString(0), TypeOf(known, table, row.GetString(0), row.GetString(1)), row.GetInt64(2) == 0)
        {
            Source = row.GetInt64(4) > 0 ? ValueSource.Server : ValueSource.Rows,
        });
    }

    /// <summary>The tables and views but the engine's own and SQLite's, with their keys and foreign keys.</summary>
    /// <exception cref="SqliteException">SQLite refused to read its catalog.</exception>
    internal static IReadOnlyList<CatalogTable> Tables(SqliteDatabase database)
    {
        using var command = SqliteScalar.Command(database, SqliteScripts.Read("tables"), []);
        var parts = command.Rows(row => new CatalogPart(
            new TableName(null, row.GetString(0)), row.GetString(1), row.GetString(2), row.GetString(3),
            new TableName(null, row.GetString(4)), row.GetString(5)));
        var known = LogicalTypes(database);
        return CatalogTable.Group(parts, table => ColumnsOf(database, known, table.Name), Dialect);
    }

    private static List<CatalogColumn> ColumnsOf(
        SqliteDatabase database, Dictionary<(string Table, string Column), SqlType> known, string table)
    {
        var columns = new List<CatalogColumn>();
        try
        {
            using var command = SqliteScalar.Command(
                database, SqliteScripts.Read("table_columns"), [("$table", table)]);
            using var reader = command.ExecuteReader();
            while (reader.Read())
            {
                var (name, isComputed) = (reader.GetString(0), reader.GetInt64(4) > 0);
                columns.Add(new CatalogColumn(
                    name, TypeOf(known, table, name, reader.GetString(1)), reader.GetInt64(2) == 0)
                {
                    Declared = reader.GetString(1),
                    Source = isComputed ? ValueSource.Server : ValueSource.Rows,
                    Default = reader.IsDBNull(3) ? "" : reader.GetString(3),
                    Expression = isComputed ? "generated" : "",
                });
            }
        }
        catch (SqliteException fault) when (fault.SqliteErrorCode == SQLitePCL.raw.SQLITE_ERROR)
        {
            // A view whose tables are gone: it is there, and nobody can say more.
            columns.Clear();
        }

        return columns;
    }

    /// <summary>What kind of thing has that name: table, view, index or trigger; null where there is none.</summary>
    /// <exception cref="SqliteException">SQLite refused to read its catalog.</exception>
    public static string? KindOf(SqliteDatabase database, string name)
    {
        using var command = SqliteScalar.Command(database, SqliteScripts.Read("kind"), [("$name", name)]);
        return command.ExecuteScalar() as string;
    }

    /// <summary>
    /// What would be lost or broken if another table took the table's place: its indexes, triggers and foreign keys,
    /// and those of others that point to it; empty where nothing would. Views go on reading whatever has the name.
    /// </summary>
    /// <exception cref="SqliteException">SQLite refused to read its catalog.</exception>
    public static IReadOnlyList<string> Dependents(SqliteDatabase database, string table) =>
        Words(database, "dependents", table);

    /// <summary>The columns that get a value where a row brings none.</summary>
    /// <exception cref="SqliteException">SQLite refused to read its catalog.</exception>
    public static IReadOnlyList<string> Defaults(SqliteDatabase database, string table) =>
        Words(database, "defaults", table);

    /// <summary>Whether a table has what the engine makes no target with.</summary>
    /// <exception cref="SqliteException">SQLite refused to read its catalog.</exception>
    public static bool IsMadeElsewhere(SqliteDatabase database, string table) =>
        Words(database, "made_elsewhere", table).Count > 0;

    /// <summary>The foreign keys that change rows of other tables when rows of this one are deleted.</summary>
    /// <exception cref="SqliteException">SQLite refused to read its catalog.</exception>
    public static IReadOnlyList<string> Cascades(SqliteDatabase database, string table) =>
        Words(database, "cascades", table);

    /// <summary>
    /// Whether the table is declared to the letter as the engine declares its columns: without keys, defaults or checks
    /// that a table in its place would not have.
    /// </summary>
    /// <exception cref="SqliteException">SQLite refused to read its catalog.</exception>
    public static bool IsDeclaredByEngine(SqliteDatabase database, TableName table)
    {
        using var command = SqliteScalar.Command(
            database, "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = $name COLLATE NOCASE",
            [("$name", table.Name)]);
        var columns = Columns(database, table.Name);
        var head = "CREATE TABLE ".Length + Dialect.Quote(table).Length;
        return command.ExecuteScalar() is string found && Enumerable.Range(1, columns.Count).Any(made =>
            found.EndsWith(Declared(table, columns, made)[head..], StringComparison.Ordinal));
    }

    // SQLite writes a column that is added before the last parenthesis.
    private static string Declared(TableName table, IReadOnlyList<RowColumn> columns, int made) =>
        Dialect.CreateTable(table, [.. columns.Take(made)])[..^1]
        + string.Concat(columns.Skip(made).Select(column => $", {Dialect.Declare(column)}")) + ")";

    /// <summary>Keeps the logical types of a table that the engine has made.</summary>
    /// <exception cref="SqliteException">SQLite refused to write.</exception>
    public static void Record(SqliteDatabase database, string table, IReadOnlyList<RowColumn> columns)
    {
        SqliteScalar.Run(database, "DELETE FROM orchestrator_columns WHERE table_name = $table", ("$table", table));
        for (var i = 0; i < columns.Count; i++)
        {
            Record(database, table, columns[i], i);
        }
    }

    /// <summary>Keeps the logical type of a column that was added to a table as its last.</summary>
    /// <exception cref="SqliteException">SQLite refused to write.</exception>
    internal static void RecordAdded(SqliteDatabase database, string table, RowColumn column) =>
        Record(database, table, column, null);

    private static void Record(SqliteDatabase database, string table, RowColumn column, long? ordinal) =>
        SqliteScalar.Run(
            database, SqliteScripts.Read("record_column"), ("$table", table), ("$ordinal", ordinal),
            ("$column", column.Name), ("$type", column.Type.ToString()), ("$nullable", column.Nullable ? 1L : 0L));

    /// <summary>The logical types that our catalog in the file keeps, by folded table and column.</summary>
    internal static Dictionary<(string Table, string Column), SqlType> LogicalTypes(SqliteDatabase database)
    {
        var types = new Dictionary<(string, string), SqlType>();
        if (KindOf(database, "orchestrator_columns") != "table")
        {
            return types;
        }

        using var command = SqliteScalar.Command(
            database, "SELECT table_name, column_name, data_type FROM orchestrator_columns", []);
        using var reader = command.ExecuteReader();
        while (reader.Read())
        {
            if (SqlType.TryParse(reader.GetString(2), out var type, out _))
            {
                types[(Dialect.Fold(reader.GetString(0)), Dialect.Fold(reader.GetString(1)))] = type;
            }
        }

        return types;
    }

    /// <summary>
    /// The logical type of a column: what our catalog says, as long as the table is still declared as we declared it.
    /// </summary>
    internal static SqlType TypeOf(
        Dictionary<(string Table, string Column), SqlType> known, string table, string column, string? declared) =>
        known.TryGetValue((Dialect.Fold(table), Dialect.Fold(column)), out var type)
            && SqliteTypeMap.Declare(type).Equals(declared, StringComparison.OrdinalIgnoreCase)
            ? type
            : SqliteTypeMap.OfDeclaration(declared);

    private static List<string> Words(SqliteDatabase database, string script, string table)
    {
        using var command = SqliteScalar.Command(database, SqliteScripts.Read(script), [("$table", table)]);
        return command.Rows(row => row.GetString(0));
    }
}

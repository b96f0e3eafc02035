namespace Orchestrator.Data.Sqlite;

/// <summary>The statements that are put together from names; each name is quoted here and nowhere else.</summary>
public static class SqliteStatements
{
    /// <summary>INSERT with a parameter per column.</summary>
    public static string Insert(string table, IReadOnlyList<string> columns) =>
        $"INSERT INTO {SqliteDialect.Quote(table)} ({SqliteDialect.QuoteList(columns)}) "
        + $"VALUES ({string.Join(", ", columns.Select((_, i) => $"?{i + 1}"))})";

    /// <summary>CREATE TABLE with the four types that SQLite keeps as they are.</summary>
    public static string CreateTable(string table, IReadOnlyList<RowColumn> columns) =>
        $"CREATE TABLE {SqliteDialect.Quote(table)} (\n  "
        + string.Join(",\n  ", columns.Select(Declaration)) + "\n)";

    /// <summary>Copies the named columns of all rows of one table into another.</summary>
    public static string InsertSelect(string from, string into, IReadOnlyList<string> columns)
    {
        var list = SqliteDialect.QuoteList(columns);
        return $"INSERT INTO {SqliteDialect.Quote(into)} ({list}) SELECT {list} FROM {SqliteDialect.Quote(from)}";
    }

    /// <summary>
    /// Copies rows in the order in which they were written and stops at the first that the table refuses, keeping those
    /// before it.
    /// </summary>
    public static string InsertUntilRefused(string from, string into, IReadOnlyList<string> columns)
    {
        var list = SqliteDialect.QuoteList(columns);
        return $"INSERT OR FAIL INTO {SqliteDialect.Quote(into)} ({list}) "
            + $"SELECT {list} FROM {SqliteDialect.Quote(from)} ORDER BY rowid";
    }

    /// <summary>Copies the one row that so many ($rows) were written before.</summary>
    public static string InsertOne(string from, string into, IReadOnlyList<string> columns) =>
        $"INSERT INTO {SqliteDialect.Quote(into)} ({SqliteDialect.QuoteList(columns)}) "
        + RowAfter(from, columns);

    /// <summary>Columns of the one row that so many ($rows) were written before.</summary>
    public static string RowAfter(string table, IReadOnlyList<string> columns) =>
        $"SELECT {SqliteDialect.QuoteList(columns)} FROM {SqliteDialect.Quote(table)} ORDER BY rowid "
        + "LIMIT 1 OFFSET $rows";

    /// <summary>Removes all rows.</summary>
    public static string DeleteAll(string table) => $"DELETE FROM {SqliteDialect.Quote(table)}";

    /// <summary>Removes the table, if it is there.</summary>
    public static string Drop(string table) => $"DROP TABLE IF EXISTS {SqliteDialect.Quote(table)}";

    /// <summary>Gives the table another name.</summary>
    public static string Rename(string from, string to) =>
        $"ALTER TABLE {SqliteDialect.Quote(from)} RENAME TO {SqliteDialect.Quote(to)}";

    /// <summary>Number of rows.</summary>
    public static string Count(string table) => $"SELECT count(*) FROM {SqliteDialect.Quote(table)}";

    /// <summary>
    /// Reads columns of a table; an expression in SQL stands for its column, with @@this for the column itself.
    /// </summary>
    /// <param name="table">Name of the table.</param>
    /// <param name="columns">Names and expressions (null = the column); empty = all columns.</param>
    /// <param name="where">Condition in SQL; null = all rows.</param>
    public static string Select(
        string table, IReadOnlyList<(string Name, string? Expression)> columns, string? where)
    {
        var list = columns.Count == 0 ? "*" : string.Join(", ", columns.Select(Expression));
        var condition = string.IsNullOrWhiteSpace(where) ? "" : $" WHERE ({where}\n)";
        return $"SELECT {list} FROM {SqliteDialect.Quote(table)}{condition}";
    }

    /// <summary>How many values (of the columns together) occur more than once.</summary>
    public static string CountDuplicates(string table, IReadOnlyList<string> columns) =>
        $"SELECT count(*) FROM (SELECT 1 {Repeated(table, columns)})";

    /// <summary>One value that occurs more than once.</summary>
    public static string FirstDuplicate(string table, IReadOnlyList<string> columns) =>
        $"SELECT {SqliteDialect.QuoteList(columns)} {Repeated(table, columns)} LIMIT 1";

    /// <summary>The columns of one row that holds NULL in another.</summary>
    public static string FirstNull(string table, string column, IReadOnlyList<string> shown) =>
        $"SELECT {SqliteDialect.QuoteList(shown)} FROM {SqliteDialect.Quote(table)} "
        + $"WHERE {SqliteDialect.Quote(column)} IS NULL LIMIT 1";

    /// <summary>How many rows hold NULL in the column.</summary>
    public static string CountNulls(string table, string column) =>
        $"SELECT count(*) FROM {SqliteDialect.Quote(table)} WHERE {SqliteDialect.Quote(column)} IS NULL";

    private static string Repeated(string table, IReadOnlyList<string> columns) =>
        $"FROM {SqliteDialect.Quote(table)} GROUP BY {SqliteDialect.QuoteList(columns)} HAVING count(*) > 1";

    private static string Declaration(RowColumn column) =>
        $"{SqliteDialect.Quote(column.Name)} {SqliteTypeMap.Declare(column.Type)}"
        + (column.Nullable ? "" : " NOT NULL");

    private static string Expression((string Name, string? Expression) column)
    {
        var name = SqliteDialect.Quote(column.Name);
        return column.Expression is null
            ? name
            : $"({column.Expression.Replace("@@this", name, StringComparison.Ordinal)}\n) AS {name}";
    }
}

namespace Orchestrator.Ledger;

/// <summary>
/// The statements that copy a table of a ledger as a whole. Names come from the schema of this program, as SQLite tells
/// them, and are the same on each platform.
/// </summary>
internal sealed class CopyDialect(LedgerSql sql)
{
    private readonly bool _isSqlServer = sql == LedgerSql.SqlServer;

    /// <summary>All rows, or those up to a number of the first column.</summary>
    public string Select(LedgerTable table, long? upTo = null) =>
        $"SELECT {Columns(table)} FROM {Name(table)}{(upTo is { } last ? $" WHERE {First(table)} <= {last}" : "")} "
        + $"ORDER BY {First(table)}";

    public string Insert(LedgerTable table) =>
        $"INSERT INTO {Name(table)} ({Columns(table)}) VALUES ({string.Join(", ", Enumerable
            .Range(1, table.Columns.Count).Select(Parameter))})";

    public string Delete(LedgerTable table) => $"DELETE FROM {Name(table)}";

    public string Greatest(LedgerTable table) =>
        $"SELECT coalesce(max({First(table)}), 0) FROM {Name(table)}";

    /// <summary>
    /// The last number that a server has given, which no row may have any more; on SQL Server one more at times.
    /// </summary>
    public string Given(LedgerTable table) => _isSqlServer
        ? $"SELECT coalesce(CAST({LastOf(table)} AS bigint), max({First(table)}), 0) FROM {Name(table)}"
        : "SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence("
            + $"'{Name(table)}', '{table.Columns[0].Name}')::regclass), max({First(table)}), 0) FROM {Name(table)}";

    /// <summary>What stands before the rows of a table whose numbers the server else gives; empty = nothing.</summary>
    public string BeforeNumbers(LedgerTable table) =>
        _isSqlServer ? $"SET IDENTITY_INSERT {Name(table)} ON" : "";

    /// <summary>
    /// What stands behind them, so that the next number is greater than the last one given. SQL Server begins with the
    /// number that it is told, where a table never had a row.
    /// </summary>
    public string AfterNumbers(LedgerTable table, long last) => _isSqlServer
        ? $"SET IDENTITY_INSERT {Name(table)} OFF; DBCC CHECKIDENT ('{Name(table)}', RESEED, {last + 1})"
        : $"SELECT setval(pg_get_serial_sequence('{Name(table)}', '{table.Columns[0].Name}'), {Math.Max(1, last)}, "
            + $"{(last > 0 ? "true" : "false")})";

    // Of a table that never had a row IDENT_CURRENT is the first number, which is still to be given.
    private string LastOf(LedgerTable table) =>
        $"CASE WHEN IDENT_CURRENT('{Name(table)}') = IDENT_SEED('{Name(table)}') AND NOT EXISTS (SELECT 1 "
        + $"FROM sys.identity_columns WHERE object_id = object_id('{Name(table)}') AND last_value IS NOT NULL) "
        + $"THEN NULL ELSE IDENT_CURRENT('{Name(table)}') END";

    private string Name(LedgerTable table) => sql == LedgerSql.Sqlite ? table.Name : $"orchestrator.{table.Name}";

    private string Columns(LedgerTable table) =>
        string.Join(", ", table.Columns.Select(column => Quote(column.Name)));

    private string First(LedgerTable table) => Quote(table.Columns[0].Name);

    private string Quote(string name) => _isSqlServer ? $"[{name}]" : $"\"{name}\"";

    private string Parameter(int place) =>
        (sql == LedgerSql.Sqlite ? "?" : _isSqlServer ? "@p" : "$") + place;
}

/// <summary>A table of the ledger; its first column is its number, or the first of its key.</summary>
/// <param name="Columns">Its columns, and whether each holds numbers; else text.</param>
/// <param name="Given">The last number that was given out; null = its rows have none of their own.</param>
internal sealed record LedgerTable(
    string Name, IReadOnlyList<(string Name, bool IsNumber)> Columns, long? Given);

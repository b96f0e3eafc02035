using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <summary>
/// Statements over the markers: a table of the engine's own in each target database with one row per table that is
/// loaded. Text only.
/// </summary>
public sealed class MarkerDialect(Dialect dialect)
{
    private const int NameMax = 128;
    private const int IdMax = 36;

    private static readonly SqlType Number = new(SqlTypeKind.BigInt);

    public TableName Table { get; } = dialect.OwnTable("markers");

    /// <summary>Its columns: which table, and the last transaction of a load on it that was committed.</summary>
    public IReadOnlyList<RowColumn> Columns { get; } =
    [
        new("object_schema", new SqlType(SqlTypeKind.NVarChar, NameMax), Nullable: false),
        new("object_name", new SqlType(SqlTypeKind.NVarChar, NameMax), Nullable: false),
        new("ledger", new SqlType(SqlTypeKind.VarChar, IdMax), Nullable: false),
        new("run", Number, Nullable: false),
        new("attempt", Number, Nullable: false),
        new("token", Number, Nullable: false),
        new("step", Number, Nullable: false),
    ];

    /// <summary>Keeps a second row of one table out.</summary>
    public TableKey OneRowPerTable { get; } = new("markers_object", Key);

    /// <summary>The row of a table, of no run yet: @schema, @name.</summary>
    public string Add =>
        $"INSERT INTO {dialect.Quote(Table)} ({dialect.QuoteList(Columns.Select(column => column.Name))}) "
        + "VALUES (@schema, @name, '', 0, 0, 0, 0)";

    /// <summary>
    /// Claims the table for a transaction: one row changed, and locked until the end, unless a newer run has had it.
    /// @schema, @name, @ledger, @run, @attempt, @token, @step.
    /// </summary>
    public string Take =>
        $"UPDATE {dialect.Quote(Table)} SET {Set("ledger")}, {Set("run")}, {Set("attempt")}, {Set("token")}, "
        + $"{Set("step")} WHERE {Row} AND ({dialect.Quote("ledger")} <> @ledger OR {dialect.Quote("run")} <= @run)";

    /// <summary>Waits for whoever has claimed the table: @schema, @name.</summary>
    public string Await =>
        $"UPDATE {dialect.Quote(Table)} SET {dialect.Quote("step")} = {dialect.Quote("step")} WHERE {Row}";

    /// <summary>Ledger, run, attempt, step and token of the last transaction: @schema, @name.</summary>
    public string Read =>
        $"SELECT {dialect.QuoteList(["ledger", "run", "attempt", "step", "token"])} FROM {dialect.Quote(Table)} "
        + $"WHERE {Row}";

    /// <summary>All rows, as text: schema, name, ledger, run, attempt and token.</summary>
    public string All =>
        $"SELECT {dialect.QuoteList(["object_schema", "object_name", "ledger", "run", "attempt", "token"])} "
        + $"FROM {dialect.Quote(Table)}";

    /// <summary>Removes the row of a table if it is still of an attempt: @schema, @name, @ledger, @attempt.</summary>
    public string Remove =>
        $"DELETE FROM {dialect.Quote(Table)} WHERE {Row} AND {dialect.Quote("ledger")} = @ledger "
        + $"AND {dialect.Quote("attempt")} = @attempt";

    private static string[] Key => ["object_schema", "object_name"];

    private string Row => $"{dialect.Quote(Key[0])} = @schema AND {dialect.Quote(Key[1])} = @name";

    private string Set(string column) => $"{dialect.Quote(column)} = @{column}";
}

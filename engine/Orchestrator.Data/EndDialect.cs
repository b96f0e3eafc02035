using Orchestrator.Types;

namespace Orchestrator.Data;

/// <summary>
/// Statements over the ends of loads: a table of the engine's own in each target database with one row per table whose
/// load has hooks in its transaction. Text only.
/// </summary>
public sealed class EndDialect(Dialect dialect)
{
    private const int NameMax = 128;
    private const int IdMax = 36;

    /// <summary>The table.</summary>
    public TableName Table { get; } = dialect.OwnTable("ends");

    /// <summary>Its columns: which table, the attempt that was committed last, and what came of it.</summary>
    public IReadOnlyList<RowColumn> Columns { get; } =
    [
        new("object_schema", new SqlType(SqlTypeKind.NVarChar, NameMax), Nullable: false),
        new("object_name", new SqlType(SqlTypeKind.NVarChar, NameMax), Nullable: false),
        new("ledger", new SqlType(SqlTypeKind.VarChar, IdMax), Nullable: false),
        new("attempt", new SqlType(SqlTypeKind.BigInt), Nullable: false),
        new("result", new SqlType(SqlTypeKind.NVarChar, SqlType.Max), Nullable: false),
    ];

    /// <summary>Keeps a second row of one table out.</summary>
    public string OneRowPerTable =>
        $"{dialect.CreateUnique} {dialect.Quote(Dialect.OwnPrefix + "ends_object")} ON {dialect.Quote(Table)} "
        + $"({dialect.QuoteList(Key)})";

    /// <summary>Removes the row of a table: @schema, @name.</summary>
    public string Remove => $"DELETE FROM {dialect.Quote(Table)} WHERE {Row}";

    /// <summary>The row of a table: @schema, @name, @ledger, @attempt, @result.</summary>
    public string Add =>
        $"INSERT INTO {dialect.Quote(Table)} ({dialect.QuoteList(Columns.Select(column => column.Name))}) "
        + "VALUES (@schema, @name, @ledger, @attempt, @result)";

    /// <summary>Attempt and result of a table's last load of a ledger: @schema, @name, @ledger.</summary>
    public string Read =>
        $"SELECT {dialect.QuoteList(["attempt", "result"])} FROM {dialect.Quote(Table)} WHERE {Row} "
        + $"AND {dialect.Quote("ledger")} = @ledger";

    private static string[] Key => ["object_schema", "object_name"];

    private string Row => $"{dialect.Quote(Key[0])} = @schema AND {dialect.Quote(Key[1])} = @name";
}

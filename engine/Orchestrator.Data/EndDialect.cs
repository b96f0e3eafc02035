using Orchestrator.Core.Types;

namespace Orchestrator.Data;

/// <summary>
/// Statements over the ends of loads: a table of the engine's own in each target database with one row per package of a
/// ledger whose load has hooks in its transaction. Several may load one table. Text only.
/// </summary>
public sealed class EndDialect(Dialect dialect)
{
    private const int NameMax = 128;
    private const int IdMax = 36;

    /// <summary>The table. Not "ends", which had one row per table and is of earlier versions.</summary>
    public TableName Table { get; } = dialect.OwnTable("load_ends");

    /// <summary>Its columns: which table, whose load, the attempt of that which was committed last, and what came of
    /// it.</summary>
    public IReadOnlyList<RowColumn> Columns { get; } =
    [
        new("object_schema", new SqlType(SqlTypeKind.NVarChar, NameMax), Nullable: false),
        new("object_name", new SqlType(SqlTypeKind.NVarChar, NameMax), Nullable: false),
        new("ledger", new SqlType(SqlTypeKind.VarChar, IdMax), Nullable: false),
        new("package", new SqlType(SqlTypeKind.NVarChar, SqlType.Max), Nullable: false),
        new("attempt", new SqlType(SqlTypeKind.BigInt), Nullable: false),
        new("result", new SqlType(SqlTypeKind.NVarChar, SqlType.Max), Nullable: false),
    ];

    /// <summary>Keeps a second row of one attempt out.</summary>
    public TableKey OneRowPerAttempt { get; } = new("load_ends_attempt", [.. Key, "ledger", "attempt"]);

    /// <summary>Removes the row of a package, and one of another package with its attempt's number, which a ledger that
    /// was put back gives a second time: @schema, @name, @ledger, @package, @attempt.</summary>
    public string Remove => $"DELETE FROM {dialect.Quote(Table)} WHERE {OfTable} AND "
        + $"({dialect.Quote("package")} = @package OR {dialect.Quote("attempt")} = @attempt)";

    /// <summary>The row of a package: @schema, @name, @ledger, @package, @attempt, @result.</summary>
    public string Add =>
        $"INSERT INTO {dialect.Quote(Table)} ({dialect.QuoteList(Columns.Select(column => column.Name))}) "
        + "VALUES (@schema, @name, @ledger, @package, @attempt, @result)";

    /// <summary>Attempt and result of a package's last load: @schema, @name, @ledger, @package.</summary>
    public string Read =>
        $"SELECT {dialect.QuoteList(["attempt", "result"])} FROM {dialect.Quote(Table)} WHERE {Row}";

    private static string[] Key => ["object_schema", "object_name"];

    private string Row => $"{OfTable} AND {dialect.Quote("package")} = @package";

    private string OfTable => $"{dialect.Quote(Key[0])} = @schema AND {dialect.Quote(Key[1])} = @name "
        + $"AND {dialect.Quote("ledger")} = @ledger";
}

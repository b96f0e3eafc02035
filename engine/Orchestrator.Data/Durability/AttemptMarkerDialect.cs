using System.Globalization;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Durability;

/// <summary>
/// Statements over the markers of attempts: a table of the engine's own in each database whose durability is relaxed,
/// with one row per attempt that has committed all of its work. Text only.
/// </summary>
public sealed class AttemptMarkerDialect(Dialect dialect)
{
    private const int IdMax = 36;

    private static readonly SqlType Number = new(SqlTypeKind.BigInt);

    /// <summary>The table. A ledger in the same database has a table `attempts` of its own.</summary>
    public TableName Table { get; } = dialect.OwnTable("attempt_markers");

    /// <summary>Its columns: the ledger that counts the attempts, the run and the attempt.</summary>
    public IReadOnlyList<RowColumn> Columns { get; } =
    [
        new("ledger", new SqlType(SqlTypeKind.VarChar, IdMax), Nullable: false),
        new("run", Number, Nullable: false),
        new("attempt", Number, Nullable: false),
    ];

    /// <summary>Keeps a second row of one attempt out.</summary>
    public TableKey OneRowPerAttempt { get; } = new("attempt_markers_key", ["ledger", "attempt"]);

    /// <summary>The row of an attempt: @ledger, @run, @attempt.</summary>
    public string Add =>
        $"INSERT INTO {dialect.Quote(Table)} ({dialect.QuoteList(Columns.Select(column => column.Name))}) "
        + "VALUES (@ledger, @run, @attempt)";

    /// <summary>All rows: ledger, run and attempt.</summary>
    public string All =>
        $"SELECT {dialect.QuoteList(Columns.Select(column => column.Name))} FROM {dialect.Quote(Table)}";

    /// <summary>How many of the attempts have a row: @ledger.</summary>
    public string Count(IEnumerable<long> attempts) =>
        $"SELECT {dialect.CountRows} FROM {dialect.Quote(Table)} WHERE {Of(attempts)}";

    /// <summary>Removes the rows of attempts: @ledger.</summary>
    public string Remove(IEnumerable<long> attempts) => $"DELETE FROM {dialect.Quote(Table)} WHERE {Of(attempts)}";

    // Numbers and not parameters: there is no name or text among them, and of parameters a server takes 2,100.
    private string Of(IEnumerable<long> attempts) =>
        $"{dialect.Quote("ledger")} = @ledger AND {dialect.Quote("attempt")} IN "
        + $"({string.Join(", ", attempts.Select(each => each.ToString(CultureInfo.InvariantCulture)))})";
}

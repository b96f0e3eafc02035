using System.Globalization;

namespace Orchestrator.Data;

/// <summary>
/// Statements on an error table whose rows are loaded once more. Text only; what the columns are called is the caller's
/// matter.
/// </summary>
/// <param name="dialect">How the platform writes.</param>
/// <param name="table">The error table.</param>
/// <param name="names">Its columns.</param>
public sealed class ReplayDialect(Dialect dialect, TableName table, ReplayNames names)
{
    private string Table => dialect.Quote(table);

    private string Attempt => dialect.Quote(names.Attempt);

    private string Id => dialect.Quote(names.Id);

    private string Row => dialect.Quote(names.Row);

    private string By => dialect.Quote(names.By);

    private string At => dialect.Quote(names.At);

    private string Loadable => $"{By} IS NULL AND {Row} IS NOT NULL AND {Id} IS NOT NULL";

    private string InOrder => $"SELECT {Attempt}, {Id}, {Row} FROM {Table} WHERE";

    /// <summary>Reads the rows of attempts that can be loaded and have not been, in order.</summary>
    public string Read(IEnumerable<long> attempts) => $"{InOrder} {Open(attempts)} ORDER BY {Attempt}, {Id}";

    /// <summary>Marks the same rows as loaded by attempt @by at @at.</summary>
    public string Mark(IEnumerable<long> attempts) =>
        $"UPDATE {Table} SET {By} = @by, {At} = @at WHERE {Open(attempts)}";

    /// <summary>Reads the rows that attempt @by has marked, in the same order.</summary>
    public string Marked => $"{InOrder} {By} = @by ORDER BY {Attempt}, {Id}";

    /// <summary>Takes the mark from row @row of attempt @attempt, and gives it other values: @p1 and on.</summary>
    public string Refuse(IReadOnlyList<string> columns) =>
        $"UPDATE {Table} SET {By} = NULL, {At} = NULL, "
        + string.Join(", ", columns.Select((name, place) => $"{dialect.Quote(name)} = @p{place + 1}"))
        + $" WHERE {Attempt} = @attempt AND {Id} = @row";

    /// <summary>
    /// How many rows each attempt has there: in all, those that were loaded later, and of the others those that can be.
    /// </summary>
    public string Count =>
        $"SELECT {Attempt}, {dialect.CountRows} AS {dialect.Quote("Kept")}, {Sum($"{By} IS NOT NULL")} AS "
        + $"{dialect.Quote("Replayed")}, {Sum(Loadable)} AS {dialect.Quote("Whole")} "
        + $"FROM {Table} GROUP BY {Attempt}";

    private static string Sum(string condition) => $"sum(CASE WHEN {condition} THEN 1 ELSE 0 END)";

    private string Open(IEnumerable<long> attempts) => $"{Attempt} IN ("
        + string.Join(", ", attempts.Order().Select(one => one.ToString(CultureInfo.InvariantCulture)))
        + $") AND {Loadable}";
}

/// <summary>What the columns of an error table are called.</summary>
/// <param name="Attempt">The attempt that has rejected the row.</param>
/// <param name="Id">Its number among those of that attempt.</param>
/// <param name="Row">The whole row; NULL = not kept.</param>
/// <param name="By">The attempt that has loaded it later; NULL = none.</param>
/// <param name="At">When.</param>
public sealed record ReplayNames(string Attempt, string Id, string Row, string By, string At);

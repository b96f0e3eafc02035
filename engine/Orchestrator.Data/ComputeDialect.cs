namespace Orchestrator.Data;

/// <summary>
/// Statements that compute staged rows into a load table. The expressions name the columns of the staged row; @@this is
/// the column itself. Text only.
/// </summary>
/// <param name="dialect">How the platform writes.</param>
/// <param name="staged">The table of the staged rows, which are numbered.</param>
/// <param name="load">The load table, whose rows get the same numbers.</param>
public sealed class ComputeDialect(Dialect dialect, TableName staged, TableName load)
{
    /// <summary>The parameter of the number of the first row of a part; no variable has such a name.</summary>
    public const string First = "@orchestrator_first";

    /// <summary>The parameter of the number of the last row of a part.</summary>
    public const string Last = "@orchestrator_last";

    private const string Value = "orchestrator_value";

    /// <summary>The table of the staged rows.</summary>
    public TableName Staged => staged;

    public TableName Load => load;

    private string Number => dialect.Quote(dialect.RowNumber.Name);

    /// <summary>Computes all rows, or those from number <see cref="First"/> to <see cref="Last"/>.</summary>
    /// <param name="columns">The columns of the load table, and what they are computed by; null = as staged.</param>
    /// <param name="isPart">Whether only a part.</param>
    public string Insert(IReadOnlyList<(RowColumn Column, string? Expression)> columns, bool isPart)
    {
        var names = columns.Select(each => dialect.Quote(each.Column.Name)).Append(Number);
        var values = columns.Select(each => each.Expression is { } expression
            ? Expression(each.Column, expression)
            : dialect.Quote(each.Column.Name)).Append(Number);
        return $"INSERT INTO {dialect.Quote(load)} ({string.Join(", ", names)}) {dialect.KeepNumbers}"
            + $"SELECT {string.Join(", ", values)} FROM {dialect.Quote(staged)}{Part(isPart)}";
    }

    /// <summary>The results alone.</summary>
    public string Results(RowColumn column, string expression) =>
        $"SELECT {Expression(column, expression)} AS {Value} FROM {dialect.Quote(staged)}";

    /// <summary>How many results the column of the load table holds otherwise.</summary>
    public string CountChanged(RowColumn column, string expression, bool isPart) =>
        $"SELECT {dialect.CountRows} {Changed(column, expression, isPart)}";

    /// <summary>One such result.</summary>
    public string FirstChanged(RowColumn column, string expression, bool isPart) =>
        dialect.First($"SELECT s.{Value} {Changed(column, expression, isPart)}");

    private string Changed(RowColumn column, string expression, bool isPart) =>
        $"FROM (SELECT {Number}, {Expression(column, expression)} AS {Value} FROM {dialect.Quote(staged)}"
        + $"{Part(isPart)}) AS s JOIN {dialect.Quote(load)} AS t ON t.{Number} = s.{Number} WHERE "
        + dialect.IsChanged(column, $"t.{dialect.Quote(column.Name)}", $"s.{Value}");

    // A line of its own, so that a comment at the end of the expression ends with it.
    private string Expression(RowColumn column, string expression) => IsNull(expression)
        // Alone it has no type, or another one than the column's, by which nothing can be compared with that.
        ? dialect.Typed(column, "NULL")
        : $"({expression.Replace("@@this", dialect.Quote(column.Name), StringComparison.Ordinal)}\n)";

    private static bool IsNull(string expression) =>
        expression.Trim(' ', '\t', '\r', '\n', '(', ')').Equals("null", StringComparison.OrdinalIgnoreCase);

    private string Part(bool isPart) => isPart ? $" WHERE {Number} BETWEEN {First} AND {Last}" : "";
}

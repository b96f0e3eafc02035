namespace Orchestrator.Data;

/// <summary>Statements over parts of a load table, which the numbers of its rows tell.</summary>
public static class RowPartsDialect
{
    /// <summary>Removes all rows of a load table but those with the numbers @first to @last.</summary>
    public static string DeleteOthers(this Dialect dialect, TableName load)
    {
        var number = dialect.Quote(dialect.RowNumber.Name);
        return $"DELETE FROM {dialect.Quote(load)} WHERE {number} < @first OR {number} > @last";
    }
}

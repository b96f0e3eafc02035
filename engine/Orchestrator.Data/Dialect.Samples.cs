namespace Orchestrator.Data;

/// <content>Statements that insert several rows at a time, as a calibration compares them.</content>
public abstract partial class Dialect
{
    /// <summary>Why no statement takes the rows of arrays, as the end of a sentence; null where one does.</summary>
    public virtual string? ArraysRefusal => "the platform has none";

    /// <summary>INSERT of several rows, a parameter for each value.</summary>
    public string InsertValues(TableName table, IReadOnlyList<string> columns, int rows) =>
        $"INSERT INTO {Quote(table)} ({QuoteList(columns)}) VALUES " + string.Join(", ", Enumerable.Range(0, rows)
            .Select(row => $"({string.Join(", ", columns.Select((_, i) => Place(row * columns.Count + i + 1)))})"));

    /// <summary>INSERT of the rows that arrays hold.</summary>
    /// <exception cref="NotSupportedException">See <see cref="ArraysRefusal"/>.</exception>
    public virtual string InsertArrays(TableName table, IReadOnlyList<RowColumn> columns) =>
        throw new NotSupportedException(ArraysRefusal);

    /// <summary>
    /// Asks for the processor time of the own session in milliseconds; empty where the server does not tell.
    /// </summary>
    public virtual string ProcessorTime => "";

    /// <summary>Asks for the number of the own session in the server's views; empty where it has none.</summary>
    public virtual string SessionNumber => "";

    /// <summary>A parameter by its place, from 1.</summary>
    protected virtual string Place(int place) => $"@p{place}";
}

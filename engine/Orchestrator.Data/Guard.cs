namespace Orchestrator.Data;

/// <summary>
/// Checks every value of a row batch against its target column and converts it to the column's type. One per load,
/// used by one thread.
/// </summary>
public sealed class Guard : IDisposable
{
    private readonly IReadOnlyList<GuardColumn> _columns;

    /// <summary>A guard for rows of these source columns and these target columns.</summary>
    /// <exception cref="ArgumentException">A policy that its reason does not know, or a conversion that does not
    /// exist.</exception>
    public Guard(IReadOnlyList<RowColumn> source, IReadOnlyList<GuardColumn> target, RunResources resources)
    {
        if (target.Any(column => column.Source < 0 || column.Source >= source.Count))
        {
            throw new ArgumentException("a target column without its source column", nameof(target));
        }

        _columns = target;
        Pool = new RowBatchPool(resources.Memory,
            [.. target.Select(column => new RowColumn(column.Name, column.Type, column.Nullable))]);
    }

    /// <summary>The pool of the batches that it returns.</summary>
    public RowBatchPool Pool { get; }

    /// <summary>
    /// The rows in the target's columns; those refused under the policy redirect are in
    /// <see cref="RowBatch.Rejected"/> instead. Takes the batch over, also when it throws.
    /// </summary>
    /// <exception cref="DataRefusedException">A value was refused under the policy fail.</exception>
    public RowBatch Check(RowBatch batch)
    {
        var checkedRows = Pool.RentNow();
        checkedRows.Keep(batch);
        checkedRows.Count = batch.Count;
        for (var i = 0; i < _columns.Count; i++)
        {
            checkedRows.Columns[i].Adopt(batch.Columns[_columns[i].Source]);
        }

        return checkedRows;
    }

    /// <inheritdoc />
    public void Dispose() => Pool.Dispose();
}

namespace Orchestrator.Data;

/// <summary>
/// Checks every value of a row batch against its target column and converts it to the column's type, column by
/// column. Text that fits stays where it is. One per load, used by one thread.
/// </summary>
public sealed class Guard : IDisposable
{
    private readonly RunResources _resources;
    private readonly IReadOnlyList<RowColumn> _targetColumns;
    private readonly Conversion[] _conversions;
    private readonly ColumnCheck[] _checks;
    private readonly RowProblems _problems = new();
    private readonly RejectedRows _rejected;
    private RowBatchPool? _pool;

    /// <summary>A guard for rows of these source columns and these target columns.</summary>
    /// <exception cref="ArgumentException">A policy that its reason does not know, or a conversion that does not
    /// exist.</exception>
    public Guard(IReadOnlyList<RowColumn> source, IReadOnlyList<GuardColumn> target, RunResources resources)
    {
        _resources = resources;
        _targetColumns = [.. target.Select(column => new RowColumn(column.Name, column.Type, column.Nullable))];
        _checks = [.. target.Select((column, index) => new ColumnCheck(index, Allowed(column, source), _problems))];
        var shared = target.GroupBy(column => column.Source).Where(x => x.Count() > 1).Select(x => x.Key).ToHashSet();
        _conversions = [.. target.Select(column => Conversion.Between(source[column.Source].Type, column.Type,
            column.Limits, mayAdopt: !shared.Contains(column.Source) && !MayCut(column),
            source[column.Source].Forms))];
        _rejected = new RejectedRows(target, source, resources.HashKey);
    }

    /// <summary>
    /// What the guard has seen so far: Read = Inserted + Rejected, where Inserted stands for the rows that it let
    /// pass, whatever becomes of them.
    /// </summary>
    public RowCounts Counts { get; private set; }

    /// <summary>Batches of this guard that nobody has returned yet.</summary>
    public int Outstanding => _pool?.Outstanding ?? 0;

    /// <summary>
    /// The rows in the target's columns; those refused under the policy redirect are in
    /// <see cref="RowBatch.Rejected"/> instead. Takes the batch over, also when it throws. All batches of a load come
    /// from one pool.
    /// </summary>
    /// <exception cref="DataRefusedException">A value was refused under the policy fail.</exception>
    public RowBatch Check(RowBatch batch)
    {
        _pool ??= new RowBatchPool(_resources.Memory, _targetColumns, batch.BytesMax, batch.RowsMax);
        var target = _pool.RentNow();
        target.Keep(batch);
        try
        {
            Convert(batch, target);
            return target;
        }
        catch
        {
            target.Dispose();
            throw;
        }
    }

    /// <inheritdoc />
    public void Dispose() => _pool?.Dispose();

    // What is cut must not be cut in the source's own arrays, which the error rows are made from.
    private static bool MayCut(GuardColumn column) =>
        column.OnTruncation == GuardPolicy.Truncate || column.OnEncodingLoss == GuardPolicy.Truncate
        || (column.OnScaleLoss == GuardPolicy.Truncate
            && (column.Limits.FractionDigitsMax is not null || column.Limits.Form is not null));

    private static GuardColumn Allowed(GuardColumn column, IReadOnlyList<RowColumn> source)
    {
        if (column.OnRangeLoss == GuardPolicy.Truncate || column.OnNull == GuardPolicy.Truncate)
        {
            throw new ArgumentException($"{column.Name}: onRangeLoss and onNull are fail or redirect", nameof(column));
        }

        return column.Source >= 0 && column.Source < source.Count
            ? column
            : throw new ArgumentException($"{column.Name}: there is no source column {column.Source}", nameof(column));
    }

    private void Convert(RowBatch source, RowBatch target)
    {
        (target.Count, target.File, target.FirstRow) = (source.Count, source.File, source.FirstRow);
        target.RowNumbers = source.RowNumbers;
        _problems.Begin(source.RowsMax);
        for (var i = 0; i < _checks.Length; i++)
        {
            var check = _checks[i];
            _conversions[i].Run(source.Columns[check.Column.Source], target.Columns[i], source.Count, check);
            BeyondType.Run(source.Columns[check.Column.Source], target.Columns[i], check);
            if (!check.Column.Nullable)
            {
                check.CheckNulls(source.Columns[check.Column.Source], target.Columns[i], source.Count);
            }
        }

        target.Truncated = _problems.TruncatedRows();
        if (_problems.Refused > 0)
        {
            Reject(source, target);
        }

        target.Rejected.AddRange(source.Rejected);
        target.Rejected.Sort((a, b) => a.Row.CompareTo(b.Row));
        Counts += new RowCounts(source.Read, target.Count, 0, 0, 0, 0, target.Rejected.Count, target.Truncated);
    }

    private void Reject(RowBatch source, RowBatch target)
    {
        foreach (var problem in _problems.All(source.Count))
        {
            target.Rejected.Add(_rejected.From(problem, source));
            if (problem.Fails)
            {
                var before = source.Rejected.Where(row => row.Row < target.Rejected[^1].Row).ToArray();
                throw RejectedRows.Failure(
                    [.. target.Rejected.Concat(before).OrderBy(row => row.Row)], problem.Row + 1 + before.Length);
            }
        }

        var kept = new int[source.Count - _problems.Refused];
        var numbers = new long[kept.Length];
        for (var (row, next) = (0, 0); row < source.Count; row++)
        {
            if (!_problems.IsRefused(row))
            {
                (kept[next], numbers[next++]) = (row, source.RowNumber(row));
            }
        }

        foreach (var column in target.Columns)
        {
            column.Keep(kept);
        }

        (target.Count, target.RowNumbers) = (kept.Length, numbers);
    }
}

namespace Orchestrator.Data;

/// <summary>What a pass over one column found, and what its policies make of it.</summary>
internal sealed class ColumnCheck(int index, GuardColumn column, RowProblems problems)
{
    public GuardColumn Column => column;

    /// <summary>Whether a row has been refused already, so that its values are not to be relied on.</summary>
    public bool IsRefused(int row) => problems.IsRefused(row);

    /// <summary>Notes a value that does not fit; true = the caller is to cut it to what fits.</summary>
    public bool Report(int row, RejectReason reason, long actual = 0, long allowed = 0)
    {
        var policy = PolicyOf(reason);
        if (policy == GuardPolicy.Truncate)
        {
            problems.MarkTruncated(row);
            return true;
        }

        problems.Add(new RowProblem(row, index, reason, actual, allowed, policy == GuardPolicy.Fail));
        return false;
    }

    /// <summary>Notes a value that was read with a loss or not at all.</summary>
    public void Report(int row, ValueResult result) =>
        Report(row, result == ValueResult.ScaleLoss ? RejectReason.ScaleLoss : RejectReason.RangeLoss);

    /// <summary>Notes the NULLs of a column that takes none; a value beyond its type is judged elsewhere.</summary>
    public void CheckNulls(ColumnVector source, ColumnVector vector, int count)
    {
        for (var row = 0; vector.HasNulls && row < count; row++)
        {
            if (vector.IsNull(row) && !source.TryBeyond(row, out _))
            {
                Report(row, RejectReason.Null);
            }
        }
    }

    private GuardPolicy PolicyOf(RejectReason reason) => reason switch
    {
        RejectReason.Truncation => column.OnTruncation,
        RejectReason.ScaleLoss => column.OnScaleLoss,
        RejectReason.EncodingLoss => column.OnEncodingLoss,
        RejectReason.RangeLoss => column.OnRangeLoss,
        _ => column.OnNull,
    };
}

/// <summary>A value that does not fit: which row of the batch, which target column, why, and the sizes.</summary>
internal readonly record struct RowProblem(int Row, int Column, RejectReason Reason, long Actual, long Allowed,
    bool Fails);

/// <summary>The problems of one row batch, one per row: the first one, unless a later one fails the load.</summary>
internal sealed class RowProblems
{
    private RowProblem[] _byRow = [];
    private ulong[] _refused = [];
    private ulong[] _truncated = [];

    /// <summary>Rows with a problem.</summary>
    public int Refused { get; private set; }

    /// <summary>Whether any value was truncated.</summary>
    public bool AnyTruncated { get; private set; }

    public void Begin(int rowsMax)
    {
        var words = (rowsMax + 63) / 64;
        if (_refused.Length < words)
        {
            (_refused, _truncated) = (new ulong[words], new ulong[words]);
        }
        else if (Refused > 0 || AnyTruncated)
        {
            Array.Clear(_refused);
            Array.Clear(_truncated);
        }

        (Refused, AnyTruncated) = (0, false);
    }

    public void Add(RowProblem problem)
    {
        if (_byRow.Length < _refused.Length * 64)
        {
            _byRow = new RowProblem[_refused.Length * 64];
        }

        if (IsRefused(problem.Row))
        {
            if (problem.Fails && !_byRow[problem.Row].Fails)
            {
                _byRow[problem.Row] = problem;
            }

            return;
        }

        _refused[problem.Row >> 6] |= 1UL << problem.Row;
        _byRow[problem.Row] = problem;
        Refused++;
    }

    public void MarkTruncated(int row)
    {
        AnyTruncated = true;
        _truncated[row >> 6] |= 1UL << row;
    }

    public bool IsRefused(int row) => (_refused[row >> 6] >> row & 1) != 0;

    /// <summary>Rows that were truncated and not refused.</summary>
    public int TruncatedRows()
    {
        var rows = 0;
        for (var i = 0; AnyTruncated && i < _truncated.Length; i++)
        {
            rows += System.Numerics.BitOperations.PopCount(_truncated[i] & ~_refused[i]);
        }

        return rows;
    }

    /// <summary>The problems, by row.</summary>
    public IEnumerable<RowProblem> All(int count)
    {
        for (var row = 0; row < count; row++)
        {
            if (IsRefused(row))
            {
                yield return _byRow[row];
            }
        }
    }
}

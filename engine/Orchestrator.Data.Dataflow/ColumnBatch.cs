namespace Orchestrator.Data.Dataflow;

/// <summary>A column of a <see cref="ColumnBatch"/>.</summary>
/// <param name="Column">Its name and type.</param>
/// <param name="Place">The place of its values among <see cref="RowBatch.Columns"/>.</param>
public sealed record BatchColumn(RowColumn Column, int Place);

/// <summary>
/// A row batch on its way through a flow, and what its columns are called there. It has one owner at a time: the worker
/// that holds it; whoever takes it out of the flow disposes of it. So it is not for a multicast.
/// </summary>
public sealed class ColumnBatch : IDisposable
{
    private readonly Action<ColumnBatch> _left;
    private bool _hasLeft;

    internal ColumnBatch(RowBatch rows, IReadOnlyList<BatchColumn> columns, Action<ColumnBatch> left) =>
        (Rows, Columns, _left) = (rows, columns, left);

    /// <summary>Its columns; several may show the same values.</summary>
    public IReadOnlyList<BatchColumn> Columns { get; internal set; }

    /// <summary>Its rows.</summary>
    public RowBatch Rows { get; }

    /// <summary>Returns its rows to where they were rented.</summary>
    public void Dispose()
    {
        if (!_hasLeft)
        {
            Take().Dispose();
        }
    }

    /// <summary>The rows, which the caller disposes of now.</summary>
    internal RowBatch Take()
    {
        _hasLeft = true;
        _left(this);
        return Rows;
    }
}

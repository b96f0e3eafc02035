using Orchestrator.Data.Dataflow.Mapping;
using Orchestrator.Dataflow;

namespace Orchestrator.Data.Dataflow.Transforms;

/// <summary>
/// Makes rows of a type out of batches: each value is checked and converted by the guard, so nothing is cut, rounded or
/// made up on the way.
/// </summary>
public sealed class RowsOfBatches<T> : Transform<ColumnBatch, T>
{
    private readonly Func<ColumnVector[], int, T> _make;
    private readonly RunResources _resources = new();
    private IReadOnlyList<BatchColumn>? _columns;
    private RowMaking<T>? _making;
    private Guard? _guard;

    /// <param name="from">Where the batches come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="link">Options of the link to it; few batches at a time unless given.</param>
    public RowsOfBatches(Output<ColumnBatch> from, string name, LinkOptions? link = null)
        : base(from, name, link ?? Sources.RowBatchSource.Link)
    {
        _make = RowMaking<T>.Maker;
        Rejects = new Rejects<UnreadRow>(this);
    }

    /// <summary>What becomes of rows that are not of the type.</summary>
    public Rejects<UnreadRow> Rejects { get; }

    protected override void End()
    {
        _guard?.Dispose();
        (_columns, _making, _guard) = (null, null, null);
    }

    protected override void Receive(ReadOnlySpan<ColumnBatch> rows)
    {
        foreach (var batch in rows)
        {
            Meet(batch.Columns);
            using var made = _guard!.Check(batch.Take());
            foreach (var row in made.Rejected)
            {
                Rejects.Add(new UnreadRow(row.Row, row.File, row.Column, row.SourceRow),
                    row.Column.Length > 0 ? $"column {row.Column} {row.Message}" : row.Message);
            }

            Make(made);
        }
    }

    /// <summary>All batches of one source have the same columns: what they mean is found out once.</summary>
    private void Meet(IReadOnlyList<BatchColumn> columns)
    {
        if (ReferenceEquals(columns, _columns))
        {
            return;
        }

        _columns = columns;
        _making = new RowMaking<T>([.. columns.Select(column => column.Column)], $"what {Name} reads");
        _guard?.Dispose();
        // The guard counts places among the values, which a column that was copied has in common with another.
        RowColumn[] values = new RowColumn[columns.Max(column => column.Place) + 1];
        foreach (var column in columns)
        {
            values[column.Place] = column.Column;
        }

        _guard = new Guard(values, [.. _making.Guarded.Select(member => member with
        {
            Source = columns[member.Source].Place,
        })], _resources);
    }

    private void Make(RowBatch made)
    {
        var columns = made.Columns.ToArray();
        for (var row = 0; row < made.Count; row++)
        {
            try
            {
                for (; row < made.Count; row++)
                {
                    Output.Add(_make(columns, row));
                }
            }
            catch (Exception failure) when (Rejects.Take(failure))
            {
                var text = RowText.Write(_making!.Guarded.Select((member, i) => (member.Name, columns[i])), row);
                Rejects.Add(new UnreadRow(made.RowNumber(row), made.File, "", text), failure.Message);
            }
        }
    }
}

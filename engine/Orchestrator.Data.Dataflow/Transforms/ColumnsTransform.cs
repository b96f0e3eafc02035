using Orchestrator.Data.Dataflow.Mapping;
using Orchestrator.Dataflow;

namespace Orchestrator.Data.Dataflow.Transforms;

/// <summary>Renames or copies columns of batches; no value is touched.</summary>
public sealed class ColumnsTransform : Transform<ColumnBatch, ColumnBatch>
{
    private readonly (string From, string To)[] _names;
    private readonly bool _copies;
    private IReadOnlyList<BatchColumn>? _met;
    private IReadOnlyList<BatchColumn> _made = [];

    /// <param name="from">Where the batches come from.</param>
    /// <param name="name">Unique within the flow.</param>
    /// <param name="names">Which columns, and what they are called behind it.</param>
    /// <param name="copies">Whether those there are stay, too.</param>
    public ColumnsTransform(
        Output<ColumnBatch> from, string name, IReadOnlyList<(string From, string To)> names, bool copies)
        : base(from, name, Sources.RowBatchSource.Link) => (_names, _copies) = ([.. names], copies);

    protected override void Begin(CancellationToken cancellation) => _met = null;

    protected override void Receive(ReadOnlySpan<ColumnBatch> rows)
    {
        foreach (var batch in rows)
        {
            if (!ReferenceEquals(batch.Columns, _met))
            {
                (_met, _made) = (batch.Columns, Changed(batch.Columns));
            }

            batch.Columns = _made;
            Output.Add(batch);
        }
    }

    /// <exception cref="InvalidOperationException">A column is not there, or two would have one name.</exception>
    private BatchColumn[] Changed(IReadOnlyList<BatchColumn> columns)
    {
        var changed = columns.ToList();
        foreach (var (from, to) in _names)
        {
            var place = ColumnPositions.Of(columns, column => column.Column.Name, from);
            if (place < 0)
            {
                throw new InvalidOperationException(
                    $"{Name} finds no column '{from}'; there are "
                    + string.Join(", ", columns.Select(column => column.Column.Name)));
            }

            var column = columns[place] with { Column = columns[place].Column with { Name = to } };
            if (_copies)
            {
                changed.Add(column);
            }
            else
            {
                changed[place] = column;
            }
        }

        return changed.CountBy(column => column.Column.Name).FirstOrDefault(name => name.Value > 1).Key is { } twice
            ? throw new InvalidOperationException(
                $"{Name} would make two columns '{twice}': give each a name of its own")
            : [.. changed];
    }
}

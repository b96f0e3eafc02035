using System.Text;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Source;

/// <summary>
/// A source with the constants of `value` as further columns behind its own. They are text, so that the guard makes of
/// them what their type says, on every platform alike.
/// </summary>
internal sealed class ConstantColumns : IRowReader
{
    private readonly IRowReader _inner;
    private readonly byte[][] _values;

    private ConstantColumns(IRowReader inner, IReadOnlyList<ColumnDefinition> constants)
    {
        _inner = inner;
        _values = [.. constants.Select(column => Encoding.UTF8.GetBytes(column.Constant!.Text))];
        Columns =
        [
            .. inner.Columns, .. constants.Select(column => new RowColumn(column.Name, UndeclaredType.Text, false)),
        ];
    }

    /// <inheritdoc/>
    public IReadOnlyList<RowColumn> Columns { get; }

    /// <inheritdoc/>
    public long BytesRead => _inner.BytesRead;

    /// <summary>The constants of an object; what they are in, it itself where it has none.</summary>
    public static IRowReader Behind(IRowReader inner, ObjectDefinition definition) =>
        Of(definition) is { Length: > 0 } constants ? new ConstantColumns(inner, constants) : inner;

    /// <summary>The columns that are not read, in order.</summary>
    public static ColumnDefinition[] Of(ObjectDefinition definition) =>
        [.. definition.Columns.Where(column => column.Value is not null)];

    /// <inheritdoc/>
    public bool Read(RowBatch batch, CancellationToken cancellation)
    {
        if (!_inner.Read(batch, cancellation))
        {
            return false;
        }

        // A batch may hold nothing but rejected rows.
        for (var i = 0; i < _values.Length && batch.Count > 0; i++)
        {
            var column = batch.Columns[_inner.Columns.Count + i];
            column.SetBytes(0, _values[i]);
            column.Starts.AsSpan(1, batch.Count - 1).Fill(column.Starts[0]);
            column.Lengths.AsSpan(1, batch.Count - 1).Fill(column.Lengths[0]);
        }

        return true;
    }

    /// <inheritdoc/>
    public void Dispose() => _inner.Dispose();
}

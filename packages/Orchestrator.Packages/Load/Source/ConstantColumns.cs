using System.Text;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Source;

/// <summary>
/// A source with the constants of `value` as further columns behind its own. They are text, so that the guard makes of
/// them what their type says, on every platform alike.
/// </summary>
internal sealed class ConstantColumns : FurtherColumns
{
    private readonly byte[][] _values;

    private ConstantColumns(IRowReader inner, IReadOnlyList<ColumnDefinition> constants)
        : base(inner, constants.Select(column => new RowColumn(column.Name, UndeclaredType.Text, false))) =>
        _values = [.. constants.Select(column => Encoding.UTF8.GetBytes(column.Constant!.Text))];

    /// <summary>The constants of an object; what they are in, it itself where it has none.</summary>
    public static IRowReader Behind(IRowReader inner, ObjectDefinition definition) =>
        Of(definition) is { Length: > 0 } constants ? new ConstantColumns(inner, constants) : inner;

    /// <summary>The columns that are not read, in order.</summary>
    public static ColumnDefinition[] Of(ObjectDefinition definition) =>
        [.. definition.Columns.Where(column => column.Value is not null)];

    protected override void Fill(RowBatch batch, int first)
    {
        for (var i = 0; i < _values.Length; i++)
        {
            FillWith(batch, first + i, _values[i]);
        }
    }
}

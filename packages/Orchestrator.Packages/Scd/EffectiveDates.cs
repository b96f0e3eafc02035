using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Scd;

/// <summary>Refuses rows of kind scd that begin where versions without an end stand.</summary>
internal sealed class EffectiveDates
{
    private readonly RowRange _range;
    private readonly ColumnDefinition _column;

    private EffectiveDates(RowRange range, ColumnDefinition column)
    {
        _range = range;
        _column = column;
    }

    /// <summary>Those of an object; null where any date will do.</summary>
    public static EffectiveDates? Of(ObjectDefinition definition) =>
        definition.Scd is { OpenEnd: { } end, EffectiveFrom: { } from }
        && definition.Columns.FirstOrDefault(column => column.Name == from) is { } column
            ? new EffectiveDates(RowRange.Of(column.DataType!.Value, null, end), column)
            : null;

    /// <summary>Takes such rows out of a batch.</summary>
    /// <param name="batch">The guarded batch.</param>
    /// <param name="rows">Rejects them.</param>
    /// <exception cref="PackageRefusedException">There is one, and `onRangeLoss` does not redirect.</exception>
    public void Filter(RowBatch batch, LoadColumns columns, RefusedRows rows)
    {
        var place = columns.Moved.Index().First(moved => moved.Item.Name == _column.Target).Index;
        _range.Filter(batch, place, row =>
        {
            if (columns.Guarded[place].OnRangeLoss != GuardPolicy.Redirect)
            {
                throw Refusal(batch, row);
            }

            rows.RejectOutside(batch, row, _column.Target, RejectReason.EffectiveDate, "ORC3480",
                $"is not before {_range.To}, the end of versions that have none");
        });
    }

    private PackageRefusedException Refusal(RowBatch batch, int row) => new(
        "ORC3480", ErrorClass.Data, "guard",
        $"Row {batch.RowNumber(row)}{(batch.File.Length == 0 ? "" : $" of {batch.File}")} begins in "
        + $"`{_column.Name}` at "
        + $"or behind {_range.To}, where versions end that have no end. Correct it, write a later `openEnd` (or null), "
        + "or redirect errors.");
}

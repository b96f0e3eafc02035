using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Target;

/// <summary>The range of a load with pattern ReplaceRange: rows outside are refused, rows in it replaced.</summary>
internal sealed class LoadedRange
{
    private readonly RowRange _range;
    private readonly ColumnDefinition _column;
    private readonly ObjectDefinition _definition;
    private readonly bool _redirects;

    private LoadedRange(RowRange range, ColumnDefinition column, ObjectDefinition definition)
    {
        _range = range;
        _column = column;
        _definition = definition;
        _redirects = definition.Errors.OnError.Value == Policy.Redirect;
    }

    /// <summary>The range of a load; null where its pattern has none.</summary>
    /// <exception cref="DataRefusedException">A limit is no value of the column.</exception>
    public static LoadedRange? Of(ObjectDefinition definition)
    {
        if (definition.Load is not { Pattern.Value: LoadPattern.ReplaceRange, Range.Value: { } written }
            || definition.Columns.FirstOrDefault(column => column.Name == written.Column) is not { } column)
        {
            return null;
        }

        return new LoadedRange(
            RowRange.Of(column.DataType!.Value, written.From, written.To), column, definition);
    }

    /// <summary>Takes the rows outside the range out of a batch.</summary>
    /// <param name="batch">The guarded batch.</param>
    /// <param name="rows">Rejects them.</param>
    /// <returns>How many there were.</returns>
    /// <exception cref="PackageRefusedException">There is one, and `onError` does not redirect.</exception>
    public long Filter(RowBatch batch, LoadColumns columns, RefusedRows rows)
    {
        var before = batch.Count;
        var place = columns.Moved.Index().First(moved => moved.Item.Name == _column.Target).Index;
        _range.Filter(batch, place, row =>
        {
            if (!_redirects)
            {
                throw Outside(batch, row);
            }

            rows.RejectOutside(
                batch, row, _column.Target, RejectReason.OutsideRange, "ORC3443", $"is not in the range {Text}");
        });
        return before - batch.Count;
    }

    /// <summary>The statement that empties the range.</summary>
    public string Delete(Dialect dialect, TableName table) =>
        dialect.DeleteRange(table, Column, _range.From is not null, _range.To is not null);

    /// <summary>Empties the range.</summary>
    /// <returns>Rows that were in it.</returns>
    /// <exception cref="PackageRefusedException">Whether rows are in it cannot be told.</exception>
    public long Empty(IDatabase database, TableName table)
    {
        OtherForms.RefuseInRange(database, table, Column, _definition);
        return database.Execute(
            Delete(database.Platform.Dialect, table),
            [
                .. _range.From is { } from ? [("from", (object?)from)] : Array.Empty<(string, object?)>(),
                .. _range.To is { } to ? [("to", (object?)to)] : Array.Empty<(string, object?)>(),
            ]);
    }

    private RowColumn Column => new(_column.Target, _column.DataType!.Value);

    private string Text => $"from {_range.From ?? "the least"} to {_range.To ?? "the greatest"}";

    private PackageRefusedException Outside(RowBatch batch, int row)
    {
        var place = batch.File.Length == 0 ? "" : $" of {batch.File}";
        return new PackageRefusedException(
            "ORC3443", ErrorClass.Data, "guard",
            $"Row {batch.RowNumber(row)}{place} is outside the range of `{_column.Name}` that the load replaces "
            + $"({Text}). Let the source return rows of the range only, widen it, or redirect errors.");
    }
}

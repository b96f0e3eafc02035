using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Source;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Replay;

/// <summary>
/// The columns of kept rows: those of the metadata, or of the target where nobody wrote any. A type that the source had
/// is not kept; in its place stands that of the target, which came of it.
/// </summary>
internal sealed class ReplaySource
{
    private readonly RowColumn[] _columns;

    private ReplaySource(RowColumn[] columns) => _columns = columns;

    /// <summary>The same as text, which a kept row is: it says each value as its source did.</summary>
    public IReadOnlyList<RowColumn> Texts =>
        [.. _columns.Select(column => new RowColumn(column.Name, UndeclaredType.Text) { Forms = column.Forms })];

    /// <summary>Looks at the target.</summary>
    /// <param name="database">A connection to it.</param>
    /// <param name="definition">The load.</param>
    /// <param name="dialect">The SQL of the target.</param>
    /// <param name="format">How the files that it reads are written; null = it reads none.</param>
    /// <exception cref="PackageRefusedException">There is none.</exception>
    public static ReplaySource Of(
        IDatabase database, ObjectDefinition definition, Dialect dialect, TextFormat? format)
    {
        var table = dialect.Table(definition.Target.Schema, definition.Target.Name);
        var there = database.Columns(table);
        if (there.Count == 0)
        {
            throw new PackageRefusedException(
                "ORC3447", ErrorClass.Config, "open",
                $"There is no table '{table}', which the rejected rows belong to. Load the package again.");
        }

        var byName = dialect.ByName(there, column => column.Name);
        RowColumn Read(ColumnDefinition column) => new(
            column.Name, byName.Find(column.Target)?.Type ?? UndeclaredType.Text)
        {
            Native = byName.Find(column.Target)?.Native,
        };
        if (definition.Columns.Count > 0)
        {
            // As a load finds them: what is read by name, then the constants in order.
            return new ReplaySource(
            [
                .. definition.Columns.Where(column => column.Value is null).DistinctBy(column => column.Name)
                    .Select(column => Read(column) with { Forms = format?.FormsOf(column.Name) }),
                .. ConstantColumns.Of(definition).Select(Read),
            ]);
        }

        var filled = definition.SystemColumns.Select(column => dialect.Fold(column.Column)).ToHashSet();
        return new ReplaySource(
        [
            .. there.Where(column =>
                column.Source != ValueSource.Server && !filled.Contains(dialect.Fold(column.Name)))
                .Select(column => format is null ? column : column with { Forms = format.FormsOf(column.Name) }),
        ]);
    }

    /// <summary>The columns with types, behind them the hash where the object has one.</summary>
    public IReadOnlyList<RowColumn> Typed(ObjectDefinition definition) => HashColumn.Of(definition) is { } hash
        ? [.. _columns, new RowColumn(hash.Column, hash.DataType)] : _columns;

    /// <summary>What goes into the column RowRecordSource: what a load would write.</summary>
    public static string? RecordSource(PackageContext context) =>
        Addresses.Find(context.Solution, context.Object.Source!.Connection).RecordSource;
}

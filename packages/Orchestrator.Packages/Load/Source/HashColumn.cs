using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Load.Source;

/// <summary>
/// A source with the column RowHash behind all others: NULL until <see cref="RowHashes"/> fills it from what the guard
/// has let pass.
/// </summary>
internal sealed class HashColumn : FurtherColumns
{
    /// <summary>The role of the system column.</summary>
    public const string Role = "RowHash";

    private HashColumn(IRowReader inner, SystemColumn column)
        : base(inner, [new RowColumn(column.Column, column.DataType)])
    {
    }

    public static SqlType Type { get; } = new(SqlTypeKind.Binary, RowHashes.Bytes);

    /// <summary>The column of an object; null where it has none.</summary>
    public static SystemColumn? Of(ObjectDefinition definition) =>
        definition.SystemColumns.FirstOrDefault(column => column.Role == Role);

    /// <summary>As a column of the load.</summary>
    public static ColumnDefinition Definition(SystemColumn column) => new()
    {
        Name = column.Column,
        Target = column.Column,
        DataType = column.DataType,
        Nullable = false,
        At = column.At,
    };

    /// <summary>The source with the column; as it is where the object has none.</summary>
    public static IRowReader Behind(IRowReader inner, ObjectDefinition definition) =>
        Of(definition) is { } column ? new HashColumn(inner, column) : inner;

    protected override void Fill(RowBatch batch, int first)
    {
        var column = batch.Columns[first];
        for (var row = 0; row < batch.Count; row++)
        {
            column.SetNull(row);
        }
    }
}

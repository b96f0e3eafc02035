using Orchestrator.Core.Types;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Load.Source;

/// <summary>
/// A source with the column RowHash behind all others: NULL until <see cref="RowHashes"/> fills it from what the guard
/// has let pass.
/// </summary>
internal sealed class HashColumn : IRowReader
{
    /// <summary>The role of the system column.</summary>
    public const string Role = "RowHash";

    private readonly IRowReader _inner;

    private HashColumn(IRowReader inner, SystemColumn column)
    {
        _inner = inner;
        Columns = [.. inner.Columns, new RowColumn(column.Column, column.DataType)];
    }

    /// <inheritdoc/>
    public IReadOnlyList<RowColumn> Columns { get; }

    /// <inheritdoc/>
    public long BytesRead => _inner.BytesRead;

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

    /// <inheritdoc/>
    public bool Read(RowBatch batch, CancellationToken cancellation)
    {
        if (!_inner.Read(batch, cancellation))
        {
            return false;
        }

        var column = batch.Columns[^1];
        for (var row = 0; row < batch.Count; row++)
        {
            column.SetNull(row);
        }

        return true;
    }

    /// <inheritdoc/>
    public void Dispose() => _inner.Dispose();
}

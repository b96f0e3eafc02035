using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data;

namespace Orchestrator.Packages.Load.Source;

/// <summary>Files with the name of the one that a row comes from as a further column behind their own.</summary>
internal sealed class FileNameColumn : IRowReader
{
    private readonly IRowReader _inner;

    private FileNameColumn(IRowReader inner, string name)
    {
        _inner = inner;
        if (inner.Columns.Any(column => column.Name.Equals(name, StringComparison.OrdinalIgnoreCase)))
        {
            throw new DataRefusedException("ORC3103", $"the files have a column '{name}' themselves, as `nameColumn` "
                + "of the connection is called. Give that another name.");
        }

        Columns = [.. inner.Columns, new RowColumn(name, new SqlType(SqlTypeKind.NVarChar, SqlType.Max), false)];
    }

    /// <inheritdoc/>
    public IReadOnlyList<RowColumn> Columns { get; }

    /// <inheritdoc/>
    public long BytesRead => _inner.BytesRead;

    /// <summary>The files with it; they themselves where it has no name.</summary>
    public static IRowReader Behind(IRowReader inner, string? name) =>
        name is null ? inner : new FileNameColumn(inner, name);

    /// <inheritdoc/>
    public bool Read(RowBatch batch, CancellationToken cancellation)
    {
        if (!_inner.Read(batch, cancellation))
        {
            return false;
        }

        if (batch.Count > 0)
        {
            var column = batch.Columns[_inner.Columns.Count];
            column.SetBytes(0, Encoding.UTF8.GetBytes(batch.File));
            column.Starts.AsSpan(1, batch.Count - 1).Fill(column.Starts[0]);
            column.Lengths.AsSpan(1, batch.Count - 1).Fill(column.Lengths[0]);
        }

        return true;
    }

    /// <inheritdoc/>
    public void Dispose() => _inner.Dispose();
}

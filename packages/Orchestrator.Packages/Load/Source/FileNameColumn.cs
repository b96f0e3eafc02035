using System.Text;
using Orchestrator.Core.Types;
using Orchestrator.Data;

namespace Orchestrator.Packages.Load.Source;

/// <summary>Files with the name of the one that a row comes from as a further column behind their own.</summary>
internal sealed class FileNameColumn : FurtherColumns
{
    private FileNameColumn(IRowReader inner, string name)
        : base(inner, [new RowColumn(name, new SqlType(SqlTypeKind.NVarChar, SqlType.Max), false)])
    {
        if (inner.Columns.Any(column => column.Name.Equals(name, StringComparison.OrdinalIgnoreCase)))
        {
            throw new DataRefusedException("ORC3103", $"the files have a column '{name}' themselves, as `nameColumn` "
                + "of the connection is called. Give that another name.");
        }
    }

    /// <summary>The files with it; they themselves where it has no name.</summary>
    public static IRowReader Behind(IRowReader inner, string? name) =>
        name is null ? inner : new FileNameColumn(inner, name);

    protected override void Fill(RowBatch batch, int first) =>
        FillWith(batch, first, Encoding.UTF8.GetBytes(batch.File));
}

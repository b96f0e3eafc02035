using System.Data;
using Microsoft.Data.SqlClient;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.SqlServer;

/// <summary>The values of a row as typed parameters of an INSERT, @p1 and on.</summary>
internal sealed class SqlServerRowParameters
{
    private const int UnicodeMax = 4000;
    private const int BytesMax = 8000;

    private readonly SqlParameter[] _parameters;
    private readonly ColumnBox[] _boxes;

    /// <summary>Adds them to a command; the columns that have one value for all rows are set here.</summary>
    public SqlServerRowParameters(SqlCommand command, SqlServerColumns columns)
    {
        _boxes = columns.Boxes;
        _parameters = [.. columns.All.Select((column, i) => Parameter($"@p{i + 1}", column.Type))];
        command.Parameters.AddRange(_parameters);
        for (var i = 0; i < columns.Filled.Length; i++)
        {
            _parameters[_boxes.Length + i].Value = columns.Filled[i];
        }
    }

    /// <summary>Takes the values of a row.</summary>
    public void Take(RowBatch batch, int row)
    {
        for (var i = 0; i < _boxes.Length; i++)
        {
            _parameters[i].Value = _boxes[i].Of(batch.Columns[i], row);
        }
    }

    // Text goes as Unicode: the server puts it into the column's code page, not the client into the database's.
    private static SqlParameter Parameter(string name, SqlType type) => type.Kind switch
    {
        SqlTypeKind.Bit => new(name, SqlDbType.Bit),
        SqlTypeKind.TinyInt => new(name, SqlDbType.TinyInt),
        SqlTypeKind.SmallInt => new(name, SqlDbType.SmallInt),
        SqlTypeKind.Int => new(name, SqlDbType.Int),
        SqlTypeKind.BigInt => new(name, SqlDbType.BigInt),
        SqlTypeKind.Decimal =>
            new(name, SqlDbType.Decimal) { Precision = (byte)type.Precision, Scale = (byte)type.Scale },
        SqlTypeKind.Money => new(name, SqlDbType.Money),
        SqlTypeKind.SmallMoney => new(name, SqlDbType.SmallMoney),
        SqlTypeKind.Real => new(name, SqlDbType.Real),
        SqlTypeKind.Float => new(name, SqlDbType.Float),
        SqlTypeKind.Date => new(name, SqlDbType.Date),
        SqlTypeKind.Time => new(name, SqlDbType.Time) { Scale = (byte)type.Scale },
        SqlTypeKind.DateTime => new(name, SqlDbType.DateTime),
        SqlTypeKind.SmallDateTime => new(name, SqlDbType.SmallDateTime),
        SqlTypeKind.DateTime2 => new(name, SqlDbType.DateTime2) { Scale = (byte)type.Scale },
        SqlTypeKind.DateTimeOffset => new(name, SqlDbType.DateTimeOffset) { Scale = (byte)type.Scale },
        SqlTypeKind.UniqueIdentifier => new(name, SqlDbType.UniqueIdentifier),
        _ when type.IsBinary => new(name, SqlDbType.VarBinary, type.LengthMax <= BytesMax ? BytesMax : -1),
        _ => new(name, SqlDbType.NVarChar, type.LengthMax <= UnicodeMax ? UnicodeMax : -1),
    };
}

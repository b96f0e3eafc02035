using System.Runtime.CompilerServices;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Sqlite;

/// <summary>Binds the values of one column to its place in the statement, where they lie, without copying.</summary>
internal sealed unsafe class SqliteColumnWriter
{
    private readonly SqlType _type;
    private readonly int _place;
    private readonly Form _form;
    private readonly double _scaleFactor;
    private readonly byte[] _scratch = GC.AllocateUninitializedArray<byte>(SqliteText.BytesMax, pinned: true);
    private readonly byte* _scratchStart;

    /// <summary>For a column of that type at that place, from 1.</summary>
    public SqliteColumnWriter(SqlType type, int place)
    {
        _type = type;
        _place = place;
        _form = FormOf(type);
        _scaleFactor = Math.Pow(10, type.Scale);
        _scratchStart = (byte*)Unsafe.AsPointer(ref _scratch[0]);
    }

    private enum Form { Number, Real, ScaledReal, DecimalText, Temporal, Offset, Guid, Text, Blob }

    /// <summary>
    /// Binds one value; the column's block is pinned at <paramref name="block"/> until the statement has run.
    /// </summary>
    /// <returns>SQLite's code.</returns>
    public int Bind(nint statement, ColumnVector column, int row, byte* block)
    {
        if (column.IsNull(row))
        {
            return SqliteNative.BindNull(statement, _place);
        }

        switch (_form)
        {
            case Form.Text:
                return SqliteNative.BindText(statement, _place, block + column.Starts[row], column.Lengths[row], 0);
            case Form.Blob:
                return SqliteNative.BindBlob(statement, _place, block + column.Starts[row], column.Lengths[row], 0);
            case Form.Number:
                return SqliteNative.BindInt64(statement, _place, column.Int64s[row]);
            case Form.Real:
                return SqliteNative.BindDouble(statement, _place, column.Doubles[row]);
            case Form.ScaledReal:
                return SqliteNative.BindDouble(statement, _place, column.Int64s[row] / _scaleFactor);
            default:
                return SqliteNative.BindText(statement, _place, _scratchStart, Write(column, row), 0);
        }
    }

    private static Form FormOf(SqlType type) => SqliteTypeMap.StorageOf(type) switch
    {
        SqliteStorage.Integer => Form.Number,
        SqliteStorage.Blob => Form.Blob,
        SqliteStorage.Real => type.IsFloat ? Form.Real : Form.ScaledReal,
        _ => type.Kind switch
        {
            SqlTypeKind.Decimal or SqlTypeKind.Money => Form.DecimalText,
            SqlTypeKind.DateTimeOffset => Form.Offset,
            SqlTypeKind.UniqueIdentifier => Form.Guid,
            _ => type.IsTemporal ? Form.Temporal : Form.Text,
        },
    };

    private int Write(ColumnVector column, int row) => _form switch
    {
        Form.Temporal => SqliteText.Temporal(_type, column.Int64s[row], _scratch),
        Form.Offset => SqliteText.Offset(_type, column.Int128s[row], _scratch),
        Form.Guid => SqliteText.Guid(column.Bytes(row), _scratch),
        _ => SqliteText.Decimal(
            column.Storage == ValueStorage.Int128 ? column.Int128s[row] : column.Int64s[row], _type.Scale, _scratch),
    };
}

using System.Runtime.CompilerServices;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Sqlite;

/// <summary>Binds the values of one column to its place in the statement, where they lie, without copying.</summary>
internal sealed unsafe class SqliteColumnWriter
{
    private readonly SqlType type;
    private readonly int place;
    private readonly Form form;
    private readonly double scaleFactor;
    private readonly byte[] scratch = GC.AllocateUninitializedArray<byte>(SqliteText.BytesMax, pinned: true);
    private readonly byte* scratchStart;

    /// <summary>For a column of that type at that place, from 1.</summary>
    public SqliteColumnWriter(SqlType type, int place)
    {
        this.type = type;
        this.place = place;
        form = FormOf(type);
        scaleFactor = Math.Pow(10, type.Scale);
        scratchStart = (byte*)Unsafe.AsPointer(ref scratch[0]);
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
            return SqliteNative.BindNull(statement, place);
        }

        switch (form)
        {
            case Form.Text:
                return SqliteNative.BindText(statement, place, block + column.Starts[row], column.Lengths[row], 0);
            case Form.Blob:
                return SqliteNative.BindBlob(statement, place, block + column.Starts[row], column.Lengths[row], 0);
            case Form.Number:
                return SqliteNative.BindInt64(statement, place, column.Int64s[row]);
            case Form.Real:
                return SqliteNative.BindDouble(statement, place, column.Doubles[row]);
            case Form.ScaledReal:
                return SqliteNative.BindDouble(statement, place, column.Int64s[row] / scaleFactor);
            default:
                return SqliteNative.BindText(statement, place, scratchStart, Write(column, row), 0);
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

    private int Write(ColumnVector column, int row) => form switch
    {
        Form.Temporal => SqliteText.Temporal(type, column.Int64s[row], scratch),
        Form.Offset => SqliteText.Offset(type, column.Int128s[row], scratch),
        Form.Guid => SqliteText.Guid(column.Bytes(row), scratch),
        _ => SqliteText.Decimal(
            column.Storage == ValueStorage.Int128 ? column.Int128s[row] : column.Int64s[row], type.Scale, scratch),
    };
}

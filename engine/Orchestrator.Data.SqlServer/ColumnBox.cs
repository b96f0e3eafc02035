using System.Data.SqlTypes;
using System.Runtime.CompilerServices;
using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Hands the values of one column to the client, which takes objects only: one box per column is filled anew for each
/// row, so that nothing is allocated for what has a fixed width. The client must be done with a value when it asks for
/// the next one, as its synchronous bulk copy is.
/// </summary>
internal abstract class ColumnBox
{
    /// <summary>The value of a row; DBNull for NULL.</summary>
    public object Of(ColumnVector column, int row) => column.IsNull(row) ? DBNull.Value : Filled(column, row);

    /// <summary>The box with a value that is not NULL.</summary>
    protected abstract object Filled(ColumnVector column, int row);

    /// <summary>The box for a type.</summary>
    public static ColumnBox For(SqlType type) => type.Kind switch
    {
        SqlTypeKind.Bit => new Box<bool>(static (column, row) => column.Int64s[row] != 0),
        SqlTypeKind.TinyInt => new Box<byte>(static (column, row) => (byte)column.Int64s[row]),
        SqlTypeKind.SmallInt => new Box<short>(static (column, row) => (short)column.Int64s[row]),
        SqlTypeKind.Int => new Box<int>(static (column, row) => (int)column.Int64s[row]),
        SqlTypeKind.BigInt => new Box<long>(static (column, row) => column.Int64s[row]),
        SqlTypeKind.Money or SqlTypeKind.SmallMoney =>
            new Box<SqlMoney>(static (column, row) => SqlMoney.FromTdsValue(column.Int64s[row])),
        SqlTypeKind.Real => new Box<float>(static (column, row) => (float)column.Doubles[row]),
        SqlTypeKind.Float => new Box<double>(static (column, row) => column.Doubles[row]),
        SqlTypeKind.Date or SqlTypeKind.DateTime or SqlTypeKind.SmallDateTime or SqlTypeKind.DateTime2 =>
            new Box<DateTime>(static (column, row) => new DateTime(column.Int64s[row])),
        SqlTypeKind.Time => new Box<TimeSpan>(static (column, row) => new TimeSpan(column.Int64s[row])),
        SqlTypeKind.DateTimeOffset => new Box<DateTimeOffset>(static (column, row) => Offset(column.Int128s[row])),
        SqlTypeKind.UniqueIdentifier =>
            new Box<Guid>(static (column, row) => new Guid(column.Bytes(row), bigEndian: true)),
        SqlTypeKind.Decimal when ValueStorages.Of(type) == ValueStorage.Int64 =>
            new Box<SqlDecimal>((column, row) => Decimal(column.Int64s[row], type)),
        SqlTypeKind.Decimal => new Box<SqlDecimal>((column, row) => Decimal(column.Int128s[row], type)),
        _ when type.IsBinary => new BytesBox(),
        _ => new TextBox(),
    };

    private static DateTimeOffset Offset(Int128 packed)
    {
        var offset = TimeSpan.FromMinutes(OffsetTime.OffsetMinutes(packed));
        return new DateTimeOffset(OffsetTime.UtcTicks(packed) + offset.Ticks, offset);
    }

    private static SqlDecimal Decimal(Int128 unscaled, SqlType type)
    {
        var isPositive = unscaled >= 0;
        var number = (UInt128)(isPositive ? unscaled : -unscaled);
        var (low, high) = ((ulong)number, (ulong)(number >> 64));
        return new SqlDecimal(
            (byte)type.Precision, (byte)type.Scale, isPositive,
            (int)low, (int)(low >> 32), (int)high, (int)(high >> 32));
    }

    private sealed class Box<T>(Func<ColumnVector, int, T> read) : ColumnBox
        where T : struct
    {
        private readonly object _box = default(T);

        protected override object Filled(ColumnVector column, int row)
        {
            Unsafe.Unbox<T>(_box) = read(column, row);
            return _box;
        }
    }

    private sealed class TextBox : ColumnBox
    {
        protected override object Filled(ColumnVector column, int row) => Encoding.UTF8.GetString(column.Bytes(row));
    }

    // An array has its length for good: one that fits is used again, as with binary(n).
    private sealed class BytesBox : ColumnBox
    {
        private byte[] _array = [];

        protected override object Filled(ColumnVector column, int row)
        {
            var bytes = column.Bytes(row);
            _array = _array.Length == bytes.Length ? _array : new byte[bytes.Length];
            bytes.CopyTo(_array);
            return _array;
        }
    }
}

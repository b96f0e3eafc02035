using System.Globalization;
using System.Text;
using Orchestrator.Data;
using Orchestrator.Packages.Load;
using Orchestrator.Types;

namespace Orchestrator.Packages.Flows;

/// <summary>Writes values of C# into row batches; which column type each becomes.</summary>
internal static class CellWriters
{
    private const int Digits = 38;
    private const int DigitsBehindPoint = 10;
    private const int Fraction = 7;

    private static readonly SqlType Exact = new(SqlTypeKind.Decimal, Precision: Digits, Scale: DigitsBehindPoint);

    private static readonly Dictionary<Type, (SqlType Type, Delegate Write)> ByType = new()
    {
        [typeof(bool)] = (new(SqlTypeKind.Bit), Whole<bool>(value => value ? 1 : 0)),
        [typeof(byte)] = (new(SqlTypeKind.TinyInt), Whole<byte>(value => value)),
        [typeof(short)] = (new(SqlTypeKind.SmallInt), Whole<short>(value => value)),
        [typeof(int)] = (new(SqlTypeKind.Int), Whole<int>(value => value)),
        [typeof(long)] = (new(SqlTypeKind.BigInt), Whole<long>(value => value)),
        [typeof(float)] = (new(SqlTypeKind.Real), Float<float>(value => value)),
        [typeof(double)] = (new(SqlTypeKind.Float), Float<double>(value => value)),
        [typeof(decimal)] = (Exact, (Action<ColumnVector, int, decimal>)Decimal),
        [typeof(string)] = (LoadChecks.TypeOfText, (Action<ColumnVector, int, string>)Text),
        [typeof(byte[])] = (new(SqlTypeKind.VarBinary, SqlType.Max),
            (Action<ColumnVector, int, byte[]>)((column, row, value) => column.SetBytes(row, value))),
        [typeof(Guid)] = (new(SqlTypeKind.UniqueIdentifier), (Action<ColumnVector, int, Guid>)Id),
        [typeof(DateTime)] = (new(SqlTypeKind.DateTime2, Scale: Fraction), Whole<DateTime>(value => value.Ticks)),
        [typeof(DateOnly)] = (new(SqlTypeKind.Date), Whole<DateOnly>(value => value.DayNumber * TimeSpan.TicksPerDay)),
        [typeof(TimeOnly)] = (new(SqlTypeKind.Time, Scale: Fraction), Whole<TimeOnly>(value => value.Ticks)),
        [typeof(DateTimeOffset)] = (new(SqlTypeKind.DateTimeOffset, Scale: Fraction),
            (Action<ColumnVector, int, DateTimeOffset>)((column, row, value) =>
                column.Int128s[row] = OffsetTime.Pack(value.UtcTicks, (int)value.Offset.TotalMinutes))),
    };

    /// <summary>
    /// What writes values of a type that are not null, and their column type; null where none does. A decimal whose
    /// digits the metadata name goes as text, so that the policies of the column decide about further ones.
    /// </summary>
    public static (SqlType Type, Delegate Write)? Of(Type type, bool isDeclared) =>
        isDeclared && type == typeof(decimal) ? (LoadChecks.TypeOfText,
            (Action<ColumnVector, int, decimal>)((column, row, value) =>
                Text(column, row, value.ToString(CultureInfo.InvariantCulture))))
        : ByType.TryGetValue(type, out var known) ? known : null;

    private static Action<ColumnVector, int, T> Whole<T>(Func<T, long> number) =>
        (column, row, value) => column.Int64s[row] = number(value);

    private static Action<ColumnVector, int, T> Float<T>(Func<T, double> number) => (column, row, value) =>
    {
        if (double.IsFinite(number(value)))
        {
            column.Doubles[row] = number(value);
            return;
        }

        column.SetBeyond(row, Encoding.ASCII.GetBytes(number(value).ToString(CultureInfo.InvariantCulture)));
    };

    private static void Text(ColumnVector column, int row, string value)
    {
        var bytes = Encoding.UTF8.GetMaxByteCount(value.Length);
        column.Block.Reserve(bytes);
        column.Starts[row] = column.Block.Used;
        column.Lengths[row] = Encoding.UTF8.GetBytes(value, column.Block.Array.AsSpan(column.Block.Used));
        column.Block.Used += column.Lengths[row];
    }

    private static void Id(ColumnVector column, int row, Guid value)
    {
        Span<byte> bytes = stackalloc byte[16];
        value.TryWriteBytes(bytes, bigEndian: true, out _);
        column.SetBytes(row, bytes);
    }

    private static void Decimal(ColumnVector column, int row, decimal value)
    {
        var shifted = decimal.Round(value, DigitsBehindPoint);
        if (shifted != value)
        {
            throw new FormatException($"it has more than {DigitsBehindPoint} digits behind the point: round it, or "
                + "give its column a `dataType`");
        }

        Span<int> bits = stackalloc int[4];
        decimal.GetBits(shifted, bits);
        var number = ((Int128)(uint)bits[2] << 64) | ((Int128)(uint)bits[1] << 32) | (uint)bits[0];
        for (var scale = shifted.Scale; scale < DigitsBehindPoint; scale++)
        {
            number *= 10;
        }

        column.Int128s[row] = decimal.IsNegative(value) ? -number : number;
    }
}

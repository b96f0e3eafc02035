using System.Globalization;
using System.Text;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Dataflow.Mapping;

/// <summary>Single values between a column vector and .NET; each reading stands for a value that is not NULL.</summary>
internal static class MemberValues
{
    private const int DecimalBytes = 12;
    private static readonly UTF8Encoding Strict =
        new(encoderShouldEmitUTF8Identifier: false, throwOnInvalidBytes: true);

    public static bool ReadBoolean(ColumnVector from, int row) => from.Int64s[row] != 0;

    public static long ReadInteger(ColumnVector from, int row) => from.Int64s[row];

    public static double ReadFloat(ColumnVector from, int row) => from.Doubles[row];

    public static string ReadText(ColumnVector from, int row) => Encoding.UTF8.GetString(from.Bytes(row));

    public static byte[] ReadBytes(ColumnVector from, int row) => from.Bytes(row).ToArray();

    public static Guid ReadGuid(ColumnVector from, int row) => new(from.Bytes(row), bigEndian: true);

    public static DateTime ReadDateTime(ColumnVector from, int row) => new(from.Int64s[row]);

    public static DateOnly ReadDate(ColumnVector from, int row) =>
        DateOnly.FromDateTime(new DateTime(from.Int64s[row]));

    public static TimeOnly ReadTime(ColumnVector from, int row) => new(from.Int64s[row]);

    public static TimeSpan ReadSpan(ColumnVector from, int row) => new(from.Int64s[row]);

    public static DateTimeOffset ReadOffset(ColumnVector from, int row)
    {
        var packed = from.Int128s[row];
        return new DateTimeOffset(OffsetTime.UtcTicks(packed), TimeSpan.Zero)
            .ToOffset(TimeSpan.FromMinutes(OffsetTime.OffsetMinutes(packed)));
    }

    /// <summary>Of a decimal, or of the text of a number.</summary>
    /// <exception cref="FormatException">It is none, or has digits that would be lost.</exception>
    public static decimal ReadDecimal(ColumnVector from, int row) => from.Storage switch
    {
        ValueStorage.Int64 => Scaled(from.Int64s[row], from.Type),
        ValueStorage.Int128 => Scaled(from.Int128s[row], from.Type),
        _ => Parsed(from.Bytes(row)),
    };

    public static void Write(ColumnVector to, int row, bool value) => to.Int64s[row] = value ? 1 : 0;

    public static void Write(ColumnVector to, int row, long value) => to.Int64s[row] = value;

    public static void Write(ColumnVector to, int row, double value) => to.Doubles[row] = value;

    /// <summary>
    /// As its text, so that no digit of it has to be given up before its column is known; exactly where that is.
    /// </summary>
    /// <exception cref="FormatException">The column is known, and does not hold it.</exception>
    public static void Write(ColumnVector to, int row, decimal value)
    {
        if (to.Storage == ValueStorage.Int128)
        {
            to.Int128s[row] = ExactNumber.Of(value, to.Type);
            return;
        }

        Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
        value.TryFormat(room, out var written, default, CultureInfo.InvariantCulture);
        to.SetBytes(row, room[..written]);
    }

    /// <exception cref="FormatException">Half of a pair of surrogates, which no column could keep.</exception>
    public static void Write(ColumnVector to, int row, string value)
    {
        to.Block.Reserve(Strict.GetMaxByteCount(value.Length));
        try
        {
            var written = Strict.GetBytes(value, to.Block.Array.AsSpan(to.Block.Used));
            (to.Starts[row], to.Lengths[row]) = (to.Block.Used, written);
            to.Block.Used += written;
        }
        catch (EncoderFallbackException half)
        {
            throw new FormatException("has half a pair of surrogates, which is no character", half);
        }
    }

    public static void Write(ColumnVector to, int row, byte[] value) => to.SetBytes(row, value);

    public static void Write(ColumnVector to, int row, Guid value)
    {
        Span<byte> bytes = stackalloc byte[16];
        value.TryWriteBytes(bytes, bigEndian: true, out _);
        to.SetBytes(row, bytes);
    }

    public static void Write(ColumnVector to, int row, DateTime value) => to.Int64s[row] = value.Ticks;

    public static void Write(ColumnVector to, int row, DateOnly value) =>
        to.Int64s[row] = value.ToDateTime(TimeOnly.MinValue).Ticks;

    public static void Write(ColumnVector to, int row, TimeOnly value) => to.Int64s[row] = value.Ticks;

    public static void Write(ColumnVector to, int row, TimeSpan value) =>
        to.Int64s[row] = value >= TimeSpan.Zero && value < TimeSpan.FromDays(1) ? value.Ticks
            : throw new FormatException("is no time of day");

    public static void Write(ColumnVector to, int row, DateTimeOffset value) =>
        to.Int128s[row] = OffsetTime.Pack(value.UtcTicks, (int)value.Offset.TotalMinutes);

    /// <summary>The framework rounds what has too many digits; that is refused here.</summary>
    private static decimal Parsed(ReadOnlySpan<byte> text)
    {
        const NumberStyles Styles = NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint
            | NumberStyles.AllowExponent;
        text = text.Trim((byte)' ');
        return decimal.TryParse(text, Styles, CultureInfo.InvariantCulture, out var value)
            && DigitsBehindPoint(text) <= value.Scale
            ? value : throw new FormatException("is not a decimal number, or has more digits than System.Decimal");
    }

    private static int DigitsBehindPoint(ReadOnlySpan<byte> number)
    {
        var e = number.IndexOfAny((byte)'e', (byte)'E');
        var mantissa = e < 0 ? number : number[..e];
        var point = mantissa.IndexOf((byte)'.');
        var digits = point < 0 ? 0 : mantissa[(point + 1)..].TrimEnd((byte)'0').Length;
        return e < 0 ? digits : digits - int.Parse(number[(e + 1)..], CultureInfo.InvariantCulture);
    }

    private static decimal Scaled(Int128 number, SqlType type)
    {
        var size = UInt128.CreateTruncating(number < 0 ? -number : number);
        var scale = type.Kind is SqlTypeKind.Money or SqlTypeKind.SmallMoney ? 4 : type.Scale;
        // Zeros behind the point are what may have to go for the rest to fit.
        for (; scale > 0 && (scale > 28 || size >> (8 * DecimalBytes) > 0) && size % 10 == 0; scale--)
        {
            size /= 10;
        }

        return scale <= 28 && size >> (8 * DecimalBytes) == 0
            ? new decimal((int)(uint)size, (int)(uint)(size >> 32), (int)(uint)(size >> 64), number < 0, (byte)scale)
            : throw new FormatException("has more digits than System.Decimal");
    }
}

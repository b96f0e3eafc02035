using Orchestrator.Core.Types;
using Orchestrator.Data.Forms;

namespace Orchestrator.Data;

/// <summary>One pass over one column of a row batch: from the source's values to the target's.</summary>
internal abstract class Conversion
{
    /// <summary>Fills the target; whatever does not fit is reported.</summary>
    public abstract void Run(ColumnVector source, ColumnVector target, int count, ColumnCheck check);

    /// <summary>
    /// The pass between two types. Values that are not text are adopted where they stay as they are; where the
    /// types differ they go through their text.
    /// </summary>
    /// <param name="from">Type in the source.</param>
    /// <param name="to">Type in the target.</param>
    /// <param name="limits">What the target's column holds beyond or short of it.</param>
    /// <param name="mayAdopt">Whether the arrays may be shared: nobody else shares them.</param>
    /// <param name="forms">How text of the source writes values; null = as <see cref="ValueFormat"/> does.</param>
    public static Conversion Between(
        SqlType from, SqlType to, ColumnLimits limits, bool mayAdopt, ValueForms? forms = null)
    {
        if (ValueStorages.IsText(to))
        {
            return OfText(from, to, limits, mayAdopt, limits.IsNumberText ? forms?.Number : null);
        }

        var conversion = OfValues(from, to, limits, mayAdopt, forms?.Of(to));
        return WrittenValues.Has(limits) ? new WrittenValues(conversion, limits) : conversion;
    }

    private static TextConversion OfText(
        SqlType from, SqlType to, ColumnLimits limits, bool mayAdopt, ValueForm? form)
    {
        var isText = ValueStorages.IsText(from);
        return new TextConversion(
            to, limits, mayAdopt && isText && form is null, isText, isText ? form : null);
    }

    private static Conversion OfValues(SqlType from, SqlType to, ColumnLimits limits, bool mayAdopt, ValueForm? form)
    {
        if (to.IsBinary)
        {
            return new BinaryConversion(to, from.IsBinary, mayAdopt && from.IsBinary);
        }

        var same = from == to || (from.IsInteger && to.IsInteger && Width(from) <= Width(to));
        var conversion = same && mayAdopt && from.Kind != SqlTypeKind.UniqueIdentifier
            ? new Adoption()
            : FromText(from, to, limits, form);
        return conversion is Adoption && limits.KeepsThreeHundredths ? new ThreeHundredths()
            : to.IsInteger && limits.Numbers.Count > 0 ? new NumbersOnly(conversion, limits.Numbers)
            : to.IsFloat && !limits.TakesNonFinite ? new FiniteOnly(conversion)
            : to.Kind == SqlTypeKind.DateTimeOffset && limits.DropsOffset ? new InstantOnly(conversion)
            : conversion;
    }

    private static int Width(SqlType type) => type.Kind switch
    {
        SqlTypeKind.Bit => 0,
        SqlTypeKind.TinyInt => 1,
        SqlTypeKind.SmallInt => 2,
        SqlTypeKind.Int => 3,
        _ => 4,
    };

    private static Conversion FromText(SqlType from, SqlType to, ColumnLimits limits, ValueForm? form)
    {
        const long Day = TimeSpan.TicksPerDay;
        var latest = DateTime.MaxValue.Ticks;
        return to.Kind switch
        {
            SqlTypeKind.Bit => Read<long, BitText>(new(), Int64s, form),
            SqlTypeKind.TinyInt => Scaled(byte.MinValue, byte.MaxValue, 0, form),
            SqlTypeKind.SmallInt => Scaled(short.MinValue, short.MaxValue, 0, form),
            SqlTypeKind.Int => Scaled(int.MinValue, int.MaxValue, 0, form),
            SqlTypeKind.BigInt => Scaled(long.MinValue, long.MaxValue, 0, form),
            SqlTypeKind.Money => Scaled(long.MinValue, long.MaxValue, 4, form),
            SqlTypeKind.SmallMoney => Scaled(int.MinValue, int.MaxValue, 4, form),
            SqlTypeKind.Decimal when to.Precision <= ValueStorages.Int64Digits =>
                Scaled(1 - (long)Powers.Of10(to.Precision), (long)Powers.Of10(to.Precision) - 1, to.Scale, form),
            SqlTypeKind.Decimal =>
                Read<Int128, LongDecimalText>(new(to.Precision, to.Scale), v => v.Int128s, form),
            SqlTypeKind.Real =>
                Read<double, FloatText>(new(isReal: true, limits.TakesNonFinite), v => v.Doubles, form),
            SqlTypeKind.Float =>
                Read<double, FloatText>(new(isReal: false, limits.TakesNonFinite), v => v.Doubles, form),
            SqlTypeKind.Date => DateTimes(0, latest, Day, form),
            SqlTypeKind.DateTime => Read<long, DateTimeText>(
                new(new DateTime(1753, 1, 1).Ticks, latest, TicksOf(3), limits.KeepsThreeHundredths), Int64s, form),
            SqlTypeKind.DateTime2 => DateTimes(0, latest, TicksOf(to.Scale), form),
            SqlTypeKind.SmallDateTime => DateTimes(new DateTime(1900, 1, 1).Ticks,
                new DateTime(2079, 6, 6, 23, 59, 59).Ticks, TimeSpan.TicksPerMinute, form),
            SqlTypeKind.Time => Read<long, TimeText>(new(TicksOf(to.Scale)), Int64s, form),
            SqlTypeKind.DateTimeOffset =>
                Read<Int128, OffsetText>(new(TicksOf(to.Scale)), v => v.Int128s, form),
            SqlTypeKind.UniqueIdentifier => new GuidConversion(),
            _ => throw new ArgumentException($"nothing converts {from} into {to}", nameof(to)),
        };
    }

    private static long[] Int64s(ColumnVector vector) => vector.Int64s;

    private static Conversion Scaled(long min, long max, int scale, ValueForm? form) =>
        Read<long, ScaledText>(new(min, max, scale), Int64s, form);

    private static Conversion DateTimes(long min, long max, long unit, ValueForm? form) =>
        Read<long, DateTimeText>(new(min, max, unit), Int64s, form);

    // Without a form nothing stands between the text and its reader.
    private static Conversion Read<T, TText>(TText text, Func<ColumnVector, T[]> values, ValueForm? form)
        where TText : struct, IValueText<T> =>
        form is null
            ? new Parsed<T, TText>(text, values)
            : new Parsed<T, FormedText<T, TText>>(new(text, form), values);

    private static long TicksOf(int digits) => (long)Powers.Of10(7 - digits);
}

/// <summary>The source's values are the target's.</summary>
internal sealed class Adoption : Conversion
{
    public override void Run(ColumnVector source, ColumnVector target, int count, ColumnCheck check) =>
        target.Adopt(source);
}

/// <summary>Values that are read from text, or from the text of a value of another type.</summary>
internal sealed class Parsed<T, TText>(TText text, Func<ColumnVector, T[]> values) : Conversion
    where TText : struct, IValueText<T>
{
    public override void Run(ColumnVector source, ColumnVector target, int count, ColumnCheck check)
    {
        target.CopyNulls(source);
        if (ValueStorages.IsText(source.Type))
        {
            ReadText(source, values(target), count, check);
        }
        else
        {
            ReadOther(source, values(target), count, check);
        }
    }

    private void ReadText(ColumnVector source, T[] to, int count, ColumnCheck check)
    {
        var (starts, lengths, bytes) = (source.Starts, source.Lengths, source.Block.Array);
        var reader = text;
        for (var row = 0; row < count; row++)
        {
            if (source.IsNull(row))
            {
                continue;
            }

            var result = reader.Read(new ReadOnlySpan<byte>(bytes, starts[row], lengths[row]), out to[row]);
            if (result != ValueResult.Ok)
            {
                check.Report(row, result);
            }
        }
    }

    private void ReadOther(ColumnVector source, T[] to, int count, ColumnCheck check)
    {
        Span<byte> room = stackalloc byte[ValueFormat.BytesMax];
        var isPlain = source.Type.IsFloat && typeof(T) != typeof(double);
        for (var row = 0; row < count; row++)
        {
            if (source.IsNull(row))
            {
                continue;
            }

            if (source.Type.IsBinary)
            {
                check.Report(row, ValueResult.NotAValue);
                continue;
            }

            var length = isPlain
                ? PlainFloat.Write(source.Doubles[row], source.Type.Kind == SqlTypeKind.Real, room)
                : ValueFormat.Write(source, row, room);
            var result = text.Read(room[..length], out to[row]);
            if (result != ValueResult.Ok)
            {
                check.Report(row, result);
            }
        }
    }
}

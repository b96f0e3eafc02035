using System.Linq.Expressions;
using System.Runtime.InteropServices;

namespace Orchestrator.Dataflow.Spilling;

/// <summary>How single values are written and read.</summary>
internal static class ValueFormats
{
    private static readonly Dictionary<Type, (LambdaExpression Write, LambdaExpression Read)> Known = new()
    {
        [typeof(bool)] = Of<bool>((to, value) => to.Write(value), from => from.ReadBoolean()),
        [typeof(byte)] = Of<byte>((to, value) => to.Write(value), from => from.ReadByte()),
        [typeof(sbyte)] = Of<sbyte>((to, value) => to.Write(value), from => from.ReadSByte()),
        [typeof(short)] = Of<short>((to, value) => to.Write(value), from => from.ReadInt16()),
        [typeof(ushort)] = Of<ushort>((to, value) => to.Write(value), from => from.ReadUInt16()),
        [typeof(int)] = Of<int>((to, value) => to.Write(value), from => from.ReadInt32()),
        [typeof(uint)] = Of<uint>((to, value) => to.Write(value), from => from.ReadUInt32()),
        [typeof(long)] = Of<long>((to, value) => to.Write(value), from => from.ReadInt64()),
        [typeof(ulong)] = Of<ulong>((to, value) => to.Write(value), from => from.ReadUInt64()),
        [typeof(float)] = Of<float>((to, value) => to.Write(value), from => from.ReadSingle()),
        [typeof(double)] = Of<double>((to, value) => to.Write(value), from => from.ReadDouble()),
        [typeof(decimal)] = Of<decimal>((to, value) => to.Write(value), from => from.ReadDecimal()),
        [typeof(char)] = Of<char>((to, value) => to.Write((ushort)value), from => (char)from.ReadUInt16()),
        [typeof(string)] = Of<string>((to, value) => WriteText(to, value), from => ReadText(from)),
        [typeof(byte[])] = Of<byte[]>((to, value) => WriteBytes(to, value), from => from.ReadBytes(from.ReadInt32())),
        [typeof(DateTime)] = Of<DateTime>((to, value) => to.Write(value.ToBinary()),
            from => DateTime.FromBinary(from.ReadInt64())),
        [typeof(DateTimeOffset)] = Of<DateTimeOffset>((to, value) => WriteTime(to, value), from => ReadTime(from)),
        [typeof(DateOnly)] = Of<DateOnly>((to, value) => to.Write(value.DayNumber),
            from => DateOnly.FromDayNumber(from.ReadInt32())),
        [typeof(TimeOnly)] = Of<TimeOnly>((to, value) => to.Write(value.Ticks), from => new TimeOnly(from.ReadInt64())),
        [typeof(TimeSpan)] = Of<TimeSpan>((to, value) => to.Write(value.Ticks), from => new TimeSpan(from.ReadInt64())),
        [typeof(Guid)] = Of<Guid>((to, value) => to.Write(value.ToByteArray()), from => new Guid(from.ReadBytes(16))),
    };

    // Beside those, as what is in them is one of those.
    private static readonly Dictionary<Type, (LambdaExpression Write, LambdaExpression Read)> Boxed = new()
    {
        [typeof(object)] = Of<object>((to, value) => AnyValue.Write(to, value), from => AnyValue.Read(from)!),
        [typeof(object[])] = Of<object?[]>((to, value) => AnyValue.WriteAll(to, value), from => AnyValue.ReadAll(from)),
    };

    /// <summary>The types of values that are known by themselves.</summary>
    public static IEnumerable<Type> Types => Known.Keys;

    /// <summary>Whether values of that type are known.</summary>
    public static bool Knows(Type type) => Known.ContainsKey(Plain(type)) || Boxed.ContainsKey(type);

    /// <summary>Writes a value of one of <see cref="Types"/> that is there.</summary>
    public static Expression WritePlain(Expression to, Expression value) =>
        Expression.Invoke(Known[value.Type].Write, to, value);

    /// <summary>Reads one.</summary>
    public static Expression ReadPlain(Expression from, Type type) => Expression.Invoke(Known[type].Read, from);

    /// <summary>Writes a value.</summary>
    public static Expression Write(Expression to, Expression value)
    {
        var plain = Plain(value.Type);
        if (!plain.IsValueType)
        {
            var isThere = Expression.NotEqual(value, Expression.Constant(null, value.Type));
            return WhereThere(to, isThere, Expression.Invoke(Format(plain).Write, to, value));
        }

        return Nullable.GetUnderlyingType(value.Type) is null
            ? Expression.Invoke(Known[plain].Write, to, Expression.Convert(value, plain))
            : WhereThere(to, Expression.Property(value, "HasValue"), Expression.Invoke(
                Known[plain].Write, to, Expression.Convert(Expression.Property(value, "Value"), plain)));
    }

    /// <summary>Reads a value of that type.</summary>
    public static Expression Read(Expression from, Type type)
    {
        var plain = Plain(type);
        Expression value = Expression.Convert(Expression.Invoke(Format(plain).Read, from), type);
        return plain.IsValueType && Nullable.GetUnderlyingType(type) is null
            ? value
            : Expression.Condition(Expression.Call(from, nameof(BinaryReader.ReadBoolean), null), value,
                Expression.Default(type));
    }

    private static (LambdaExpression Write, LambdaExpression Read) Format(Type plain) =>
        Known.TryGetValue(plain, out var known) ? known : Boxed[plain];

    private static BlockExpression WhereThere(Expression to, Expression isThere, Expression write) => Expression.Block(
        Expression.Call(to, nameof(BinaryWriter.Write), null, isThere), Expression.IfThen(isThere, write));

    private static Type Plain(Type type)
    {
        var given = Nullable.GetUnderlyingType(type) ?? type;
        return given.IsEnum ? Enum.GetUnderlyingType(given) : given;
    }

    private static (LambdaExpression Write, LambdaExpression Read) Of<T>(
        Action<BinaryWriter, T> write, Func<BinaryReader, T> read)
    {
        var (to, value, from) = (Expression.Parameter(typeof(BinaryWriter)), Expression.Parameter(typeof(T)),
            Expression.Parameter(typeof(BinaryReader)));
        return (Expression.Lambda(Expression.Invoke(Expression.Constant(write), to, value), to, value),
            Expression.Lambda(Expression.Invoke(Expression.Constant(read), from), from));
    }

    // As it is in memory: half of a pair of surrogates would not survive any encoding.
    private static void WriteText(BinaryWriter to, string text)
    {
        to.Write(text.Length);
        to.Write(MemoryMarshal.AsBytes(text.AsSpan()));
    }

    private static string ReadText(BinaryReader from) => string.Create(from.ReadInt32(), from, static (text, from) =>
        from.BaseStream.ReadExactly(MemoryMarshal.AsBytes(text)));

    private static void WriteBytes(BinaryWriter to, byte[] bytes)
    {
        to.Write(bytes.Length);
        to.Write(bytes);
    }

    private static void WriteTime(BinaryWriter to, DateTimeOffset time)
    {
        to.Write(time.Ticks);
        to.Write((short)time.Offset.TotalMinutes);
    }

    private static DateTimeOffset ReadTime(BinaryReader from) =>
        new(from.ReadInt64(), TimeSpan.FromMinutes(from.ReadInt16()));
}

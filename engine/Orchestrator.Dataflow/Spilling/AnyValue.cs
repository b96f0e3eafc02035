using System.Linq.Expressions;

namespace Orchestrator.Dataflow.Spilling;

/// <summary>How values are written and read whose type is known only where they are: those of an object.</summary>
internal static class AnyValue
{
    private const byte Null = byte.MaxValue;
    private static readonly Type[] Types = [.. ValueFormats.Types];
    private static readonly Action<BinaryWriter, object>[] Writers = [.. Types.Select(Writer)];
    private static readonly Func<BinaryReader, object>[] Readers = [.. Types.Select(Reader)];

    /// <exception cref="NotSupportedException">A value of another type.</exception>
    public static void Write(BinaryWriter to, object? value)
    {
        if (value is null)
        {
            to.Write(Null);
            return;
        }

        var kind = Array.IndexOf(Types, value.GetType());
        if (kind < 0)
        {
            throw new NotSupportedException(
                $"a {value.GetType().Name} cannot be written to a file as an object: give a RowFormat for its rows");
        }

        to.Write((byte)kind);
        Writers[kind](to, value);
    }

    public static object? Read(BinaryReader from) =>
        from.ReadByte() is var kind and not Null ? Readers[kind](from) : null;

    /// <exception cref="NotSupportedException">It is an array of a narrower type, or holds other values.</exception>
    public static void WriteAll(BinaryWriter to, object?[] values)
    {
        if (values.GetType() != typeof(object[]))
        {
            throw new NotSupportedException(
                $"a {values.GetType().Name} cannot be written to a file as objects: give a RowFormat for its rows");
        }

        to.Write(values.Length);
        foreach (var value in values)
        {
            Write(to, value);
        }
    }

    public static object?[] ReadAll(BinaryReader from)
    {
        var values = new object?[from.ReadInt32()];
        for (var i = 0; i < values.Length; i++)
        {
            values[i] = Read(from);
        }

        return values;
    }

    private static Action<BinaryWriter, object> Writer(Type type)
    {
        var (to, value) = (Expression.Parameter(typeof(BinaryWriter)), Expression.Parameter(typeof(object)));
        return Expression.Lambda<Action<BinaryWriter, object>>(
            ValueFormats.WritePlain(to, Expression.Convert(value, type)), to, value).Compile();
    }

    private static Func<BinaryReader, object> Reader(Type type)
    {
        var from = Expression.Parameter(typeof(BinaryReader));
        return Expression.Lambda<Func<BinaryReader, object>>(
            Expression.Convert(ValueFormats.ReadPlain(from, type), typeof(object)), from).Compile();
    }
}

using System.Linq.Expressions;
using System.Reflection;

namespace Orchestrator.Dataflow.Spilling;

/// <summary>
/// Rows as their public members, one after the other: those that a constructor takes by their names, and those that can
/// be set.
/// </summary>
internal sealed class MemberFormat<T> : RowFormat<T>
{
    private static MemberFormat<T>? instance;

    // Single values say themselves whether they are there.
    private static readonly bool MayBeNull = !typeof(T).IsValueType && !ValueFormats.Knows(typeof(T));

    private readonly Action<BinaryWriter, T> _write;
    private readonly Func<BinaryReader, T> _read;

    private MemberFormat()
    {
        var row = Expression.Parameter(typeof(T), "row");
        var to = Expression.Parameter(typeof(BinaryWriter), "to");
        var from = Expression.Parameter(typeof(BinaryReader), "from");
        if (ValueFormats.Knows(typeof(T)))
        {
            _write = Expression.Lambda<Action<BinaryWriter, T>>(ValueFormats.Write(to, row), to, row).Compile();
            _read = Expression.Lambda<Func<BinaryReader, T>>(ValueFormats.Read(from, typeof(T)), from).Compile();
            return;
        }

        var (constructor, members) = Shape();
        _write = Expression.Lambda<Action<BinaryWriter, T>>(Expression.Block(
            [.. members.Select(member => ValueFormats.Write(to, Expression.MakeMemberAccess(row, member))),
                Expression.Empty()]), to, row).Compile();
        var values = members.Select(member => Expression.Variable(TypeOf(member))).ToArray();
        var taken = constructor?.GetParameters().Length ?? 0;
        var made = constructor is null ? Expression.New(typeof(T)) : Expression.New(constructor, values[..taken]);
        _read = Expression.Lambda<Func<BinaryReader, T>>(Expression.Block(values,
            [.. values.Select(value => Expression.Assign(value, ValueFormats.Read(from, value.Type))),
                Expression.MemberInit(made, members.Skip(taken)
                    .Select((member, i) => Expression.Bind(member, values[taken + i])))]), from).Compile();
    }

    /// <exception cref="NotSupportedException">Rows of that type need a format of their own.</exception>
    public static MemberFormat<T> Instance => instance ??= new MemberFormat<T>();

    public override void Write(BinaryWriter to, T row)
    {
        if (MayBeNull)
        {
            to.Write(row is not null);
            if (row is null)
            {
                return;
            }
        }

        _write(to, row);
    }

    public override T Read(BinaryReader from) => !MayBeNull || from.ReadBoolean() ? _read(from) : default!;

    /// <summary>The constructor, and the members: first those that it takes.</summary>
    private static (ConstructorInfo? Constructor, MemberInfo[] Members) Shape()
    {
        var all = typeof(T).GetMembers(BindingFlags.Public | BindingFlags.Instance)
            .Where(member => member is FieldInfo || member is PropertyInfo { CanRead: true } property
                && property.GetIndexParameters().Length == 0).ToArray();
        var constructors = typeof(T).GetConstructors().OrderByDescending(each => each.GetParameters().Length).ToArray();
        foreach (var constructor in constructors)
        {
            var taken = constructor.GetParameters().Select(parameter => Array.Find(all, member =>
                string.Equals(member.Name, parameter.Name, StringComparison.OrdinalIgnoreCase)
                && TypeOf(member) == parameter.ParameterType)).ToArray();
            var rest = all.Except(taken).ToArray();
            if (taken.All(member => member is not null) && Array.TrueForAll(rest, IsSettable!))
            {
                return (constructor, Known([.. taken, .. rest]));
            }
        }

        return typeof(T).IsValueType && Array.TrueForAll(all, IsSettable) ? (null, Known(all))
            : throw Unknown("no constructor takes all that cannot be set");
    }

    private static MemberInfo[] Known(MemberInfo?[] members) =>
        Array.Find(members, member => !ValueFormats.Knows(TypeOf(member!))) is { } other
            ? throw Unknown($"'{other.Name}' is a {TypeOf(other).Name}")
            : [.. members.OfType<MemberInfo>()];

    private static NotSupportedException Unknown(string why) => new(
        $"rows of type {typeof(T).Name} cannot be written to a file by their members ({why}): give a "
        + $"RowFormat<{typeof(T).Name}>");

    private static bool IsSettable(MemberInfo member) => member is PropertyInfo { CanWrite: true }
        or FieldInfo { IsInitOnly: false };

    private static Type TypeOf(MemberInfo? member) => member is FieldInfo field
        ? field.FieldType : (member as PropertyInfo)?.PropertyType ?? typeof(void);
}

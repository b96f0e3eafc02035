using System.Linq.Expressions;
using System.Reflection;

namespace Orchestrator.Dataflow.Spilling;

/// <summary>
/// Rows as their public members, one after the other: those that a constructor takes by their names, and those that can
/// be set. Only where these are all that a row holds, and only rows of exactly that type: none comes back as another.
/// </summary>
internal sealed class MemberFormat<T> : RowFormat<T>
{
    private static MemberFormat<T>? _instance;

    // Single values say themselves whether they are there.
    private static readonly bool MayBeNull = !typeof(T).IsValueType && !ValueFormats.Knows(typeof(T));

    private static readonly string Advice = $"give a RowFormat<{typeof(T).Name}> to what sorts them, or keep all of "
        + "them in memory, with SpillOptions whose RowsMax is int.MaxValue";

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
    public static MemberFormat<T> Instance => _instance ??= new MemberFormat<T>();

    public override void Write(BinaryWriter to, T row)
    {
        if (MayBeNull)
        {
            to.Write(row is not null);
            if (row is null)
            {
                return;
            }

            if (row.GetType() != typeof(T))
            {
                throw new NotSupportedException(
                    $"a {row.GetType().Name} cannot be written to a file as {typeof(T).Name}: {Advice}");
            }
        }

        _write(to, row);
    }

    public override T Read(BinaryReader from) => !MayBeNull || from.ReadBoolean() ? _read(from) : default!;

    /// <summary>The constructor, and the members: first those that it takes.</summary>
    private static (ConstructorInfo? Constructor, MemberInfo[] Members) Shape()
    {
        if (typeof(T).IsAbstract || typeof(T).IsArray)
        {
            throw Unknown(typeof(T).IsArray ? "it is an array" : "it is abstract");
        }

        MemberInfo[] all = [.. Fields().Select(Holder)];
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

    /// <summary>All that a row holds.</summary>
    private static IEnumerable<FieldInfo> Fields()
    {
        for (var type = typeof(T); type is not null; type = type.BaseType)
        {
            foreach (var field in type.GetFields(BindingFlags.Public | BindingFlags.NonPublic | BindingFlags.Instance
                | BindingFlags.DeclaredOnly))
            {
                yield return field;
            }
        }
    }

    /// <summary>The public member that is this field: itself, or the property that the compiler made it for.</summary>
    private static MemberInfo Holder(FieldInfo field) => field.IsPublic ? field
        : Array.Find(typeof(T).GetProperties(), property => property.CanRead
            && property.DeclaringType == field.DeclaringType
            && field.Name.StartsWith($"<{property.Name}>", StringComparison.Ordinal))
        ?? throw Unknown($"a {field.FieldType.Name} that {field.DeclaringType!.Name} keeps is in no public member");

    private static MemberInfo[] Known(MemberInfo?[] members) =>
        Array.Find(members, member => !ValueFormats.Knows(TypeOf(member!))) is { } other
            ? throw Unknown($"'{other.Name}' is a {TypeOf(other).Name}")
            : [.. members.OfType<MemberInfo>()];

    private static NotSupportedException Unknown(string why) => new(
        $"rows of type {typeof(T).Name} cannot be written to a file by their members ({why}): {Advice}");

    private static bool IsSettable(MemberInfo member) => member is PropertyInfo { CanWrite: true }
        or FieldInfo { IsInitOnly: false };

    private static Type TypeOf(MemberInfo? member) => member is FieldInfo field
        ? field.FieldType : (member as PropertyInfo)?.PropertyType ?? typeof(void);
}

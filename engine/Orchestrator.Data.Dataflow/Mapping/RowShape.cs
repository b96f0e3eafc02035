using System.ComponentModel.DataAnnotations.Schema;
using System.Linq.Expressions;
using System.Reflection;

namespace Orchestrator.Data.Dataflow.Mapping;

/// <summary>A member of a row type that stands for a column.</summary>
/// <param name="Info">The property or field.</param>
/// <param name="Type">Its type.</param>
/// <param name="Column">The column's name: that of the member, or what [Column] says.</param>
/// <param name="Nullable">Whether it takes null.</param>
internal sealed record RowMember(MemberInfo Info, Type Type, string Column, bool Nullable);

/// <summary>
/// The members of a row type: those that its longest constructor takes by their names, then those that can be set.
/// [NotMapped] leaves one out, and so does a property without a setter that no constructor takes.
/// </summary>
internal sealed class RowShape
{
    private readonly ConstructorInfo? _constructor;
    private readonly int _taken;

    private RowShape(Type type)
    {
        Type = type;
        var all = type.GetMembers(BindingFlags.Public | BindingFlags.Instance).Where(IsData).ToArray();
        foreach (var constructor in type.GetConstructors().OrderByDescending(each => each.GetParameters().Length))
        {
            var taken = constructor.GetParameters().Select(parameter => Array.Find(all, member =>
                string.Equals(member.Name, parameter.Name, StringComparison.OrdinalIgnoreCase)
                && TypeOf(member) == parameter.ParameterType)).OfType<MemberInfo>().ToArray();
            if (taken.Length == constructor.GetParameters().Length)
            {
                (_constructor, _taken) = (constructor, taken.Length);
                Members = [.. taken.Concat(all.Except(taken).Where(IsSettable)).Select(Member)];
                break;
            }
        }

        // A struct can always be made without one.
        Members ??= type.IsValueType ? [.. all.Where(IsSettable).Select(Member)]
            : throw new NotSupportedException(
                $"rows of {type.Name} cannot be made: give it a constructor whose parameters are called like its "
                + "public properties, or one without parameters");
        if (Members.Count == 0)
        {
            throw new NotSupportedException($"{type.Name} has no public members that could be columns");
        }
    }

    /// <summary>The type of the rows.</summary>
    public Type Type { get; }

    /// <summary>Its members, those that the constructor takes first.</summary>
    public IReadOnlyList<RowMember> Members { get; }

    /// <summary>The shape of a type.</summary>
    /// <exception cref="NotSupportedException">No row of that type can be made; the message says why.</exception>
    public static RowShape Of<T>() => new(typeof(T));

    /// <summary>Makes a row of one value for each member, in their order.</summary>
    public Expression Make(IReadOnlyList<Expression> values) => Expression.MemberInit(
        _constructor is null ? Expression.New(Type) : Expression.New(_constructor, values.Take(_taken)),
        Members.Skip(_taken).Select((member, i) => Expression.Bind(member.Info, values[_taken + i])));

    private static bool IsData(MemberInfo member) =>
        member is FieldInfo or PropertyInfo { CanRead: true }
        && (member as PropertyInfo)?.GetIndexParameters().Length is null or 0
        && member.GetCustomAttribute<NotMappedAttribute>() is null;

    private static bool IsSettable(MemberInfo member) =>
        member is PropertyInfo { SetMethod.IsPublic: true } or FieldInfo { IsInitOnly: false };

    private static Type TypeOf(MemberInfo member) =>
        member is FieldInfo field ? field.FieldType : ((PropertyInfo)member).PropertyType;

    private static RowMember Member(MemberInfo member)
    {
        var context = new NullabilityInfoContext();
        var type = TypeOf(member);
        var said = member is FieldInfo field ? context.Create(field) : context.Create((PropertyInfo)member);
        var isNullable = type.IsValueType
            ? Nullable.GetUnderlyingType(type) is not null : said.ReadState != NullabilityState.NotNull;
        var name = member.GetCustomAttribute<ColumnAttribute>()?.Name ?? member.Name;
        return new RowMember(member, type, name, isNullable);
    }
}

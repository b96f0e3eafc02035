using System.Linq.Expressions;
using System.Reflection;
using Orchestrator.Data;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Flows;

/// <summary>
/// The public members of a row type: those that its constructor takes by their names, then those that can be set.
/// </summary>
internal static class RowMembers
{
    /// <summary>What makes a row of the columns of a source.</summary>
    /// <exception cref="PackageRefusedException">A member has no column, or no column can become it.</exception>
    public static Func<ColumnVector[], int, T> Reader<T>(IReadOnlyList<RowColumn> columns, string from)
    {
        var (constructor, members) = Of(typeof(T));
        var vectors = Expression.Parameter(typeof(ColumnVector[]));
        var row = Expression.Parameter(typeof(int));
        var values = members.Select(member => (Expression)Expression.Call(
            typeof(RowMembers), nameof(Value), [TypeOf(member), Nullable.GetUnderlyingType(TypeOf(member))
                ?? TypeOf(member)],
            Expression.ArrayIndex(vectors, Expression.Constant(ColumnOf(member, columns, typeof(T), from))), row,
            Expression.Constant(CellReaders.Of(Bare(member))), Expression.Constant(member.Name),
            Expression.Constant(TakesNull(member)))).ToArray();
        var taken = constructor?.GetParameters().Length ?? 0;
        var made = constructor is null ? Expression.New(typeof(T)) : Expression.New(constructor, values[..taken]);
        return Expression.Lambda<Func<ColumnVector[], int, T>>(
            Expression.MemberInit(made, members.Skip(taken).Select((member, i) =>
                Expression.Bind(member, values[taken + i]))), vectors, row).Compile();
    }

    /// <summary>The columns that rows become, and what writes one into them.</summary>
    /// <exception cref="PackageRefusedException">A member can become no column.</exception>
    public static (IReadOnlyList<RowColumn> Columns, Action<ColumnVector[], int, T> Write) Writer<T>(
        ObjectDefinition definition)
    {
        var (_, members) = Of(typeof(T));
        var vectors = Expression.Parameter(typeof(ColumnVector[]));
        var row = Expression.Parameter(typeof(int));
        var from = Expression.Parameter(typeof(T));
        var cells = members.Select(member => CellWriters.Of(Bare(member), definition.Columns.Any(column =>
            column.DataType is { Kind: Types.SqlTypeKind.Decimal }
            && string.Equals(column.Name, member.Name, StringComparison.OrdinalIgnoreCase)))!.Value).ToArray();
        var writes = members.Select((member, i) => (Expression)Expression.Call(
            typeof(RowMembers), TypeOf(member) != Bare(member) ? nameof(PutNullable) : nameof(Put), [Bare(member)],
            Expression.ArrayIndex(vectors, Expression.Constant(i)), row, Expression.MakeMemberAccess(from, member),
            Expression.Constant(cells[i].Write), Expression.Constant(member.Name))).ToArray();
        return ([.. members.Zip(cells, (member, cell) => new RowColumn(member.Name, cell.Type, TakesNull(member)))],
            Expression.Lambda<Action<ColumnVector[], int, T>>(
                Expression.Block([.. writes, Expression.Empty()]), vectors, row, from).Compile());
    }

    /// <summary>A row as text, for the error table.</summary>
    public static string Text<T>(T row)
    {
        try
        {
            return string.Join(", ", Of(typeof(T)).Members.Select(member =>
                FormattableString.Invariant($"{member.Name}={ValueOf(member, row)}")));
        }
        catch (PackageRefusedException)
        {
            // Rows on their way within a flow need not be such as columns are.
            return $"{row}";
        }
    }

    private static TMember Value<TMember, TValue>(
        ColumnVector column, int row, Delegate read, string member, bool takesNull)
    {
        if (column.IsNull(row))
        {
            return column.TryBeyond(row, out _)
                ? throw new FormatException($"'{member}' is a value that C# does not have")
                : takesNull ? default! : throw new FormatException($"'{member}' is NULL, and its member takes none");
        }

        try
        {
            var value = ((Func<ColumnVector, int, TValue>)read)(column, row);
            return value is TMember known ? known : (TMember)(object)value!;
        }
        catch (Exception wrong) when (wrong is FormatException or OverflowException)
        {
            // What the framework says of it would show the value.
            throw new FormatException($"'{member}' cannot be {typeof(TValue).Name}", wrong);
        }
    }

    private static void Put<T>(ColumnVector column, int row, T value, Delegate write, string member)
    {
        if (value is null)
        {
            column.SetNull(row);
            return;
        }

        try
        {
            ((Action<ColumnVector, int, T>)write)(column, row, value);
        }
        catch (FormatException wrong)
        {
            throw new FormatException($"'{member}': {wrong.Message}");
        }
    }

    private static void PutNullable<T>(ColumnVector column, int row, T? value, Delegate write, string member)
        where T : struct
    {
        if (value is { } known)
        {
            Put(column, row, known, write, member);
        }
        else
        {
            column.SetNull(row);
        }
    }

    private static int ColumnOf(MemberInfo member, IReadOnlyList<RowColumn> columns, Type type, string from)
    {
        var names = columns.Select(column => column.Name).ToList();
        var place = names.IndexOf(member.Name);
        place = place >= 0 ? place : names.FindIndex(name =>
            string.Equals(name, member.Name, StringComparison.OrdinalIgnoreCase));
        return place >= 0 ? place : throw Refused(type, $"'{member.Name}' has no column in '{from}', which has: "
            + $"{string.Join(", ", names)}. Name one so, or take the member out.");
    }

    private static (ConstructorInfo? Constructor, MemberInfo[] Members) Of(Type type)
    {
        var all = type.GetMembers(BindingFlags.Public | BindingFlags.Instance)
            .Where(member => member is FieldInfo || (member is PropertyInfo { CanRead: true } property
                && property.GetIndexParameters().Length == 0)).ToArray();
        foreach (var constructor in type.GetConstructors().OrderByDescending(each => each.GetParameters().Length))
        {
            var taken = constructor.GetParameters().Select(parameter => Array.Find(all, member =>
                string.Equals(member.Name, parameter.Name, StringComparison.OrdinalIgnoreCase)
                && TypeOf(member) == parameter.ParameterType)).OfType<MemberInfo>().ToArray();
            MemberInfo[] rest = [.. all.Except(taken).Where(IsSettable)];
            if (taken.Length == constructor.GetParameters().Length && taken.Length + rest.Length > 0)
            {
                return (constructor, Known(type, [.. taken, .. rest]));
            }
        }

        return type.IsValueType && Array.Exists(all, IsSettable) ? (null, Known(type, [.. all.Where(IsSettable)]))
            : throw Refused(type, "no constructor takes its members by their names.");
    }

    private static MemberInfo[] Known(Type type, MemberInfo[] members) =>
        Array.Find(members, member => CellReaders.Of(Bare(member)) is null) is { } other
            ? throw Refused(type, $"'{other.Name}' is a {TypeOf(other).Name}, which is no column. Take a number, a "
                + "text, a date or another type that `orchestrator help plugins` names.")
            : members;

    private static bool IsSettable(MemberInfo member) => member is PropertyInfo { SetMethod.IsPublic: true }
        or FieldInfo { IsInitOnly: false };

    private static bool TakesNull(MemberInfo member)
    {
        var context = new NullabilityInfoContext();
        return TypeOf(member) != Bare(member) || (!TypeOf(member).IsValueType && (member is PropertyInfo property
            ? context.Create(property) : context.Create((FieldInfo)member)).ReadState != NullabilityState.NotNull);
    }

    private static Type Bare(MemberInfo member) => Nullable.GetUnderlyingType(TypeOf(member)) ?? TypeOf(member);

    private static Type TypeOf(MemberInfo member) =>
        member is FieldInfo field ? field.FieldType : ((PropertyInfo)member).PropertyType;

    private static object? ValueOf(MemberInfo member, object? row) => row is null ? null
        : member is FieldInfo field ? field.GetValue(row) : ((PropertyInfo)member).GetValue(row);

    private static PackageRefusedException Refused(Type type, string why) => new("ORC3705", ErrorClass.Config, "open",
        $"The rows of type {type.Name} do not fit: {why}");
}

using System.Linq.Expressions;
using System.Reflection;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.Dataflow.Mapping;

/// <summary>What a member's .NET type is as a column, and how its values are moved.</summary>
internal static class MemberType
{
    private static readonly SqlType AnyText = new(SqlTypeKind.NVarChar, SqlType.Max);

    private static readonly Dictionary<Type, (SqlType Sql, string Read, Type Moved)> Known = new()
    {
        [typeof(bool)] = (new(SqlTypeKind.Bit), nameof(MemberValues.ReadBoolean), typeof(bool)),
        [typeof(byte)] = (new(SqlTypeKind.TinyInt), nameof(MemberValues.ReadInteger), typeof(long)),
        [typeof(short)] = (new(SqlTypeKind.SmallInt), nameof(MemberValues.ReadInteger), typeof(long)),
        [typeof(int)] = (new(SqlTypeKind.Int), nameof(MemberValues.ReadInteger), typeof(long)),
        [typeof(long)] = (new(SqlTypeKind.BigInt), nameof(MemberValues.ReadInteger), typeof(long)),
        [typeof(float)] = (new(SqlTypeKind.Real), nameof(MemberValues.ReadFloat), typeof(double)),
        [typeof(double)] = (new(SqlTypeKind.Float), nameof(MemberValues.ReadFloat), typeof(double)),
        [typeof(decimal)] = (AnyText, nameof(MemberValues.ReadDecimal), typeof(decimal)),
        [typeof(string)] = (AnyText, nameof(MemberValues.ReadText), typeof(string)),
        [typeof(byte[])] = (new(SqlTypeKind.VarBinary, SqlType.Max), nameof(MemberValues.ReadBytes), typeof(byte[])),
        [typeof(Guid)] = (new(SqlTypeKind.UniqueIdentifier), nameof(MemberValues.ReadGuid), typeof(Guid)),
        [typeof(DateTime)] =
            (new(SqlTypeKind.DateTime2, Scale: 7), nameof(MemberValues.ReadDateTime), typeof(DateTime)),
        [typeof(DateOnly)] = (new(SqlTypeKind.Date), nameof(MemberValues.ReadDate), typeof(DateOnly)),
        [typeof(TimeOnly)] = (new(SqlTypeKind.Time, Scale: 7), nameof(MemberValues.ReadTime), typeof(TimeOnly)),
        [typeof(TimeSpan)] = (new(SqlTypeKind.Time, Scale: 7), nameof(MemberValues.ReadSpan), typeof(TimeSpan)),
        [typeof(DateTimeOffset)] =
            (new(SqlTypeKind.DateTimeOffset, Scale: 7), nameof(MemberValues.ReadOffset), typeof(DateTimeOffset)),
    };

    /// <summary>The column type of a member's values.</summary>
    /// <exception cref="NotSupportedException">There is none; the message says what to do.</exception>
    public static SqlType Sql(RowMember member) => Of(member).Sql;

    /// <summary>Whether its values are decimals.</summary>
    public static bool IsDecimal(RowMember member) => Plain(member.Type) == typeof(decimal);

    /// <summary>The same where values are read from a column: an exact number stays as it is.</summary>
    public static SqlType Read(RowMember member, SqlType source) =>
        IsDecimal(member) && source.Kind is SqlTypeKind.Decimal or SqlTypeKind.Money or SqlTypeKind.SmallMoney
            ? source : Sql(member);

    /// <summary>Reads the member's value.</summary>
    public static Expression Read(RowMember member, Expression vector, Expression row)
    {
        var value = Named(member, Expression.Convert(
            Expression.Call(typeof(MemberValues), Of(member).Read, null, vector, row), member.Type));
        return member.Nullable
            ? Expression.Condition(Expression.Call(vector, nameof(ColumnVector.IsNull), null, row),
                Expression.Default(member.Type), value)
            : value;
    }

    /// <summary>Writes the member's value.</summary>
    public static Expression Write(RowMember member, Expression value, Expression vector, Expression row)
    {
        var moved = Of(member).Moved;
        var plain = Nullable.GetUnderlyingType(member.Type) is null
            ? value : Expression.Property(value, nameof(Nullable<int>.Value));
        var write = Named(member, Expression.Call(typeof(MemberValues).GetMethod(
            nameof(MemberValues.Write), BindingFlags.Public | BindingFlags.Static,
            [typeof(ColumnVector), typeof(int), moved])!, vector, row, Expression.Convert(plain, moved)));
        return member.Type.IsValueType && plain == value
            ? write
            : Expression.IfThenElse(Expression.Equal(value, Expression.Constant(null, member.Type)),
                Expression.Call(vector, nameof(ColumnVector.SetNull), null, row), write);
    }

    /// <summary>What may not fit says which column it is.</summary>
    private static Expression Named(RowMember member, Expression step)
    {
        if (Of(member).Moved is var moved && moved != typeof(decimal) && moved != typeof(string)
            && moved != typeof(TimeSpan))
        {
            return step;
        }

        var wrong = Expression.Parameter(typeof(FormatException));
        return Expression.TryCatch(step, Expression.Catch(wrong, Expression.Throw(
            Expression.Call(typeof(MemberType), nameof(In), null, Expression.Constant(member.Column), wrong),
            step.Type)));
    }

    private static FormatException In(string column, FormatException wrong) =>
        new($"column {column} {wrong.Message}", wrong);

    private static (SqlType Sql, string Read, Type Moved) Of(RowMember member) =>
        Known.TryGetValue(Plain(member.Type), out var known) ? known : throw new NotSupportedException(
            $"'{member.Info.Name}' of {member.Info.DeclaringType!.Name} is a {member.Type.Name}, which no column "
            + "becomes: "
            + "use a number, bool, string, byte[], Guid, a date or time, or put [NotMapped] on it");

    private static Type Plain(Type type)
    {
        var plain = Nullable.GetUnderlyingType(type) ?? type;
        return plain.IsEnum ? Enum.GetUnderlyingType(plain) : plain;
    }
}

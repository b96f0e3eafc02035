using Orchestrator.Core.Types;

namespace Orchestrator.Core.Expressions;

/// <summary>Which kind the values of a type are, and how people call it.</summary>
internal static class ExpressionKinds
{
    /// <summary>The kind of a type; null where its values have no place in an expression.</summary>
    public static ExpressionKind? Of(SqlType type) => type switch
    {
        _ when !TypedValue.Takes(type) => null,
        { Kind: SqlTypeKind.Bit } => ExpressionKind.Flag,
        { IsFloat: true } => ExpressionKind.Float,
        { IsNumber: true } => ExpressionKind.Number,
        { Kind: SqlTypeKind.Time } => ExpressionKind.Time,
        { Kind: SqlTypeKind.DateTimeOffset } => ExpressionKind.Instant,
        { IsTemporal: true } => ExpressionKind.Date,
        { Kind: SqlTypeKind.UniqueIdentifier } => ExpressionKind.Id,
        _ => ExpressionKind.Text,
    };

    /// <summary>The widest type of a kind that a text in quotes may be read as; null where it stays what it is.
    /// </summary>
    public static SqlType? OfQuoted(ExpressionKind kind) => kind switch
    {
        ExpressionKind.Date => new SqlType(SqlTypeKind.DateTime2, Scale: 7),
        ExpressionKind.Instant => new SqlType(SqlTypeKind.DateTimeOffset, Scale: 7),
        ExpressionKind.Time => new SqlType(SqlTypeKind.Time, Scale: 7),
        ExpressionKind.Id => new SqlType(SqlTypeKind.UniqueIdentifier),
        _ => null,
    };

    public static string Word(ExpressionKind kind) => kind switch
    {
        ExpressionKind.Flag => "true or false",
        ExpressionKind.Number => "a number",
        ExpressionKind.Float => "a float",
        ExpressionKind.Text => "text",
        ExpressionKind.Date => "a date",
        ExpressionKind.Instant => "a time with an offset",
        ExpressionKind.Time => "a time of day",
        _ => "a uniqueidentifier",
    };

    public static string Words(IEnumerable<ExpressionKind> kinds) => $"({string.Join(", ", kinds.Select(Word))})";
}

namespace Orchestrator.Core.Expressions;

/// <summary>
/// What a part of an expression is: true or false, an exact number, a floating point number, text, a date with or
/// without a time, an instant (datetimeoffset), a time of day, or a uniqueidentifier.
/// </summary>
public enum ExpressionKind { Flag, Number, Float, Text, Date, Instant, Time, Id }

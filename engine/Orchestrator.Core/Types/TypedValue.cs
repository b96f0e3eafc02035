using System.Globalization;

namespace Orchestrator.Core.Types;

/// <summary>One value of a type, written in one way: whole numbers without zeros before them, dates and times in ISO
/// order with as many digits of the second as the type keeps. Values of one type can be compared.</summary>
public sealed record TypedValue
{
    private readonly IComparable _order;

    internal TypedValue(SqlType type, string text, IComparable order) => (Type, Text, _order) = (type, text, order);

    public SqlType Type { get; }

    /// <summary>The value as text, invariant.</summary>
    public string Text { get; }

    /// <summary>
    /// The value without its type: long, bool (bit) or double; every other as its text, which a server reads as what
    /// stands beside it.
    /// </summary>
    public object Parameter => Type switch
    {
        { Kind: SqlTypeKind.Bit } => Text == "1",
        { IsInteger: true } => (long)(decimal)_order,
        { IsFloat: true } => (double)_order,
        _ => Text,
    };

    /// <summary>The value as it is compared: decimal (bit among them), double, DateTime, Guid or string.</summary>
    internal object Plain => _order is OrdinalText text ? text.Text : _order;

    /// <summary>Whether values can be of this type at all: numbers, dates and times, text, uniqueidentifier.</summary>
    public static bool Takes(SqlType type) => type.IsNumber || type.IsTemporal
        || type.Kind is SqlTypeKind.Char or SqlTypeKind.VarChar or SqlTypeKind.NChar or SqlTypeKind.NVarChar
            or SqlTypeKind.UniqueIdentifier;

    /// <summary>Reads a value; nothing is rounded or cut.</summary>
    /// <param name="text">As people write it.</param>
    /// <param name="value">The value; null where it is none.</param>
    /// <param name="problem">What is wrong, as the end of a sentence; empty where nothing is.</param>
    public static bool TryParse(SqlType type, string text, out TypedValue? value, out string problem)
    {
        value = null;
        (value, problem) = type switch
        {
            { Kind: SqlTypeKind.Bit } => TypedNumbers.Bit(type, text),
            { IsFloat: true } => TypedNumbers.Float(type, text),
            { IsNumber: true } => TypedNumbers.Exact(type, text),
            { IsTemporal: true } => TypedTimes.Read(type, text),
            { Kind: SqlTypeKind.UniqueIdentifier } => Guid.TryParse(text, out var guid)
                ? (new TypedValue(type, guid.ToString("D").ToUpperInvariant(), guid), "")
                : (null, "it is no uniqueidentifier"),
            { IsText: true } when Takes(type) => OfText(type, text),
            _ => (null, $"no value can be written for {type}"),
        };
        return value is not null;
    }

    /// <summary>
    /// The largest value of the type that is not above what a database returned: digits of a second, or behind the
    /// point, that the type does not keep are dropped downwards.
    /// </summary>
    public static bool TryRoundDown(SqlType type, string text, out TypedValue? value, out string problem)
    {
        (value, problem) = type switch
        {
            { IsTemporal: true } => TypedTimes.RoundDown(type, text),
            { IsExactNumber: true, Kind: not SqlTypeKind.Bit } => TypedNumbers.RoundDown(type, text),
            _ => TryParse(type, text, out var read, out var why) ? (read, "") : (null, why),
        };
        return value is not null;
    }

    /// <summary>
    /// What a database returned with all of its digits: a value of the type where that keeps them, else of the least
    /// type of its kind that does. The two compare.
    /// </summary>
    /// <param name="text">The value as the database wrote it.</param>
    /// <param name="value">The value; null where it is none.</param>
    /// <param name="problem">What is wrong, as the end of a sentence; empty where nothing is.</param>
    public static bool TryWiden(SqlType type, string text, out TypedValue? value, out string problem)
    {
        if (!TryParse(type, text, out value, out problem))
        {
            value = type switch
            {
                { IsTemporal: true, Kind: not SqlTypeKind.Time } => TypedTimes.Widened(type, text),
                { IsExactNumber: true, Kind: not SqlTypeKind.Bit } => TypedNumbers.Widened(text),
                _ => null,
            };
            problem = value is null ? problem : "";
        }

        return value is not null;
    }

    /// <summary>Below zero where it comes before another value of its type, above where it comes behind.</summary>
    public int CompareTo(TypedValue other) => _order.CompareTo(other._order);

    public bool Equals(TypedValue? other) => other is not null && Type == other.Type && Text == other.Text;

    public override int GetHashCode() => HashCode.Combine(Type, Text);

    public override string ToString() => Text;

    /// <summary>
    /// The value less a distance: a span of time, or a whole number; the smallest of its type where there is no less.
    /// </summary>
    public TypedValue Less(TimeSpan span) => Type.IsTemporal
        ? TypedTimes.Less(this, (DateTime)_order, span)
        : throw new InvalidOperationException($"{Type} is no time");

    /// <inheritdoc cref="Less(TimeSpan)"/>
    public TypedValue Less(long number) => Type.IsExactNumber
        ? TypedNumbers.Of(Type, Math.Max((decimal)_order - number, TypedNumbers.Smallest(Type)))
        : throw new InvalidOperationException($"{Type} is no number");

    private static (TypedValue?, string) OfText(SqlType type, string text)
    {
        var length = type.IsUnicodeText ? text.Length : System.Text.Encoding.UTF8.GetByteCount(text);
        return length <= type.LengthMax
            ? (new TypedValue(type, text, new OrdinalText(text)), "")
            : (null, string.Create(CultureInfo.InvariantCulture, $"it has {length}, {type.LengthMax} are taken"));
    }

    private sealed record OrdinalText(string Text) : IComparable
    {
        public int CompareTo(object? other) => string.CompareOrdinal(Text, (other as OrdinalText)?.Text);
    }
}

using System.Globalization;

namespace Orchestrator.Core.Expressions;

/// <summary>Values as text, each in one way: what `text(…)` gives.</summary>
internal static class PlainTexts
{
    private const string Moment = "yyyy-MM-dd HH:mm:ss.FFFFFFF";

    public static string Of(ExpressionKind kind, object value) => (kind, value) switch
    {
        (_, string text) => text,
        (_, bool flag) => flag ? "true" : "false",
        (_, decimal number) => number.ToString("0.############################", CultureInfo.InvariantCulture),
        (_, double number) => number.ToString("R", CultureInfo.InvariantCulture),
        (_, Guid id) => id.ToString("D").ToUpperInvariant(),
        (ExpressionKind.Time, DateTime time) => time.ToString("HH:mm:ss.FFFFFFF", CultureInfo.InvariantCulture),
        (ExpressionKind.Instant, DateTime time) => time.ToString(Moment, CultureInfo.InvariantCulture) + " +00:00",
        (_, DateTime time) => time.ToString(Moment, CultureInfo.InvariantCulture),
        _ => throw new InvalidOperationException($"{value.GetType().Name} is no value of an expression"),
    };
}

using System.Globalization;
using System.Text;

namespace Orchestrator.Tds;

/// <summary>A value as the recorder shows it: close to the literal of T-SQL, on one line.</summary>
public static class ValueText
{
    /// <summary>NULL, 1, 12.50, N'it''s', 0x0AFF, 2026-01-31T23:59:59.9999999 and so on.</summary>
    public static string Show(object? value) => value switch
    {
        null => "NULL",
        bool bit => bit ? "1" : "0",
        string text => $"N'{Escape(text)}'",
        byte[] bytes => "0x" + Convert.ToHexString(bytes),
        DateOnly day => Invariant(day, "yyyy-MM-dd"),
        TimeSpan time => Invariant(time, "c"),
        DateTime moment => Invariant(moment, "yyyy-MM-ddTHH:mm:ss.fffffff"),
        DateTimeOffset moment => Invariant(moment, "yyyy-MM-ddTHH:mm:ss.fffffffzzz"),
        IFormattable other => Invariant(other, null),
        _ => value.ToString() ?? "",
    };

    /// <summary>A row: its values between bars.</summary>
    public static string Show(IEnumerable<object?> row) => string.Join(" | ", row.Select(Show));

    // The client needs a process with cultures, so the approved texts of these tests have to name the one they mean.
    private static string Invariant(IFormattable value, string? format) =>
        value.ToString(format, CultureInfo.InvariantCulture);

    private static string Escape(string text)
    {
        var escaped = new StringBuilder(text.Length);
        foreach (var character in text)
        {
            _ = character switch
            {
                '\'' => escaped.Append("''"),
                < ' ' or '\u007f' => escaped.Append($"\\u{(int)character:x4}"),
                _ => escaped.Append(character),
            };
        }

        return escaped.ToString();
    }
}

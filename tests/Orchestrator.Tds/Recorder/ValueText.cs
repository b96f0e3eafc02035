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
        DateOnly day => day.ToString("yyyy-MM-dd"),
        TimeSpan time => time.ToString("c"),
        DateTime moment => moment.ToString("yyyy-MM-ddTHH:mm:ss.fffffff"),
        DateTimeOffset moment => moment.ToString("yyyy-MM-ddTHH:mm:ss.fffffffzzz"),
        double number => number.ToString("R"),
        float number => number.ToString("R"),
        _ => value.ToString() ?? "",
    };

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

using System.Globalization;
using System.Text;

namespace Orchestrator.Import;

/// <summary>Texts as YAML reads them back, whatever they hold.</summary>
internal static class YamlText
{
    // Older readers take some of these for a truth value; quoted they are text for every one.
    private static readonly HashSet<string> Words = new(StringComparer.OrdinalIgnoreCase)
    {
        "true", "false", "null", "yes", "no", "on", "off", "y", "n",
    };

    /// <summary>The text bare where it can be nothing else, else in double quotes.</summary>
    public static string Of(string text)
    {
        var isBare = text.Length > 0 && (char.IsAsciiLetter(text[0]) || text[0] == '_') && !Words.Contains(text)
            && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-' or '(' or ')');
        return isBare ? text : Quoted(text);
    }

    private static string Quoted(string text)
    {
        var quoted = new StringBuilder("\"");
        foreach (var c in text)
        {
            quoted.Append(c switch
            {
                '"' => "\\\"",
                '\\' => "\\\\",
                _ when char.IsControl(c) || char.GetUnicodeCategory(c) is UnicodeCategory.Format
                    or UnicodeCategory.LineSeparator or UnicodeCategory.ParagraphSeparator => $"\\u{(int)c:X4}",
                _ => c.ToString(),
            });
        }

        return quoted.Append('"').ToString();
    }
}

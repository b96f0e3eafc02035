using System.Globalization;
using System.Text;

namespace Orchestrator.Runner.Text;

/// <summary>
/// The one gate that text from outside (names, values, errors of servers) passes on its way to a screen, log, page or
/// file. Each form first takes out every known secret, then makes the text harmless for its place. Safe for threads.
/// </summary>
public sealed class OutsideText(Secrets secrets)
{
    /// <summary>For a place that knows no secrets yet.</summary>
    public static OutsideText WithoutSecrets { get; } = new(Secrets.None);

    /// <summary>The text without secrets and otherwise as it is: for JSON writers and ledger parameters.</summary>
    public string Redacted(string? text) => secrets.Redact(text ?? "");

    /// <summary>The same of lines that others may follow, and whether they end within what may be a secret.</summary>
    public (string Text, bool MayGoOn) RedactedSoFar(string lines)
    {
        var text = secrets.Redact(lines, out var mayGoOn);
        return (text, mayGoOn);
    }

    /// <summary>
    /// One line for a terminal or log: line breaks, control, bidirectional and invisible characters and lone
    /// surrogates show as \n, \t or \u{1B}.
    /// </summary>
    public string Line(string? text) => Visible(Redacted(text), keepLines: false);

    /// <summary>As <see cref="Line"/>, but line breaks stay (as LF).</summary>
    public string Block(string? text) =>
        Visible(Redacted(text).Replace("\r\n", "\n", StringComparison.Ordinal), keepLines: true);

    /// <summary>The inside of a quoted Mermaid label: all but letters, digits and plain marks as #code;.</summary>
    public string Mermaid(string? text)
    {
        var result = new StringBuilder();
        foreach (var rune in Line(text).EnumerateRunes())
        {
            if (Rune.IsLetterOrDigit(rune) || " _-./:,".Contains(rune.ToString(), StringComparison.Ordinal))
            {
                result.Append(rune);
            }
            else
            {
                result.Append('#').Append(rune.Value.ToString(CultureInfo.InvariantCulture)).Append(';');
            }
        }

        return result.ToString();
    }

    /// <summary>The inside of a quoted DOT string.</summary>
    public string Dot(string? text) => Line(text)
        .Replace("\\", "\\\\", StringComparison.Ordinal).Replace("\"", "\\\"", StringComparison.Ordinal);

    private static string Visible(string text, bool keepLines)
    {
        if (IsHarmless(text))
        {
            return text;
        }

        var result = new StringBuilder(text.Length + 16);
        for (var i = 0; i < text.Length;)
        {
            if (!Rune.TryGetRuneAt(text, i, out var rune))
            {
                Append(result, text[i++]);
                continue;
            }

            i += rune.Utf16SequenceLength;
            if ((keepLines && rune.Value == '\n') || IsHarmless(rune))
            {
                result.Append(rune);
            }
            else
            {
                Append(result, rune.Value);
            }
        }

        return result.ToString();
    }

    private static void Append(StringBuilder result, int code) => result.Append(code switch
    {
        '\n' => "\\n",
        '\r' => "\\r",
        '\t' => "\\t",
        _ => $"\\u{{{code:X}}}",
    });

    private static bool IsHarmless(string text)
    {
        foreach (var character in text)
        {
            if (character is < ' ' or > '~')
            {
                return false;
            }
        }

        return true;
    }

    private static bool IsHarmless(Rune rune) => Rune.GetUnicodeCategory(rune) is not (
        UnicodeCategory.Control or UnicodeCategory.Format or UnicodeCategory.LineSeparator
        or UnicodeCategory.ParagraphSeparator or UnicodeCategory.Surrogate or UnicodeCategory.PrivateUse);
}

using System.Text.RegularExpressions;
using Orchestrator.Metadata.Diagnostics;
using YamlDotNet.Core;

namespace Orchestrator.Metadata.Yaml;

/// <summary>Turns what the parser refuses into a diagnostic that names the likeliest cause.</summary>
internal static partial class SyntaxMistake
{
    public static void Report(SourceFile file, DiagnosticBag bag, string message, Mark mark,
        Stack<(char Bracket, Origin At)> brackets)
    {
        var line = Math.Max(1, (int)mark.Line);
        var at = new Origin(file.Path, line, Math.Max(1, (int)mark.Column));
        if (Tab(file, message.Contains("tab", StringComparison.OrdinalIgnoreCase) ? int.MaxValue - 1 : line) is { } tab)
        {
            bag.Error("ORC1007", tab, "a tab stands in the indentation, which YAML does not take",
                "indent with blanks", new Fix(tab, 1, "  "));
        }
        else if (Quote(file, at, message) is { } quote)
        {
            bag.Error("ORC1003", at, "the quoted text that begins here is not closed", "close the quotes", quote);
        }
        else if (brackets.TryPeek(out var open))
        {
            var close = open.Bracket == '[' ? ']' : '}';
            bag.Error("ORC1003", open.At, $"the '{open.Bracket}' that begins here is not closed",
                $"put '{close}' behind its last value", new Fix(EndOfLine(file, open.At), 0, $"{close}"));
        }
        else if (Glued(file, line) is { } glued)
        {
            bag.Error("ORC1003", glued, "a blank is missing behind the ':' of a key", "write 'key: value'",
                new Fix(glued, 0, " "));
        }
        else
        {
            bag.Error("ORC1003", at, "this is not YAML: " + Plain(message), "look at indentation, quotes and ':'");
        }
    }

    /// <summary>
    /// The repair that turns the whole line of a key into a comment, where the key stands alone in it.
    /// </summary>
    public static Fix? Comment(SourceFile file, Origin at) =>
        file.Line(at.Line) is { } line && line[..Math.Min(line.Length, at.Column - 1)].Trim().Length == 0
            ? new Fix(at, 0, "# ")
            : null;

    private static Origin? Tab(SourceFile file, int lineMax)
    {
        for (var number = 1; number <= lineMax + 1 && file.Line(number) is { } line; number++)
        {
            var indent = line.Length - line.TrimStart(' ', '\t').Length;
            var tab = line.IndexOf('\t', StringComparison.Ordinal);
            if (tab >= 0 && tab < indent && indent < line.Length)
            {
                return new Origin(file.Path, number, tab + 1);
            }
        }

        return null;
    }

    private static Fix? Quote(SourceFile file, Origin at, string message)
    {
        var line = file.Line(at.Line) ?? "";
        var isQuote = message.Contains("quoted scalar", StringComparison.OrdinalIgnoreCase)
            && (message.Contains("found unexpected", StringComparison.OrdinalIgnoreCase)
                || message.Contains("wrong indentation", StringComparison.OrdinalIgnoreCase))
            && at.Column <= line.Length && line[at.Column - 1] is '"' or '\'';
        return isQuote ? new Fix(EndOfLine(file, at), 0, line[at.Column - 1].ToString()) : null;
    }

    private static Origin? Glued(SourceFile file, int lineMax)
    {
        for (var number = Math.Max(1, lineMax - 1); number <= lineMax; number++)
        {
            var match = GluedKey().Match(file.Line(number) ?? "");
            if (match.Success)
            {
                return new Origin(file.Path, number, match.Length + 1);
            }
        }

        return null;
    }

    private static Origin EndOfLine(SourceFile file, Origin at) =>
        at with { Column = (file.Line(at.Line) ?? "").TrimEnd().Length + 1 };

    private static string Plain(string message)
    {
        var end = message.IndexOf("(Lin", StringComparison.Ordinal);
        var text = end > 0 ? message[..end] : message;
        return text.ReplaceLineEndings(" ").Trim().TrimEnd('.', ':').ToLowerInvariant();
    }

    [GeneratedRegex(@"^\s*(- )?[A-Za-z]+:(?=[^\s:])")]
    private static partial Regex GluedKey();
}

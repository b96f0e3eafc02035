using System.Text;

namespace Orchestrator.Ssis.Flows.Texts;

/// <summary>The name of a table as packages write it: in brackets, quotes or bare, with points between its parts.
/// </summary>
internal static class WrittenTable
{
    // What stands in no bare name.
    private const string NoName = "()'\";[]\r\n";

    /// <summary>The parts without their signs; empty where it is no name.</summary>
    public static IReadOnlyList<string> PartsOf(string written)
    {
        List<string> parts = [];
        var at = 0;
        var text = written.Trim();
        while (at < text.Length)
        {
            var part = Part(text, ref at);
            if (part is null || (at < text.Length && text[at] != '.'))
            {
                return [];
            }

            parts.Add(part);
            at++;
        }

        return text.EndsWith('.') || parts.Count == 0 || parts[^1].Length == 0 ? [] : parts;
    }

    private static string? Part(string text, ref int at)
    {
        if (text[at] is '[' or '"' or '`')
        {
            return Quoted(text, ref at, text[at] == '[' ? ']' : text[at]);
        }

        var start = at;
        while (at < text.Length && text[at] != '.')
        {
            at++;
        }

        var part = text[start..at].Trim();
        return part.Any(each => NoName.Contains(each, StringComparison.Ordinal)) ? null : part;
    }

    private static string? Quoted(string text, ref int at, char close)
    {
        var part = new StringBuilder();
        for (at++; at < text.Length; at++)
        {
            if (text[at] == close && (at + 1 == text.Length || text[at + 1] != close))
            {
                at++;
                return part.ToString();
            }

            part.Append(text[at]);
            at += text[at] == close ? 1 : 0;
        }

        return null;
    }
}

using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Selection;

/// <summary>
/// Reads an expression: space = union of its parts, comma = intersection within a part, `+` before and behind a term =
/// along the data edges.
/// </summary>
internal sealed class SelectionParser(string option, string expression, List<Diagnostic> diagnostics)
{
    public static readonly IReadOnlyList<string> Methods =
        ["name", "tag", "project", "container", "path", "kind", "connection", "changed", "result"];

    /// <summary>A union of intersections.</summary>
    public IReadOnlyList<IReadOnlyList<Term>> Parse()
    {
        var parts = new List<IReadOnlyList<Term>>();
        var start = 0;
        foreach (var part in expression.Split(' '))
        {
            if (part.Length > 0)
            {
                parts.Add(ParsePart(part, start));
            }

            start += part.Length + 1;
        }

        if (parts.Count == 0)
        {
            Refuse(1, $"expected a selection behind {option}, got nothing",
                "Write a name, tag:core, project:Staging …");
        }

        return parts;
    }

    private List<Term> ParsePart(string part, int start)
    {
        var terms = new List<Term>();
        foreach (var text in Terms(part))
        {
            if (ParseTerm(text, start + 1) is { } term)
            {
                terms.Add(term);
            }

            start += text.Length + 1;
        }

        return terms;
    }

    /// <summary>What commas part, but for those in the key of a turn: `month[DE,1]`.</summary>
    private static IEnumerable<string> Terms(string part)
    {
        var (start, depth) = (0, 0);
        for (var place = 0; place < part.Length; place++)
        {
            depth += part[place] switch { '[' => 1, ']' => -1, _ => 0 };
            if (part[place] == ',' && (depth <= 0 || part.IndexOf(']', place) < 0))
            {
                yield return part[start..place];
                start = place + 1;
            }
        }

        yield return part[start..];
    }

    private Term? ParseTerm(string text, int column)
    {
        var (upstream, rest) = TakeUpstream(text);
        var (downstream, body) = TakeDownstream(rest);
        if (body.Length == 0)
        {
            Refuse(column, $"expected a condition in '{expression}', got: '{text}'",
                "A comma or a + needs a condition beside it: tag:core,project:Staging or +Staging/customer.");
            return null;
        }

        var colon = body.IndexOf(':');
        var method = colon < 0 ? "name" : body[..colon];
        var value = body[(colon + 1)..];
        if (!Methods.Contains(method, StringComparer.Ordinal))
        {
            Refuse(column,
                $"expected one of {string.Join(", ", Methods.Select(word => word + ":"))}, got: '{method}:'",
                "For a level use the containers in it: container:Core.", Nearest.Find(method, Methods));
            return null;
        }

        if (value.Length == 0)
        {
            Refuse(column, $"expected a value behind '{method}:', got nothing",
                $"Write {method}:VALUE without a space.");
            return null;
        }

        return new Term(option, expression, column, method, value, upstream, downstream);
    }

    /// <summary>`+x` = all that it reads, directly or not; `2+x` = two edges far.</summary>
    private static (int Depth, string Text) TakeUpstream(string text)
    {
        var plus = text.IndexOf('+');
        return plus >= 0 && plus < text.Length - 1 && Depth(text.AsSpan(0, plus)) is { } depth
            ? (depth, text[(plus + 1)..])
            : plus == 0 ? (Term.All, "") : (0, text);
    }

    private static (int Depth, string Text) TakeDownstream(string text)
    {
        var plus = text.LastIndexOf('+');
        return plus > 0 && Depth(text.AsSpan(plus + 1)) is { } depth ? (depth, text[..plus]) : (0, text);
    }

    private static int? Depth(ReadOnlySpan<char> digits) =>
        digits.Length == 0 ? Term.All
        : digits.Length < 10 && digits.IndexOfAnyExceptInRange('0', '9') < 0 ? int.Parse(digits)
        : null;

    private void Refuse(int column, string message, string hint, string? suggestion = null) =>
        diagnostics.Add(new Diagnostic("ORC2101", Severity.Error, new Origin(option, 1, column), message, hint,
            suggestion, expression));
}

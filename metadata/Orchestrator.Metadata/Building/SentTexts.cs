using System.Text.RegularExpressions;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Takes a text that is sent apart into what is written, what variables hold, and what the run asks for.
/// </summary>
internal static class SentTexts
{
    public static SentText Of(BuildScope scope, YamlScalar written)
    {
        // Names that nobody has declared are reported there.
        VariableTexts.Resolve(scope.Context, scope.Variables, written, takesOfRun: true);
        var (text, from) = (written.Text, 0);
        List<SentTextPart> parts = [];
        foreach (Match match in PlaceholderText.Pattern().Matches(text))
        {
            AddWritten(parts, text[from..match.Index]);
            parts.Add(Part(scope, match));
            from = match.Index + match.Length;
        }

        AddWritten(parts, text[from..]);
        return new SentText(parts, text, written.At);
    }

    private static void AddWritten(List<SentTextPart> parts, string text)
    {
        if (text.Length > 0)
        {
            parts.Add(new SentTextPart(SentPartKind.Written, text));
        }
    }

    private static SentTextPart Part(BuildScope scope, Match match)
    {
        if (match.Groups["kind"].Value != "var")
        {
            return new SentTextPart(SentPartKind.Asked, match.Value);
        }

        return scope.Variables.TryGetValue(match.Groups["name"].Value, out var variable)
            && variable.Value is { } value
            ? new SentTextPart(SentPartKind.Value, value.Text)
            : new SentTextPart(SentPartKind.Open, match.Value);
    }
}

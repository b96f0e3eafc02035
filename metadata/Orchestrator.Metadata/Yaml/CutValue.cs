using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Yaml;

/// <summary>
/// A value without quotes within { } or [ ] that YAML cuts at a comma although a bracket of its own is open there:
/// decimal(9,2), coalesce(a, b).
/// </summary>
internal static class CutValue
{
    // Where each of many values opens a bracket that none closes, each would be looked for to the end of the line.
    private const int LengthMax = 4096;

    /// <summary>The whole value as it was meant, reported; null where nothing cuts it.</summary>
    public static YamlScalar? Whole(SourceFile file, DiagnosticBag bag, YamlNode value)
    {
        if (value is not YamlScalar { IsPlain: true } cut
            || cut.Text.AsSpan().Count('(') <= cut.Text.AsSpan().Count(')')
            || file.Line(cut.At.Line) is not { } line || End(line, cut.At.Column - 1) is not { } end)
        {
            return null;
        }

        var text = line[(cut.At.Column - 1)..end].TrimEnd();
        if (text.Length <= cut.Length)
        {
            return null;
        }

        var isQuotable = text.AsSpan().IndexOfAny('"', '\\') < 0 && !SecretLine.MayHoldOne(line);
        bag.Error("ORC1057", cut.At, "within { } and [ ] the comma in this value ends it",
            "put a value with a comma in quotes there",
            isQuotable ? new Fix(cut.At, text.Length, $"\"{text}\"") : null);
        return cut with { Text = text, Length = text.Length, IsPlain = false };
    }

    /// <summary>Whether a node stands within a value that was cut.</summary>
    public static bool Holds(YamlScalar whole, YamlNode node) => node.At.Line == whole.At.Line
        && node.At.Column > whole.At.Column && node.At.Column < whole.At.Column + whole.Length;

    // The first comma or bracket of YAML's that stands in no bracket of the value.
    private static int? End(string line, int start)
    {
        var depth = 0;
        var last = Math.Min(line.Length, start + LengthMax);
        for (var place = start; place < last; place++)
        {
            if (depth == 0 && line[place] is ',' or '}' or ']')
            {
                return place;
            }

            depth += line[place] switch
            {
                '(' => 1,
                ')' => -1,
                _ => 0,
            };
            if (depth < 0)
            {
                return null;
            }
        }

        return depth == 0 && last == line.Length ? last : null;
    }
}

using System.Globalization;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Yaml;

namespace Orchestrator.Metadata.Building;

/// <summary>Reads a file of holidays: one date a line, # begins a comment.</summary>
internal static class HolidayFile
{
    private const int MistakesMax = 20;
    private const string Form = "yyyy-MM-dd";

    /// <summary>Its dates; what is none is reported with its line.</summary>
    public static IReadOnlySet<DateOnly> Read(LoadContext context, YamlScalar path)
    {
        var dates = new HashSet<DateOnly>();
        if (!path.Text.EndsWith(".txt", StringComparison.Ordinal))
        {
            context.Bag.Error("ORC1012", path.At,
                $"expected 'holidays' to be the path of a .txt file, got: '{path.Text}'",
                "a file below the solution with one date such as 2026-12-25 a line");
            return dates;
        }

        var mistakes = 0;
        foreach (var (index, line) in (context.Read(path.Text, path.At, "the file of holidays")?.Text ?? "")
            .Split('\n').Index())
        {
            var text = line.Split('#')[0].Trim();
            if (text.Length == 0)
            {
                continue;
            }

            if (DateOnly.TryParseExact(text, Form, CultureInfo.InvariantCulture, DateTimeStyles.None, out var date))
            {
                dates.Add(date);
            }
            else if (++mistakes <= MistakesMax)
            {
                var column = line.IndexOf(text, StringComparison.Ordinal) + 1;
                context.Bag.Error("ORC1100", new Origin(path.Text, index + 1, column),
                    $"expected a date, got: '{Short(text)}'", "one date such as 2026-12-25 a line; # begins a comment");
            }
        }

        if (mistakes > MistakesMax)
        {
            context.Bag.Error("ORC1100", new Origin(path.Text, 1, 1),
                $"{mistakes - MistakesMax} more lines are no dates", "is this a file of holidays at all?");
        }

        return dates;
    }

    private static string Short(string text) => text.Length > 60 ? text[..60] + "…" : text;
}

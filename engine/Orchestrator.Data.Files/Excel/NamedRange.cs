using Orchestrator.Core;

namespace Orchestrator.Data.Files.Excel;

/// <summary>A range that a workbook has a name for: it says its sheet and what of that is read.</summary>
internal static class NamedRange
{
    /// <summary>The format with the sheet and range that its name stands for, where no sheet is called so.</summary>
    /// <param name="ranges">What the names of the workbook stand for.</param>
    /// <param name="sheets">Its sheets.</param>
    /// <param name="file">Its name.</param>
    /// <param name="format">How it is read.</param>
    /// <exception cref="DataRefusedException">The name stands for something else.</exception>
    public static TextFormat Of(
        IReadOnlyDictionary<string, string> ranges, IReadOnlyList<SheetEntry> sheets, string file, TextFormat format)
    {
        if (format.Sheet is not { } name || !ranges.TryGetValue(name, out var written)
            || sheets.Any(sheet => sheet.Name.Equals(name, StringComparison.OrdinalIgnoreCase)))
        {
            return format;
        }

        if (format.Range != SheetRange.All)
        {
            throw Refused(file, $"'{name}' is a range with a name, and the format has another `range`. Leave that out");
        }

        return Parsed(written) is { } found ? format with { Sheet = found.Sheet, Range = found.Range }
            : throw Refused(file,
                $"the name '{name}' stands for no range of one sheet. Write `sheet` and `range` in the format");
    }

    // `'My Sheet'!$A$1:$D$20`; one cell is a range of one cell.
    private static (string Sheet, SheetRange Range)? Parsed(string written)
    {
        var cut = written.LastIndexOf('!');
        if (cut < 1)
        {
            return null;
        }

        var sheet = written[..cut];
        var cells = written[(cut + 1)..].Replace("$", "", StringComparison.Ordinal);
        return SheetRange.TryParse(cells.Contains(':') ? cells : $"{cells}:{cells}", out var range)
            ? (sheet is ['\'', .., '\''] ? sheet[1..^1].Replace("''", "'", StringComparison.Ordinal) : sheet, range)
            : null;
    }

    private static DataRefusedException Refused(string file, string why) => new("ORC3131", $"{file}: {why}.")
    {
        File = file,
    };
}

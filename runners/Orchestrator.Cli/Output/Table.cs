using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Output;

/// <summary>Columns side by side, as wide as their widest cell; the last one is not padded. Never wraps.</summary>
internal static class Table
{
    public static IEnumerable<Line> Lines(
        IReadOnlyList<string> heads, IEnumerable<IReadOnlyList<string>> rows, Func<int, int, Ink> ink)
    {
        // Cells are made visible before they are measured, or a hidden character would shift the columns.
        var cells = rows.Select(row => row.Select(cell => OutsideText.WithoutSecrets.Line(cell)).ToArray()).ToArray();
        var widths = heads.Select((head, column) =>
            cells.Select(row => row[column].Length).Append(head.Length).Max()).ToArray();
        yield return Row([.. heads], widths, _ => Ink.Dim);
        for (var row = 0; row < cells.Length; row++)
        {
            var at = row;
            yield return Row(cells[row], widths, column => ink(at, column));
        }
    }

    private static Line Row(string[] cells, int[] widths, Func<int, Ink> ink)
    {
        var line = new Line();
        for (var column = 0; column < cells.Length; column++)
        {
            var isLast = column == cells.Length - 1;
            var isNumber = cells[column].Length > 0 && char.IsAsciiDigit(cells[column][0]) && !isLast
                && cells[column].All(c => char.IsAsciiDigit(c) || c is ',' or '.');
            var text = isLast ? cells[column]
                : isNumber ? cells[column].PadLeft(widths[column]) : cells[column].PadRight(widths[column]);
            line.Add(text, ink(column)).Add(isLast ? "" : "  ");
        }

        return line;
    }
}

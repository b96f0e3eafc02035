using Orchestrator.Cli.Output;
using Orchestrator.Compare;

namespace Orchestrator.Cli.Compare;

/// <summary>What came of a comparison of rows: how many, in which columns, and some of them.</summary>
internal static class ComparisonScreen
{
    public static IEnumerable<Line> Lines(ShownComparison shown)
    {
        var result = shown.Result;
        yield return Verdict(result);
        yield return new Line(Compared(result), Ink.Dim);
        yield return "";
        string[] heads = ["rows", "", ""];
        foreach (var line in Table.Lines(heads, Counts(result), (_, at) => at == 2 ? Ink.Dim : Ink.Plain))
        {
            yield return line;
        }

        foreach (var line in Alone(result).Concat(ByColumn(result)).Concat(Rows(result)))
        {
            yield return line;
        }
    }

    private static Line Verdict(ComparisonResult result) => result.AreEqual
        ? new Line("equal", Ink.Good).Add($": {result.Sides.Left} and {result.Sides.Right}")
        : new Line("different", Ink.Bad).Add($": {result.Sides.Left} and {result.Sides.Right}");

    private static string Compared(ComparisonResult result) => result.Key.Count > 0
        ? $"{Words.Count(result.Columns, "column")}, rows told apart by {string.Join(", ", result.Key)}"
        : $"{Words.Count(result.Columns, "column")}, whole rows, as no key is known";

    /// <summary>Not more than seven.</summary>
    private static IEnumerable<string[]> Counts(ComparisonResult result)
    {
        yield return [Words.Number(result.LeftRows), "read", result.Sides.Left];
        yield return [Words.Number(result.RightRows), "read", result.Sides.Right];
        yield return [Words.Number(result.Equal), "equal", ""];
        yield return [Words.Number(result.Missing), "missing", $"not in {result.Sides.Right}"];
        yield return [Words.Number(result.Extra), "extra", $"not in {result.Sides.Left}"];
        yield return [Words.Number(result.Differing), "differ", result.Repeated == 0 ? ""
            : $"{Words.Number(result.Repeated)} of all with a key that stands there more than once"];
        if (result.Late > 0)
        {
            yield return [Words.Number(result.Late), "late", "later than all rows of the other side: no difference"];
        }
    }

    private static IEnumerable<Line> Alone(ComparisonResult result)
    {
        (string Side, IReadOnlyList<string> Columns)[] sides =
            [(result.Sides.Left, result.LeftAlone), (result.Sides.Right, result.RightAlone)];
        foreach (var (side, columns) in sides)
        {
            if (columns.Count > 0)
            {
                yield return new Line($"only {side} has {string.Join(", ", columns)}", Ink.Warn);
            }
        }
    }

    private static IEnumerable<Line> ByColumn(ComparisonResult result)
    {
        if (result.ByColumn.Count == 0)
        {
            return [];
        }

        var rows = result.ByColumn.Select(column => new[]
        {
            column.Name, Words.Number(column.Rows), $"{column.Left.Column.Type}", $"{column.Right.Column.Type}",
        });
        return Table.Lines(["column", "rows", "type", "other type"], rows, (_, _) => Ink.Plain).Prepend("")
            .Append(new Line(
                $"of {Words.Count(result.Examined, "row")} looked at; causes: " + string.Join(", ", result.Causes
                    .Select(cause => $"{ComparisonWords.Of(cause.Cause)} {Words.Number(cause.Rows)}")), Ink.Dim));
    }

    private static IEnumerable<Line> Rows(ComparisonResult result)
    {
        if (result.Shown.Count == 0)
        {
            return [];
        }

        var key = result.Key.Count > 0 ? string.Join(", ", result.Key) : "row";
        var lines = Table.Lines(
            ["", key, "column", "value", "other value", "cause"], result.Shown.SelectMany(Row), (_, _) => Ink.Plain);
        return lines.Prepend("").Concat(result.Different > result.Shown.Count
            ? [new Line($"and {Words.Number(result.Different - result.Shown.Count)} more: --limit shows more", Ink.Dim)]
            : Array.Empty<Line>());
    }

    private static IEnumerable<string[]> Row(DifferingRow row)
    {
        var (kind, key) = (ComparisonWords.Of(row.Kind), ComparisonWords.Key(row.Key));
        if (row.Values.Count == 0)
        {
            return [[kind, key, "", "", "", row.IsGone ? "changed meanwhile" : Cause(row.Cause)]];
        }

        return row.Values.Select((value, at) => new[]
        {
            at == 0 ? kind : "", at == 0 ? key : "", value.Column, ComparisonWords.Value(value.Left),
            ComparisonWords.Value(value.Right), Cause(value.Cause),
        });
    }

    private static string Cause(DifferenceCause cause) =>
        cause == DifferenceCause.Unknown ? "" : ComparisonWords.Of(cause);
}

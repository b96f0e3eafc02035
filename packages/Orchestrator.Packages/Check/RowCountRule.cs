using System.Globalization;

namespace Orchestrator.Packages.Check;

/// <summary>A comparison of a number of rows: ">0", "= 12", "100..200", "12".</summary>
internal sealed record RowCountRule(string Operator, long First, long Last)
{
    private static readonly string[] Operators = [">=", "<=", "<>", "!=", "==", ">", "<", "="];

    /// <summary>Reads it as written; null where it is none.</summary>
    public static RowCountRule? Parse(string text)
    {
        var trimmed = text.Trim();
        if (trimmed.Split("..") is [var from, var to])
        {
            return Number(from) is { } first && Number(to) is { } last && first <= last
                ? new RowCountRule("..", first, last)
                : null;
        }

        var found = Operators.FirstOrDefault(o => trimmed.StartsWith(o, StringComparison.Ordinal)) ?? "";
        return Number(trimmed[found.Length..]) is { } number
            ? new RowCountRule(found.Length == 0 ? "=" : found, number, number)
            : null;
    }

    /// <summary>Whether that many rows are right.</summary>
    public bool Holds(long rows) => Operator switch
    {
        ">" => rows > First,
        ">=" => rows >= First,
        "<" => rows < First,
        "<=" => rows <= First,
        "<>" or "!=" => rows != First,
        _ => rows >= First && rows <= Last,
    };

    private static long? Number(string text) =>
        long.TryParse(text.Trim(), NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : null;
}

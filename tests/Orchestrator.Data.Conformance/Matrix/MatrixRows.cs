using System.Text;

namespace Orchestrator.Data.Conformance.Matrix;

/// <summary>What both ends of a way can hold.</summary>
/// <param name="IsCoarse">The times of one of them have six digits and no offset.</param>
/// <param name="IsFixed">One of them is a file of fixed widths.</param>
/// <param name="DigitsRead">How many digits behind a point the client reads where rows come from.</param>
internal sealed record MatrixLimits(bool IsCoarse, bool IsFixed, int DigitsRead);

/// <summary>Random rows of the matrix, the extremes in front; the same for the same seed.</summary>
internal static class MatrixRows
{
    /// <summary>The width of a column of a file of fixed widths; longer values are not sent there.</summary>
    public const int Width = 60;

    private const int NullEvery = 12;

    /// <summary>The rows; null = NULL.</summary>
    public static IEnumerable<string?[]> Of(int seed, int count, MatrixLimits limits)
    {
        var random = new Random(seed);
        for (var row = 0; row < count; row++)
        {
            yield return [.. MatrixColumn.All.Select(column => Within(limits, Short(limits, column.Type.Scale,
                row < column.Extremes.Length ? column.Extremes[row]
                : random.Next(NullEvery) == 0 ? null
                : column.Make(random, limits.IsCoarse))))];
        }
    }

    // What is left of it; NULL where that is nothing.
    private static string? Short(MatrixLimits limits, int scale, string? value)
    {
        if (scale <= limits.DigitsRead || value is null)
        {
            return value;
        }

        var point = value.IndexOf('.', StringComparison.Ordinal);
        var left = point < 0 ? value : value[..Math.Min(value.Length, point + 1 + limits.DigitsRead)];
        return left.AsSpan().Trim("-0.").IsEmpty ? null : left;
    }

    // Fixed widths hold neither line ends nor blanks at the end, and no text without a sign.
    private static string? Within(MatrixLimits limits, string? value)
    {
        if (!limits.IsFixed || value is null)
        {
            return value;
        }

        var line = value.Replace('\r', 'r').Replace('\n', 'n').TrimEnd(' ');
        return line.Length is 0 or > Width ? null : line;
    }

    /// <summary>A row of a csv file: an empty field is NULL, "" the empty string.</summary>
    public static string Line(int number, IEnumerable<string?> values)
    {
        var line = new StringBuilder($"{number}");
        foreach (var value in values)
        {
            line.Append(',');
            if (value is not null)
            {
                line.Append('"').Append(value.Replace("\"", "\"\"", StringComparison.Ordinal)).Append('"');
            }
        }

        return line.Append('\n').ToString();
    }
}

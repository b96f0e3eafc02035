using System.Text;

namespace Orchestrator.Data.Conformance.Matrix;

/// <summary>Random rows of the matrix, the extremes in front; the same for the same seed.</summary>
internal static class MatrixRows
{
    private const int NullEvery = 12;

    /// <summary>The rows; null = NULL.</summary>
    public static IEnumerable<string?[]> Of(int seed, int count, bool isLess)
    {
        var random = new Random(seed);
        for (var row = 0; row < count; row++)
        {
            yield return [.. MatrixColumn.All.Select(column =>
                row < column.Extremes.Length ? column.Extremes[row]
                : random.Next(NullEvery) == 0 ? null
                : column.Make(random, isLess))];
        }
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

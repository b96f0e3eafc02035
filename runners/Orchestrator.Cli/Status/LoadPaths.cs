using Orchestrator.Cli.Output;

namespace Orchestrator.Cli.Status;

/// <summary>How the rows of many packages travel, a line for each path and reason.</summary>
internal static class LoadPaths
{
    private const int ShownMax = 8;

    /// <summary>"12 packages by row batches: the source is a file", the most frequent first.</summary>
    /// <param name="paths">A path with its reason per package; empty ones are left out.</param>
    public static IEnumerable<Line> Lines(IEnumerable<string> paths)
    {
        var found = paths.Where(path => path.Length > 0).GroupBy(path => path)
            .OrderByDescending(path => path.Count()).ThenBy(path => path.Key, StringComparer.Ordinal).ToArray();
        foreach (var path in found.Take(ShownMax))
        {
            yield return new Line($"  {Words.Count(path.Count(), "package")}{By(path.Key)} {path.Key}", Ink.Dim);
        }

        if (found.Length > ShownMax)
        {
            yield return new Line($"  and {found.Length - ShownMax} more paths (show NODE has each)", Ink.Dim);
        }
    }

    // Rows that go row by row need no second "by".
    private static string By(string path) => path.StartsWith("row by row", StringComparison.Ordinal) ? "" : " by";
}

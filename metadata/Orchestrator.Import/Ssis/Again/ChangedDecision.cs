namespace Orchestrator.Import.Ssis.Again;

/// <summary>How what was decided about has changed, in one line.</summary>
internal static class ChangedDecision
{
    private const int WidthMax = 80;
    private const int HashWidth = 8;

    /// <summary>The first line that is another one; of texts that are the same the hashes of the whole.</summary>
    /// <param name="before">What it was decided about.</param>
    /// <param name="now">What stands there now.</param>
    /// <param name="hashes">Of all of it, then and now; null = not known of then.</param>
    public static string Of(string before, string now, (string? Before, string Now) hashes)
    {
        var (old, made) = (before.Split('\n'), now.Split('\n'));
        var at = Enumerable.Range(0, Math.Max(old.Length, made.Length)).FirstOrDefault(
            line => Line(old, line) != Line(made, line), -1);
        return at >= 0 ? $"from '{Short(Line(old, at))}' to '{Short(Line(made, at))}'"
            : $"from {Start(hashes.Before ?? "")} to {Start(hashes.Now)}";
    }

    private static string Line(string[] lines, int at) => at < lines.Length ? lines[at].Trim() : "";

    private static string Short(string line) => line.Length <= WidthMax ? line : line[..WidthMax] + "…";

    private static string Start(string hash) => hash.Length <= HashWidth ? hash : hash[..HashWidth];
}

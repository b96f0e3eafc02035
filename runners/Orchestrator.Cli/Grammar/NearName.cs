namespace Orchestrator.Cli.Grammar;

/// <summary>Did-you-mean: the candidate that differs by the fewest letters, if they are few.</summary>
internal static class NearName
{
    public static string? To(string word, IEnumerable<string> candidates) => word.Length > 64
        ? null
        : candidates.Select(candidate => (Text: candidate, Distance: Distance(word, candidate)))
            .Where(each => each.Distance <= Math.Max(1, Math.Min(word.Length, each.Text.Length) / 3))
            .OrderBy(each => each.Distance).ThenBy(each => each.Text, StringComparer.Ordinal)
            .Select(each => each.Text).FirstOrDefault();

    private static int Distance(string left, string right)
    {
        int[] before = [], row = [.. Enumerable.Range(0, right.Length + 1)];
        for (var i = 1; i <= left.Length; i++)
        {
            var next = new int[right.Length + 1];
            next[0] = i;
            for (var j = 1; j <= right.Length; j++)
            {
                var same = char.ToLowerInvariant(left[i - 1]) == char.ToLowerInvariant(right[j - 1]);
                next[j] = Math.Min(Math.Min(next[j - 1], row[j]) + 1, row[j - 1] + (same ? 0 : 1));
                if (i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1])
                {
                    next[j] = Math.Min(next[j], before[j - 2] + 1);
                }
            }

            (before, row) = (row, next);
        }

        return row[right.Length];
    }
}

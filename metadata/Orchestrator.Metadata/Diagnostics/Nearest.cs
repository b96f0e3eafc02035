namespace Orchestrator.Metadata.Diagnostics;

/// <summary>Did you mean: the known word that is fewest edits away.</summary>
internal static class Nearest
{
    private const int LengthMax = 64;

    /// <summary>The nearest word within a third of the length (at least one edit), or null.</summary>
    public static string? Find(string written, IEnumerable<string> known)
    {
        if (written.Length is 0 or > LengthMax)
        {
            return null;
        }

        var best = (string?)null;
        var bestDistance = Math.Max(1, written.Length / 3) + 1;
        foreach (var word in known)
        {
            if (Math.Abs(written.Length - word.Length) >= bestDistance)
            {
                continue;
            }

            var distance = Distance(written.ToLowerInvariant(), word.ToLowerInvariant());
            if (distance < bestDistance)
            {
                (best, bestDistance) = (word, distance);
            }
        }

        return best;
    }

    /// <summary>Edits (insert, delete, replace, swap neighbours) from one word to the other.</summary>
    public static int Distance(string a, string b)
    {
        var before = new int[b.Length + 1];
        var row = Enumerable.Range(0, b.Length + 1).ToArray();
        for (var i = 1; i <= a.Length; i++)
        {
            var next = new int[b.Length + 1];
            next[0] = i;
            for (var j = 1; j <= b.Length; j++)
            {
                var cost = a[i - 1] == b[j - 1] ? 0 : 1;
                next[j] = Math.Min(Math.Min(next[j - 1], row[j]) + 1, row[j - 1] + cost);
                if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                {
                    next[j] = Math.Min(next[j], before[j - 2] + 1);
                }
            }

            (before, row) = (row, next);
        }

        return row[b.Length];
    }
}

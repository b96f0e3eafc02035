namespace Orchestrator.Metadata.Compile;

/// <summary>Did you mean: the nearest of some names.</summary>
internal static class NearName
{
    /// <summary>The nearest name that a slip of the finger explains (a third of its letters at most); else null.
    /// </summary>
    public static string? Of(string text, IEnumerable<string> names)
    {
        var wanted = text.ToLowerInvariant();
        var best = (Name: (string?)null, Distance: (Math.Max(text.Length, 3) / 3) + 1);
        foreach (var name in names)
        {
            if (Math.Abs(name.Length - wanted.Length) >= best.Distance)
            {
                continue;
            }

            var distance = Distance(wanted, name.ToLowerInvariant());
            best = distance < best.Distance ? (name, distance) : best;
        }

        return best.Name;
    }

    /// <summary>Levenshtein, with one row.</summary>
    private static int Distance(string first, string second)
    {
        var row = Enumerable.Range(0, second.Length + 1).ToArray();
        for (var i = 1; i <= first.Length; i++)
        {
            var diagonal = row[0];
            row[0] = i;
            for (var j = 1; j <= second.Length; j++)
            {
                var changed = diagonal + (first[i - 1] == second[j - 1] ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.Min(changed, Math.Min(row[j], row[j - 1]) + 1);
            }
        }

        return row[^1];
    }
}

namespace Orchestrator.Metadata.Compile;

/// <summary>Looks for circles in a graph of "waits for" edges.</summary>
internal static class CycleSearch
{
    /// <summary>
    /// The first circle in the order of the nodes, its first node repeated at the end; null = none. Keeps its own
    /// stack, so that a chain of any length is walked.
    /// </summary>
    public static IReadOnlyList<int>? Find(IReadOnlyList<IReadOnlyList<int>> edges)
    {
        var done = new bool[edges.Count];
        var place = new int[edges.Count];
        Array.Fill(place, -1);
        for (var start = 0; start < edges.Count; start++)
        {
            if (!done[start] && Walk(edges, start, done, place) is { } cycle)
            {
                return cycle;
            }
        }

        return null;
    }

    private static List<int>? Walk(IReadOnlyList<IReadOnlyList<int>> edges, int start, bool[] done, int[] place)
    {
        var path = new List<int> { start };
        var next = new List<int> { 0 };
        place[start] = 0;
        while (path.Count > 0)
        {
            var node = path[^1];
            if (next[^1] == edges[node].Count)
            {
                (done[node], place[node]) = (true, -1);
                path.RemoveAt(path.Count - 1);
                next.RemoveAt(next.Count - 1);
                continue;
            }

            var other = edges[node][next[^1]++];
            if (place[other] >= 0)
            {
                return [.. path.Skip(place[other]), other];
            }

            if (!done[other])
            {
                place[other] = path.Count;
                path.Add(other);
                next.Add(0);
            }
        }

        return null;
    }
}

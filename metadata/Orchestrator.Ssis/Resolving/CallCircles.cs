using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Resolving;

/// <summary>Finds packages that come to themselves over their calls. It follows calls with a list of its own, so that
/// no chain of packages is too long.</summary>
internal static class CallCircles
{
    /// <summary>Of each file in a circle that circle, as people read it.</summary>
    public static IReadOnlyDictionary<string, string> Of(IReadOnlyList<SsisProject> projects)
    {
        var calls = projects.SelectMany(project => project.Packages)
            .GroupBy(each => each.File, StringComparer.Ordinal)
            .ToDictionary(each => each.Key, each => each
                .SelectMany(package => CallResolver.CallsOf(package.Root)).Select(call => call.Call!.CalledFile)
                .Distinct().Order(StringComparer.Ordinal).ToArray(), StringComparer.Ordinal);
        var circles = new Dictionary<string, string>(StringComparer.Ordinal);
        foreach (var file in calls.Keys.Order(StringComparer.Ordinal))
        {
            if (!circles.ContainsKey(file) && WayBack(file, calls) is { } way)
            {
                var text = string.Join(" → ", way);
                foreach (var part in way)
                {
                    circles.TryAdd(part, text);
                }
            }
        }

        return circles;
    }

    // The shortest way from a package to itself; null where there is none.
    private static List<string>? WayBack(string start, Dictionary<string, string[]> calls)
    {
        var before = new Dictionary<string, string>(StringComparer.Ordinal);
        var waiting = new Queue<string>([start]);
        while (waiting.TryDequeue(out var file))
        {
            foreach (var called in calls.GetValueOrDefault(file, []))
            {
                if (called == start)
                {
                    return Way(start, file, before);
                }

                if (before.TryAdd(called, file))
                {
                    waiting.Enqueue(called);
                }
            }
        }

        return null;
    }

    private static List<string> Way(string start, string last, Dictionary<string, string> before)
    {
        var way = new List<string> { start };
        for (var at = last; at != start; at = before[at])
        {
            way.Add(at);
        }

        way.Add(start);
        way.Reverse();
        return way;
    }
}

using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Schedules;

namespace Orchestrator.Metadata.Building;

/// <summary>Time zones that may have been meant.</summary>
internal static class ZoneNames
{
    private const int NearMax = 3;

    /// <summary>The nearest first: another case, a city alone, a few letters off.</summary>
    public static IReadOnlyList<string> Near(string written)
    {
        var names = TimeZones.Names.Order(StringComparer.Ordinal).ToArray();
        var asked = written.Trim().Replace(' ', '_');
        return [.. names.Where(name => name.Equals(asked, StringComparison.OrdinalIgnoreCase))
            .Concat(names.Where(name => City(name).Equals(asked, StringComparison.OrdinalIgnoreCase)))
            .Concat(Nearest.Find(asked, names) is { } near ? [near] : [])
            .Concat(Nearest.Find(City(asked), names.Select(City)) is { } city
                ? names.Where(name => City(name) == city) : [])
            .Distinct().Take(NearMax)];
    }

    private static string City(string name) => name[(name.LastIndexOf('/') + 1)..];
}

using System.Diagnostics.CodeAnalysis;
using System.Text.RegularExpressions;

namespace Orchestrator.Schedules;

/// <summary>Time zones by the names of IANA and of Windows, as the machine knows them.</summary>
public static partial class TimeZones
{
    /// <summary>The names that the machine lists; it may know older ones as well.</summary>
    public static IEnumerable<string> Names => TimeZoneInfo.GetSystemTimeZones().Select(zone => zone.Id).Append("UTC");

    /// <summary>
    /// The zone of a name, written as it is everywhere: no name that one machine gives to its own zone, and none that
    /// is a path.
    /// </summary>
    public static bool TryFind(string name, [NotNullWhen(true)] out TimeZoneInfo? zone)
    {
        zone = null;
        return Name().IsMatch(name) && !name.Contains("..", StringComparison.Ordinal)
            && TimeZoneInfo.TryFindSystemTimeZoneById(name, out zone);
    }

    // Names begin with a capital; what does not is a file beside them, such as localtime or right/UTC.
    [GeneratedRegex(@"^[A-Z][A-Za-z0-9_+./ ()&-]{1,99}\z")]
    private static partial Regex Name();
}

using System.Globalization;

namespace Orchestrator.Benchmarks.Postgres;

/// <summary>The processor time of a PostgreSQL server, with all its processes, also those that have ended.</summary>
internal static class ServerTime
{
    private const int Parent = 1, User = 11, System = 12, EndedUser = 13, EndedSystem = 14;
    private const double TicksPerSecond = 100;

    /// <summary>Seconds so far of the server in a data folder.</summary>
    public static double Seconds(string data)
    {
        var server = int.Parse(File.ReadLines(Path.Combine(data, "postmaster.pid")).First());
        var own = Fields(server);
        var ended = own is null ? 0 : own[EndedUser] + own[EndedSystem];
        var all = Directory.GetDirectories("/proc")
            .Select(folder => int.TryParse(Path.GetFileName(folder), out var process) ? Fields(process) : null)
            .Where(fields => fields is not null && fields[Parent] == server)
            .Sum(fields => fields![User] + fields[System]);
        return (ended + all) / TicksPerSecond;
    }

    // Behind the name, which may hold anything; null where the process has ended.
    private static long[]? Fields(int process)
    {
        try
        {
            var line = File.ReadAllText($"/proc/{process}/stat");
            return [.. line[(line.LastIndexOf(')') + 2)..].Split(' ').Take(EndedSystem + 1)
                .Select(field => long.TryParse(field, CultureInfo.InvariantCulture, out var number) ? number : 0)];
        }
        catch (IOException)
        {
            return null;
        }
    }
}

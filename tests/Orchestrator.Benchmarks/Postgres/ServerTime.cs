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
        long before, ended, living;
        do
        {
            // One that ends meanwhile would be counted twice, or not at all.
            before = Ended(server);
            living = Living(server);
            ended = Ended(server);
        }
        while (ended != before);
        return (ended + living) / TicksPerSecond;
    }

    private static long Ended(int server) =>
        Fields(server) is { } fields ? fields[EndedUser] + fields[EndedSystem] : 0;

    private static long Living(int server) => Directory.GetDirectories("/proc")
        .Select(folder => int.TryParse(Path.GetFileName(folder), out var process) ? Fields(process) : null)
        .Where(fields => fields is not null && fields[Parent] == server)
        .Sum(fields => fields![User] + fields[System]);

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

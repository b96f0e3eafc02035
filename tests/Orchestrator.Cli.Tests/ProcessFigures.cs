using System.Globalization;

namespace Orchestrator.Cli.Tests;

/// <summary>What Linux says of a process.</summary>
internal static class ProcessFigures
{
    private const double TicksPerSecond = 100;

    /// <summary>Its time on processors, to a hundredth of a second.</summary>
    public static TimeSpan Used(int process)
    {
        var fields = File.ReadAllText($"/proc/{process}/stat").Split(')')[^1].Split(' ');
        return TimeSpan.FromSeconds(
            fields[12..14].Sum(field => long.Parse(field, CultureInfo.InvariantCulture)) / TicksPerSecond);
    }

    /// <summary>Bytes of it that are in memory.</summary>
    public static long Bytes(int process) => Read(process, "VmRSS:");

    /// <summary>The most that were so far.</summary>
    public static long BytesMost(int process) => Read(process, "VmHWM:");

    private static long Read(int process, string name) => 1024 * long.Parse(
        File.ReadLines($"/proc/{process}/status").First(line => line.StartsWith(name, StringComparison.Ordinal))
            .Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)[1],
        CultureInfo.InvariantCulture);
}

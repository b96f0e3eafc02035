namespace Orchestrator.Benchmarks.Contests;

/// <summary>The largest resident size that this process ever had, as the kernel reports it.</summary>
internal static class Peak
{
    /// <summary>What a process should stay under, in megabytes.</summary>
    public const long MegabytesWanted = 120;

    /// <summary>Megabytes so far.</summary>
    public static long Megabytes()
    {
        var line = File.ReadLines("/proc/self/status").First(l => l.StartsWith("VmHWM:", StringComparison.Ordinal));
        return long.Parse(line["VmHWM:".Length..].Replace("kB", "", StringComparison.Ordinal).Trim()) / 1024;
    }
}

using System.Diagnostics;

namespace Orchestrator.Benchmarks.Contests;

/// <summary>The largest resident size that a process ever had, as the kernel reports it.</summary>
internal static class Peak
{
    private const string Name = "VmHWM:";

    private static readonly TimeSpan Rhythm = TimeSpan.FromMilliseconds(20);

    /// <summary>What a process should stay under, in megabytes.</summary>
    public const long MegabytesWanted = 120;

    /// <summary>Megabytes of this process so far.</summary>
    public static long Megabytes() => Kilobytes("self") / 1024;

    /// <summary>
    /// Waits until a process has ended. The megabytes and the processor time in seconds, user and system, that it took:
    /// both asked for while it lives, so that its last moments are not seen.
    /// </summary>
    public static (double Memory, double Processor) Await(Process process)
    {
        var most = 0L;
        var processor = TimeSpan.Zero;
        while (!process.WaitForExit(Rhythm))
        {
            most = Math.Max(most, Seen($"{process.Id}"));
            processor = Later(process, processor);
        }

        return (most / 1024.0, processor.TotalSeconds);
    }

    private static TimeSpan Later(Process process, TimeSpan before)
    {
        try
        {
            return process.TotalProcessorTime;
        }
        catch (InvalidOperationException)
        {
            // It has ended.
            return before;
        }
    }

    private static long Seen(string process)
    {
        try
        {
            return Kilobytes(process);
        }
        catch (IOException)
        {
            // It has ended.
            return 0;
        }
    }

    // Who has ended, and whom nobody has asked for it yet, has no memory any more.
    private static long Kilobytes(string process)
    {
        var line = File.ReadLines($"/proc/{process}/status")
            .FirstOrDefault(each => each.StartsWith(Name, StringComparison.Ordinal));
        return line is null ? 0 : long.Parse(line[Name.Length..].Replace("kB", "", StringComparison.Ordinal).Trim());
    }
}

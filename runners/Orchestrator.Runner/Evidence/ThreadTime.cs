using System.Runtime.InteropServices;

namespace Orchestrator.Runner.Evidence;

/// <summary>Processor time of the calling thread.</summary>
internal static partial class ThreadTime
{
    private const int OfThreadOnLinux = 3;
    private const int OfThreadOnMac = 16;

    /// <summary>So far; where the system does not tell, the time that passes, which is at least as much.</summary>
    public static TimeSpan Of(TimeProvider time) =>
        (OperatingSystem.IsLinux() || OperatingSystem.IsMacOS())
        && Ask(OperatingSystem.IsLinux() ? OfThreadOnLinux : OfThreadOnMac, out var now) == 0
            ? TimeSpan.FromSeconds(now.Seconds) + TimeSpan.FromMicroseconds(now.Nanoseconds / 1000)
            : time.GetElapsedTime(0);

    [LibraryImport("libc", EntryPoint = "clock_gettime")]
    private static partial int Ask(int clock, out ProcessorTime now);

    [StructLayout(LayoutKind.Sequential)]
    private struct ProcessorTime
    {
        public nint Seconds;
        public nint Nanoseconds;
    }
}

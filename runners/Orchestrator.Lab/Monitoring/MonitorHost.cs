using Orchestrator.Runner;

namespace Orchestrator.Lab.Monitoring;

/// <summary>What `monitor run` begins, on the calling thread.</summary>
public static class MonitorHost
{
    /// <summary>Full path of the file beside a ledger's.</summary>
    public static string FileIn(string folder) => Path.Combine(folder, MonitorFile.Name);

    /// <summary>
    /// Watches until the time is over or somebody asks it to stop; null = another process watches that connection.
    /// </summary>
    /// <exception cref="Exception">The driver's own, where the first look fails, or that of the file.</exception>
    public static MonitorPeriod? Run(MonitorRequest request, StopRequests stop)
    {
        using var taken = MonitorLock.TryTake(
            Path.GetDirectoryName(request.File)!, request.Connection, request.Environment);
        if (taken is null)
        {
            return null;
        }

        using var asked = new ManualResetEventSlim();
        stop.Listen(_ => asked.Set());
        try
        {
            // All of the process: what makes its code ready and collects its memory works for the watch alone.
            using var loop = new MonitorLoop(
                request, time => Pause(request.Time, time, asked), () => Environment.CpuUsage.TotalTime);
            return loop.Run();
        }
        finally
        {
            stop.Listen(null);
        }
    }

    private static bool Pause(TimeProvider clock, TimeSpan time, ManualResetEventSlim asked)
    {
        using var over = new ManualResetEventSlim();
        using var timer = clock.CreateTimer(_ => over.Set(), null, time, Timeout.InfiniteTimeSpan);
        return WaitHandle.WaitAny([asked.WaitHandle, over.WaitHandle]) == 0;
    }
}

using System.Globalization;

namespace Orchestrator.Benchmarks.Sampling;

/// <summary>
/// Processor time of one thread, or of a process with one thread, as the kernel counts it: asked for while it lives,
/// so that what is known when it has ended lacks its last moments at most.
/// </summary>
/// <param name="folder">Its folder below /proc.</param>
internal sealed class OnProcessor(string folder)
{
    /// <summary>What was known when it was asked for last.</summary>
    public TimeSpan Time { get; private set; }

    /// <summary>The thread of a process that has that name; null = there is none now.</summary>
    public static OnProcessor? Find(int process, string thread)
    {
        try
        {
            return Directory.GetDirectories($"/proc/{process}/task").Where(task => IsNamed(task, thread))
                .Select(task => new OnProcessor(task)).FirstOrDefault();
        }
        catch (IOException)
        {
            return null;
        }
    }

    /// <summary>Asks the kernel.</summary>
    public void Ask()
    {
        try
        {
            var nanoseconds = File.ReadAllText(Path.Combine(folder, "schedstat")).Split(' ')[0];
            var now = TimeSpan.FromMicroseconds(long.Parse(nanoseconds, CultureInfo.InvariantCulture) / 1000);
            Time = now > Time ? now : Time;
        }
        catch (IOException)
        {
            // It has ended.
        }
    }

    private static bool IsNamed(string task, string thread)
    {
        try
        {
            return File.ReadAllText(Path.Combine(task, "comm")).TrimEnd() == thread;
        }
        catch (IOException)
        {
            return false;
        }
    }
}

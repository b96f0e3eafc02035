using System.Globalization;

namespace Orchestrator.Runner.Evidence;

/// <summary>
/// Processor time that a run and the processes of its sessions take, where the server is on this machine and has a
/// process for each session, as Linux shows them. What a session takes after the last look at it is not counted.
/// </summary>
/// <param name="own">Processor time of this program so far.</param>
/// <param name="process">What the process of a session is called; null where it has none of its own.</param>
internal sealed class WorkTime(Func<TimeSpan> own, string? process)
{
    private const int UserTime = 11;
    private const int TicksPerSecond = 100;

    private readonly TimeSpan _began = own();
    private readonly Dictionary<long, TimeSpan> _sessions = [];

    /// <summary>So far; null where no session of the run was seen.</summary>
    public TimeSpan? Total => _sessions.Count == 0 ? null
        : own() - _began + _sessions.Values.Aggregate(TimeSpan.Zero, (sum, time) => sum + time);

    /// <summary>A session was seen at work; its number is that of its process.</summary>
    public void Note(long session)
    {
        if (OfSession(session, process) is { } now)
        {
            _sessions[session] = now;
        }
    }

    /// <summary>Processor time of a session's process so far; null where it cannot be seen.</summary>
    /// <param name="session">The number of the session, and of its process.</param>
    /// <param name="process">What such a process is called; null where a session has none of its own.</param>
    public static TimeSpan? OfSession(long session, string? process)
    {
        if (process is null)
        {
            return null;
        }

        try
        {
            // The name stands in brackets and may hold anything; the numbers come behind it.
            var text = File.ReadAllText($"/proc/{session.ToString(CultureInfo.InvariantCulture)}/stat");
            var fields = text[(text.LastIndexOf(')') + 2)..].Split(' ');
            var ticks = long.Parse(fields[UserTime], CultureInfo.InvariantCulture)
                + long.Parse(fields[UserTime + 1], CultureInfo.InvariantCulture);
            return text.Contains($"({process}", StringComparison.Ordinal)
                ? TimeSpan.FromSeconds((double)ticks / TicksPerSecond) : null;
        }
        catch (Exception gone) when (gone is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}

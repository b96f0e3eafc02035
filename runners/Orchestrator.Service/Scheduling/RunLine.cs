using System.Globalization;

namespace Orchestrator.Service.Scheduling;

/// <summary>How many runs a service has at work, and which firings wait for one of them to end.</summary>
/// <param name="Most">How many runs it has at work at a time.</param>
/// <param name="AtWork">How many it has at work.</param>
/// <param name="Waiting">Numbers of the firings that wait, in the order in which their runs begin.</param>
public sealed record RunLine(int Most, int AtWork, IReadOnlyList<long> Waiting)
{
    /// <summary>Why the run of a firing has not begun; empty = not for this.</summary>
    public string WhyOf(long firing)
    {
        for (var at = 0; at < Waiting.Count; at++)
        {
            if (Waiting[at] == firing)
            {
                return string.Create(CultureInfo.InvariantCulture,
                    $"waits in line, {at} before it: this service has at most {Most} runs at work (--max-runs)");
            }
        }

        return "";
    }
}

using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Packages.Programs;

namespace Orchestrator.Runner;

/// <summary>
/// Ends the programs that runs which have died were at work with on this machine: nobody else does, and the next run
/// would start them once more beside those. May itself die and be done again.
/// </summary>
/// <param name="noted">Takes each thing that people should find in the log.</param>
/// <param name="awaited">Told what is waited for.</param>
internal sealed class ProgramsOfDead(Action<string> noted, Action<string>? awaited)
{
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    // Half a minute. What has not ended by then waits for a device or is frozen, and does nothing any more when it
    // wakes up, as it has been told to end.
    private const int LooksMax = 1500;

    /// <summary>Returns once none of them is there, or has had half a minute to end.</summary>
    public void End(LedgerReader reader, IReadOnlyList<long> died, CancellationToken stop)
    {
        foreach (var run in died)
        {
            // What an attempt with an end has left behind, a server say, was meant to go on.
            var attempts = reader.Attempts(run)
                .Where(one => one.State is NodeState.EndedUnexpectedly or NodeState.Abandoned)
                .Select(one => one.Id).ToHashSet();
            End(run, reader.Run(run)!.Id, attempts, stop);
        }
    }

    private void End(long run, Guid id, HashSet<long> attempts, CancellationToken stop)
    {
        for (var look = 0; LeftPrograms.End(id, attempts) is { Count: > 0 } there; look++)
        {
            if (look == LooksMax)
            {
                noted($"process {string.Join(", ", there)} of run {run} were told to end and have not: they wait for a "
                    + "device or are frozen, and end before they do anything else");
                return;
            }

            if (look == 0)
            {
                var text = $"run {run} has died and left programs at work, which are ended: process "
                    + string.Join(", ", there);
                noted(text);
                awaited?.Invoke(text);
            }

            if (stop.WaitHandle.WaitOne(Pause))
            {
                return;
            }
        }
    }
}

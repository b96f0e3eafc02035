using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Cli.Screens;

/// <summary>A firing that a service has claimed, and whose run has not begun.</summary>
/// <param name="Firing">The firing.</param>
/// <param name="AtWork">How many runs of other firings its service has at work.</param>
internal sealed record WaitingFiring(FiringRecord Firing, int AtWork)
{
    /// <summary>BATCH/TRIGGER, or the batch where somebody wished for it.</summary>
    public string Name => Firing.Trigger.Length == 0 ? Firing.Batch : $"{Firing.Batch}/{Firing.Trigger}";

    /// <summary>What its service waits for, as far as the ledger tells.</summary>
    public string Why => AtWork == 0
        ? $"service {Firing.Service} has claimed it and not begun it yet"
        : $"service {Firing.Service} has claimed it, and has {Words.Count(AtWork, "run")} at work before it";

    /// <summary>All of an environment, what was due first first.</summary>
    public static IReadOnlyList<WaitingFiring> All(LedgerReader reader, string environment)
    {
        var open = reader.FiringsNotEnded(environment);
        return
        [
            .. open.Where(firing => firing.Run is null)
                .OrderBy(firing => firing.Scheduled).ThenBy(firing => firing.Number)
                .Select(firing => new WaitingFiring(firing, open.Count(
                    other => other.Service == firing.Service && other.Run is not null))),
        ];
    }
}

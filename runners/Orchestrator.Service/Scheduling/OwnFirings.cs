using System.ComponentModel;
using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Service.Scheduling;

/// <summary>
/// Brings the firings that this service has to their end: begins their runs, goes on with those that died, and records
/// how they ended. One batch has one process at a time, and all of them so many: whichever was due first goes first.
/// </summary>
/// <param name="ledger">Where it is recorded.</param>
/// <param name="connection">How it is read.</param>
/// <param name="most">How many runs may be at work at a time.</param>
/// <param name="start">Starts the process of a firing.</param>
/// <param name="place">Where the trigger of a firing stands in the metadata: of those due at once the first goes first.
/// </param>
/// <param name="waits">What the runs of a batch wait for; empty = nothing.</param>
/// <param name="log">Told what happens.</param>
/// <param name="time">The clock.</param>
internal sealed class OwnFirings(
    ServiceLedger ledger, LedgerConnection connection, int most, Func<FiringRecord, StartedRun> start,
    Func<FiringRecord, int> place, Func<string, string> waits, Action<string> log, TimeProvider time)
{
    /// <summary>Stands for the exit code of a process that could not be started.</summary>
    public const int NotStarted = 127;

    private readonly List<OwnFiring> _firings = [];

    /// <summary>How many have not ended.</summary>
    public int Count => _firings.Count;

    /// <summary>How many processes are alive.</summary>
    public int AtWork => _firings.Count(firing => firing.HasProcess);

    /// <summary>How many runs are at work, and what waits for one of them to end.</summary>
    public RunLine Line { get; private set; } = new(most, 0, []);

    /// <summary>Whether it is one of them.</summary>
    public bool Has(long firing) => _firings.Exists(own => own.Record.Number == firing);

    /// <summary>Takes note of processes that have ended, which needs no ledger.</summary>
    public void Look()
    {
        foreach (var own in _firings.Where(own => own.Look(time)))
        {
            var said = own is { ExitCode: not 0, Said.Length: > 0 } ? $": {own.Said}" : "";
            log($"{Name(own.Record)}: its process ended with exit code {own.ExitCode}{said}");
        }
    }

    /// <summary>Takes on one that was claimed, or taken over.</summary>
    public void Add(FiringRecord firing)
    {
        _firings.RemoveAll(own => own.Record.Number == firing.Number && !own.HasProcess);
        _firings.Add(new OwnFiring(firing));
    }

    /// <summary>Does what is due for each of them, as far as <see cref="Look"/> knows.</summary>
    /// <param name="mayStart">Whether processes may be started; else what has ended is recorded, and no more.</param>
    public void Turn(bool mayStart)
    {
        var atWork = 0;
        var ready = new List<OwnFiring>();
        foreach (var own in _firings.ToArray())
        {
            var found = Find(own);
            var step = FiringCourse.Next(found);
            // Also what an earlier service has begun: the machine has it to carry all the same.
            atWork += found.HasProcess || found.Run == RunStand.AtWork ? 1 : 0;
            if (step.Action == FiringAction.End)
            {
                End(own, step);
            }
            else if (step.Action == FiringAction.Start && mayStart && IsTurnOf(own)
                && !(found.Run == RunStand.None && Waits(own)))
            {
                ready.Add(own);
            }
        }

        Begin([.. ready.OrderBy(own => own.Record.Scheduled).ThenBy(own => place(own.Record))
            .ThenBy(own => own.Record.Number)], atWork);
    }

    private void Begin(IReadOnlyList<OwnFiring> ready, int atWork)
    {
        var waiting = new List<long>();
        foreach (var own in ready)
        {
            if (atWork < most)
            {
                atWork += Start(own) ? 1 : 0;
                continue;
            }

            waiting.Add(own.Record.Number);
            if (!own.IsLineTold)
            {
                own.IsLineTold = true;
                log($"{Name(own.Record)}: waits in line, as {most} runs are at work (--max-runs)");
            }
        }

        Line = new RunLine(most, atWork, waiting);
    }

    /// <summary>For people.</summary>
    public static string Name(FiringRecord firing) =>
        $"firing {firing.Number} of {firing.Batch}{(firing.Trigger.Length == 0 ? "" : $"/{firing.Trigger}")}";

    // Of one batch only the oldest: the others would be refused by its lease.
    private bool IsTurnOf(OwnFiring own) =>
        _firings.Find(other => other.Record.Batch == own.Record.Batch) == own;

    // What goes on with a run has that run's text, and looks itself.
    private bool Waits(OwnFiring own)
    {
        var what = waits(own.Record.Batch);
        if (what.Length == 0)
        {
            return false;
        }

        if (!own.IsWaitTold)
        {
            own.IsWaitTold = true;
            log($"{Name(own.Record)}: {ServiceCodes.NotApproved}: it waits until an admin approves {what}");
        }

        return true;
    }

    private FiringFound Find(OwnFiring own)
    {
        var (stand, verdict, isAsked) = own.HasProcess
            ? (RunStand.AtWork, null, false) : connection.Ask(reader => Run(reader, own.Record.Fence));
        return new FiringFound
        {
            Run = stand,
            Verdict = verdict,
            IsCancelledBySomebody = isAsked,
            IsRetry = stand == RunStand.None && own.ExitCode == 0
                && connection.Ask(reader => reader.StartRequestOf(own.Record.Number)?.Continues) is not null,
            HasProcess = own.HasProcess,
            ExitCode = own.ExitCode,
            SinceEnd = own.SinceEnd(time),
            Starts = own.Starts,
            Said = own.Said,
        };
    }

    private (RunStand Stand, RunVerdict? Verdict, bool IsAsked) Run(LedgerReader reader, FiringFence fence)
    {
        if (reader.Firing(fence.Firing)?.Run is not { } noted)
        {
            return (RunStand.None, null, false);
        }

        // Somebody may have gone on with it by hand.
        var number = noted;
        while (reader.ContinuedBy(number) is { } next)
        {
            number = next;
        }

        if (reader.Run(number) is not { } run || (number != noted && !ledger.NoteRun(fence, number, continues: noted)))
        {
            return (RunStand.None, null, false);
        }

        return run.Verdict is { } verdict
            ? (RunStand.Ended, verdict, verdict == RunVerdict.Cancelled && IsAsked(reader, number))
            : (reader.SilentFor(run) is null ? RunStand.AtWork : RunStand.Silent, null, false);
    }

    private static bool IsAsked(LedgerReader reader, long run) => reader.Requests(run).Any(request =>
        request is { Verb: RequestVerb.Cancel, Node: 0, Outcome: RequestOutcome.Done });

    private bool Start(OwnFiring own)
    {
        try
        {
            own.Began(start(own.Record));
            log($"{Name(own.Record)}: begun");
            return true;
        }
        catch (Exception fault) when (fault is Win32Exception or IOException or UnauthorizedAccessException)
        {
            own.DidNotBegin(NotStarted, fault.Message, time);
            log($"{Name(own.Record)}: its process cannot be started: {fault.Message}");
            return false;
        }
    }

    private void End(OwnFiring own, FiringStep step)
    {
        if (!ledger.End(own.Record.Fence, step.Outcome, step.Why))
        {
            log($"{Name(own.Record)}: another service has taken it over");
        }
        else
        {
            log($"{Name(own.Record)}: {(step.Outcome is { } verdict ? $"ended {verdict}" : "no run began")}"
                + (step.Why.Length == 0 ? "" : $" ({step.Why})"));
        }

        _firings.Remove(own);
    }
}

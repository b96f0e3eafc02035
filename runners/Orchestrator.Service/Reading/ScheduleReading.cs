using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Runner.Text;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Reading;

/// <summary>When batches start by themselves, and what became of that; texts have passed the gate.</summary>
internal sealed record ScheduleReading
{
    /// <summary>How the scheduler of this service stands; null = it has none.</summary>
    public SchedulerState? Scheduler { get; init; }

    /// <summary>The pauses that last.</summary>
    public IReadOnlyList<SchedulePause> Pauses { get; init; } = [];

    /// <summary>The firings of the last week, the newest first, also those that were passed over.</summary>
    public IReadOnlyList<FiringRecord> Firings { get; init; } = [];

    /// <summary>The newest firing of each trigger, and the requests of the last week; also those passed over.</summary>
    public IReadOnlyList<FiringRecord> Newest { get; init; } = [];

    /// <summary>As the scheduler of this service stands: what waits in line says so.</summary>
    public ScheduleReading With(SchedulerState? scheduler) => this with
    {
        Scheduler = scheduler,
        Firings = [.. Firings.Select(firing => InLine(firing, scheduler))],
        Newest = [.. Newest.Select(firing => InLine(firing, scheduler))],
    };

    /// <summary>Whether a trigger is paused.</summary>
    public bool IsPaused(ServedTrigger trigger) => PauseOf(trigger) is not null;

    /// <summary>What pauses a trigger; null = nothing does.</summary>
    public SchedulePause? PauseOf(ServedTrigger trigger) =>
        Pauses.FirstOrDefault(pause => pause.Of.Has(trigger.Batch, trigger.Name));

    private static FiringRecord InLine(FiringRecord firing, SchedulerState? scheduler) =>
        firing.Ended is null && scheduler?.Line.WhyOf(firing.Number) is { Length: > 0 } why
            ? firing with { Why = firing.Why.Length == 0 ? why : $"{firing.Why}; {why}" } : firing;

    /// <summary>The newest firing of a trigger; null = none.</summary>
    public FiringRecord? NewestOf(ServedTrigger trigger) => Newest.FirstOrDefault(
        firing => firing.Batch == trigger.Batch && firing.Trigger == trigger.Name);
}

/// <summary>Reads them.</summary>
internal sealed class ScheduleReader(OutsideText outside, string environment, TimeProvider time)
{
    private const int FiringsMax = 100;

    private static readonly TimeSpan Week = TimeSpan.FromDays(7);

    public ScheduleReading Of(LedgerReader reader)
    {
        var now = time.GetUtcNow();
        List<FiringRecord> firings =
            [.. reader.Firings(environment, now - Week, now + Week, limit: FiringsMax).Select(Gated)];
        return new ScheduleReading
        {
            Pauses = [.. reader.Pauses(environment, now).Where(pause => pause.Resumed is null).Select(Gated)],
            Firings = firings,
            Newest =
            [
                .. reader.NewestFirings(environment).Select(Gated),
                .. firings.Where(firing => firing.Trigger.Length == 0).DistinctBy(firing => firing.Batch),
            ],
        };
    }

    /// <summary>The same, whose texts have passed the gate.</summary>
    public SchedulerState? Gated(SchedulerState? state) => state is null ? null : state with
    {
        Commit = outside.Line(state.Commit),
        Trouble = outside.Line(state.Trouble),
        Problems = [.. state.Problems.Select(outside.Line)],
        Waiting = [.. state.Waiting.Select(each => each.Gated(outside))],
        Batches = [.. state.Batches.Select(batch => batch with { Name = outside.Line(batch.Name) })],
        Triggers = [.. state.Triggers.Select(each => (each.Trigger with
        {
            Batch = outside.Line(each.Trigger.Batch),
            Name = outside.Line(each.Trigger.Name),
            Words = outside.Line(each.Trigger.Words),
        }, each.Next))],
    };

    private FiringRecord Gated(FiringRecord firing) => firing with
    {
        Batch = outside.Line(firing.Batch),
        Trigger = outside.Line(firing.Trigger),
        LocalTime = outside.Line(firing.LocalTime),
        Why = outside.Line(firing.Why),
        Who = outside.Line(firing.Who),
    };

    private SchedulePause Gated(SchedulePause pause) => pause with
    {
        Of = pause.Of with { Batch = outside.Line(pause.Of.Batch), Trigger = outside.Line(pause.Of.Trigger) },
        PausedBy = outside.Line(pause.PausedBy),
        Reason = outside.Line(pause.Reason),
    };
}

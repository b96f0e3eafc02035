using Orchestrator.Schedules;

namespace Orchestrator.Core.Tests.Schedules.Years;

/// <summary>What is under test, in the parts that a planted bug may replace.</summary>
internal sealed record Machine
{
    /// <summary>The schedule of a trigger.</summary>
    public Func<Spec, Schedule> Schedule { get; init; } = spec => spec.Schedule();

    /// <summary>What is to be done now.</summary>
    public Func<Schedule, MisfireRule, TriggerHistory, DateTimeOffset, Decision> Decide { get; init; } =
        FiringRules.Decide;
}

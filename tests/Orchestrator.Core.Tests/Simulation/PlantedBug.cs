using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>
/// A machine that breaks a rule: it runs another plan than the one by which it is judged, or says other things than it
/// should.
/// </summary>
internal sealed record PlantedBug(string Name, string Rule)
{
    public Func<PlanNode, PlanNode> Node { get; init; } = node => node;

    public Func<Plan, Plan> Plan { get; init; } = plan => plan;

    public Func<RunMachineOptions, RunMachineOptions> Options { get; init; } = options => options;

    public Func<RunCommand, IEnumerable<RunCommand>> Command { get; init; } = command => [command];

    /// <summary>What is seen in place of all commands of a turn.</summary>
    public Func<IReadOnlyList<RunCommand>, IReadOnlyList<RunCommand>> Turn { get; init; } = commands => commands;

    /// <summary>Whether it shows only in plans whose packages set values.</summary>
    public bool Computes { get; init; }

    /// <summary>Whether it shows only in plans with loops, or in their retry.</summary>
    public bool Loops { get; init; }

    /// <summary>What the machine is told in place of an event.</summary>
    public Func<RunEvent, RunEvent> Event { get; init; } = e => e;

    /// <summary>What goes wrong inside the machine behind an event.</summary>
    public Action<RunBoard, RunEvent> Inside { get; init; } = (_, _) => { };

    /// <summary>What the machine says in place of a reason; null = nobody asks.</summary>
    public Func<NodeReason?, NodeReason?>? Reason { get; init; }

    public Plan Spoil(Plan plan) => Plan(plan) with { Nodes = [.. plan.Nodes.Select(Node)] };

    public override string ToString() => Name;
}

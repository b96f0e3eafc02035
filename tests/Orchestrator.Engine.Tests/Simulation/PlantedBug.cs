using Orchestrator.Engine.Machine;

namespace Orchestrator.Engine.Tests.Simulation;

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

    public Plan Spoil(Plan plan) => Plan(plan) with { Nodes = [.. plan.Nodes.Select(Node)] };

    public override string ToString() => Name;
}

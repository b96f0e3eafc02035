using Orchestrator.Engine.Machine;

namespace Orchestrator.Engine.Tests.Simulation;

internal sealed class PlantedBugTests
{
    private static readonly PlantedBug[] Bugs =
    [
        new("one slot too many") { Options = options => options with { Slots = options.Slots + 1 } },
        new("one slot never used") { Options = options => options with { Slots = Math.Max(1, options.Slots - 1) } },
        new("caps one too high")
        {
            Plan = plan => plan with { Caps = [.. plan.Caps.Select(cap => cap with { MaxConcurrency = cap.MaxConcurrency + 1 })] },
        },
        new("no barriers") { Node = node => node.Kind == NodeKind.Level ? node with { Constraints = [] } : node },
        new("no order of projects") { Node = node => node.Kind == NodeKind.Project ? node with { Constraints = [] } : node },
        new("no precedence") { Node = node => node.Kind == NodeKind.Package ? node with { Constraints = [] } : node },
        new("no lines") { Node = node => node with { Mode = ContainerMode.Parallel } },
        new("one attempt too many") { Node = node => node with { Retry = node.Retry with { Count = node.Retry.Count + 1 } } },
        new("back-off too short") { Node = node => node with { Retry = node.Retry with { Delay = node.Retry.Delay / 2 } } },
        new("Level handled as DependencyChain") { Plan = Handled(FailureHandling.Level, FailureHandling.DependencyChain) },
        new("Stop handled as Level") { Plan = Handled(FailureHandling.Stop, FailureHandling.Level) },
        new("Level handled as Stop") { Plan = Handled(FailureHandling.Level, FailureHandling.Stop) },
        new("DependencyChain handled as Level") { Plan = Handled(FailureHandling.DependencyChain, FailureHandling.Level) },
        new("reads forgotten") { Node = node => node with { Reads = [] } },
        new("Completion forgotten") { Node = node => node with { RunsAfterFailure = false } },
        new("disabled runs") { Node = node => node with { Enabled = true } },
        new("selection forgotten") { Options = options => options with { Selected = null } },
        new("times lost") { Command = command => command is RecordTimes ? [] : [command] },
        new("times twice") { Command = command => command is RecordTimes ? [command, command] : [command] },
        new("waiting counted as working")
        {
            Command = command => command is not RecordTimes times ? [command]
                : [times with { Waiting = TimeSpan.Zero, Working = times.Working + times.Waiting }],
        },
        new("an end told twice") { Command = command => command is RecordTransition { Attempt: > 0 } ? [command, command] : [command] },
        new("Running not recorded")
        {
            Command = command => command is RecordTransition { To: NodeState.Running } ? [] : [command],
        },
        new("always green") { Command = command => command is EndRun end ? [end with { Verdict = RunVerdict.Succeeded }] : [command] },
        new("blocked called done")
        {
            Command = command => command is RecordTransition { To: NodeState.Blocked } blocked
                ? [blocked with { To = NodeState.Done }] : [command],
        },
        new("end forgotten") { Command = command => command is EndRun ? [] : [command] },
    ];

    [TestCaseSource(nameof(Bugs))]
    public void A_planted_bug_is_found(PlantedBug bug)
    {
        string? found = null;

        for (var seed = TestSeed.First; seed < TestSeed.First + 500 && found is null; seed++)
        {
            found = BrokenRule(seed, bug);
        }

        Assert.That(found, Is.Not.Null);
    }

    private static string? BrokenRule(int seed, PlantedBug bug)
    {
        try
        {
            Simulated.Run(seed, bug);
            return null;
        }
        catch (BrokenRuleException broken)
        {
            return broken.Message;
        }
    }

    private static Func<Plan, Plan> Handled(FailureHandling right, FailureHandling wrong) =>
        plan => plan.FailureHandling == right ? plan with { FailureHandling = wrong } : plan;
}

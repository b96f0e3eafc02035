using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Advice;

/// <summary>
/// Runs a plan in no time: the machine of a real run, whose packages take as long as somebody says. So its order, caps
/// and barriers are the real ones.
/// </summary>
internal static class Rehearsal
{
    /// <summary>How long the run takes.</summary>
    /// <param name="slots">Packages at work at once, at most.</param>
    /// <param name="work">How long each package works; one that is not named does not run.</param>
    /// <param name="expected">How long a run would expect them to, which decides on their order.</param>
    public static TimeSpan Of(
        Plan plan, int slots, IReadOnlyDictionary<int, TimeSpan> work, ExpectedDurations expected)
    {
        var machine = new RunMachine(WithoutLimits(plan), new RunMachineOptions
        {
            Slots = slots,
            Selected = work.Keys.ToHashSet(),
            Expected = expected,
        });
        var ends = new PriorityQueue<(int Node, int Attempt), (TimeSpan At, int Node)>();
        Take(machine.Apply(new Began(TimeSpan.Zero)), work, machine.Now, ends);
        while (machine.Verdict is null && ends.TryDequeue(out var ended, out var when))
        {
            var commands = machine.Apply(new AttemptEnded(when.At, ended.Node, ended.Attempt, NodeState.Succeeded));
            Take(commands, work, machine.Now, ends);
        }

        return machine.Now;
    }

    private static void Take(
        IReadOnlyList<RunCommand> commands, IReadOnlyDictionary<int, TimeSpan> work, TimeSpan now,
        PriorityQueue<(int Node, int Attempt), (TimeSpan At, int Node)> ends)
    {
        foreach (var start in commands.OfType<StartPackage>())
        {
            ends.Enqueue((start.Node, start.Attempt), (now + work.GetValueOrDefault(start.Node), start.Node));
        }
    }

    // What took long and succeeded was not cut off; and what is named runs, whatever value it would read.
    private static Plan WithoutLimits(Plan plan) => plan with
    {
        Timeout = null,
        Nodes = [.. plan.Nodes.Select(WithoutLimits)],
    };

    private static PlanNode WithoutLimits(PlanNode node) =>
        node is { Timeout: null, Sets.Count: 0, ReadsValues.Count: 0, When: null, Any.Count: 0 }
            && node.Constraints.All(one => one.When is null) ? node
            : node with
            {
                Timeout = null,
                Sets = [],
                ReadsValues = [],
                When = null,
                Constraints = [.. node.Constraints.Select(one => one with { When = null })],
                Any = [.. node.Any.Select(group => group.Select(one => one with { When = null }).ToArray())],
            };
}

using Orchestrator.Core.Expressions;
using Orchestrator.Core.Machine;

namespace Orchestrator.Core.Tests.Simulation;

/// <summary>One seeded run, watched from the first event to the last.</summary>
internal static class Simulated
{
    private const int TurnsMax = 20_000;
    private const int OfThen = 0x5eed;
    private const int OfLoops = 0x100b;
    private const int OfTurns = 0x7423;
    private const int OfRows = 0x3085;

    /// <summary>
    /// Runs the plan of a seed and gives back all commands; with a bug, the machine is spoilt by it. A plan that
    /// computes is the same with values that its packages set and read.
    /// </summary>
    public static List<RunCommand> Run(int seed, PlantedBug? bug = null, bool computes = false)
    {
        var random = new Random(seed);
        var (plan, options) = RandomPlans.Make(random);
        var values = computes || bug is { Computes: true } ? new Random(~seed) : null;
        IReadOnlyDictionary<Expression, SimCondition>? conditions = null;
        if (values is not null)
        {
            (plan, options) = RandomValues.AddTo(plan, options, values);
            (plan, conditions) = RandomConditions.AddTo(plan, options, values);
            options = options with { PastFailures = PastFailures(plan, new Random(seed ^ OfThen)) };
        }

        return Run(plan, options, conditions, random, values, bug).Commands;
    }

    /// <summary>Runs the plan of a seed, with loops in it, and then whatever is left of it.</summary>
    public static List<RunCommand> RunLoops(int seed, PlantedBug? bug = null)
    {
        var random = new Random(seed);
        var (plan, options) = RandomPlans.Make(random);
        var (values, loops) = (new Random(~seed), new RandomLoops(new Random(seed ^ OfLoops)));
        plan = loops.Shape(plan);
        (plan, options) = RandomValues.AddTo(plan, options, values);
        (plan, var conditions) = RandomConditions.AddTo(plan, options, values);
        (plan, options, conditions) = loops.Fill(plan, options, conditions);
        options = RandomLoops.Select(plan, options, new Random(seed ^ OfTurns));
        var night = Run(plan, options, conditions, random, values, bug);
        var retry = SimRetry.Of(night, options);
        var again = Run(RandomLoops.Shuffled(plan, new Random(seed ^ OfRows)), retry, conditions, random, values, bug);
        SimRetry.Check(night, retry, again);
        return [.. night.Commands, .. again.Commands];
    }

    private static SimNight Run(Plan plan, RunMachineOptions options,
        IReadOnlyDictionary<Expression, SimCondition>? conditions, Random random, Random? values, PlantedBug? bug)
    {
        var machine = bug is null
            ? new RunMachine(plan, options)
            : new RunMachine(bug.Spoil(plan), bug.Options(options));
        var board = new GrowingPlan(plan);
        var shell = new FakeShell(random, board.Plan, values);
        var referee = new Referee(board, options, conditions);
        var reasons = new ReasonReferee(board.Plan, referee);
        var told = new List<RunCommand>();
        for (var turn = 0; !referee.HasEnded; turn++)
        {
            if (shell.Next() is not { } e || turn > TurnsMax)
            {
                throw new BrokenRuleException("every run ends");
            }

            var commands = machine.Apply(bug?.Event(e) ?? e);
            bug?.Inside(machine.Board, e);
            told.AddRange(commands);
            if (bug is null)
            {
                referee.Watch(e, commands);
                reasons.Watch(machine, same => same);
            }
            else
            {
                referee.Watch(e, [.. bug.Turn(commands).SelectMany(bug.Command)]);
                if (bug.Reason is { } reason)
                {
                    reasons.Watch(machine, reason);
                }
            }

            shell.Obey(e.At, commands);
        }

        return new SimNight(board, referee, told);
    }

    /// <summary>Some of the failures that handlers watch were there before, and nobody has handled them.</summary>
    private static HashSet<(int Handler, int Subject)> PastFailures(Plan plan, Random random) =>
    [
        .. plan.Nodes.Where(node => node.Kind == NodeKind.Package).SelectMany(node => node.Watched
            .Select(subject => (node.Index, subject))).Distinct().Where(_ => random.Next(3) == 0),
    ];
}

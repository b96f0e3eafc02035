using Orchestrator.Packages;
using Orchestrator.Packages.Programs;

namespace Orchestrator.Runner.Tests;

/// <summary>What a load is told of another run that loads the same.</summary>
internal sealed class LoadStandingTests
{
    private const int Rounds = 25;

    [Test]
    public void Who_is_not_at_work_any_more_is_the_last_load()
    {
        for (var round = 0; round < Rounds; round++)
        {
            Assert.That(LastLoadBesideOneThatEnds(), Is.EqualTo(1), "else its rows are added once more");
        }
    }

    [TestCase(true)]
    [TestCase(false)]
    public void A_run_that_waits_for_this_one_is_told_from_one_that_is_only_at_work(bool isOurs)
    {
        using var solution = new SmallSolution();
        var word = new LedgerAnswer();
        solution.Kind.On("a", context =>
        {
            if (context.Run > 1)
            {
                word = context.Past.Compare(null, ["Staging/a"]);
                return FakeKind.Success;
            }

            // As a program of it would be passed them.
            solution.Variables[LeftPrograms.RunVariable] = $"{(isOurs ? context.RunId : Guid.NewGuid())}";
            solution.Variables[LeftPrograms.AttemptVariable] = $"{context.AttemptId}";
            solution.Batch = "Weekly";
            RunHost.Run(solution.Request("a"));
            return FakeKind.Success;
        });

        RunHost.Run(solution.Request("a"));

        Assert.That((word.AtWork, word.AwaitsUs), Is.EqualTo((1L, isOurs)));
    }

    [Test]
    public void A_run_whose_program_has_started_the_one_that_has_started_this_one_waits_for_it_as_well()
    {
        using var solution = new SmallSolution();
        var word = new LedgerAnswer();
        solution.Kind.On("a", context =>
        {
            word = context.Run == 3 ? context.Past.Compare(null, ["Staging/a"]) : word;
            Nest(solution, context.Run, context.RunId, context.AttemptId, "b");
            return FakeKind.Success;
        });
        solution.Kind.On("b", context =>
        {
            Nest(solution, context.Run, context.RunId, context.AttemptId, "a");
            return FakeKind.Success;
        });

        RunHost.Run(solution.Request("a"));

        Assert.That((word.AtWork, word.AwaitsUs), Is.EqualTo((1L, true)));
    }

    // As a program of the attempt would start it.
    private static void Nest(SmallSolution solution, long run, Guid id, long attempt, string next)
    {
        if (run < 3)
        {
            solution.Variables[OuterAttempts.Variable] =
                OuterAttempts.ForPrograms(solution.Variables.GetValueOrDefault);
            solution.Variables[LeftPrograms.RunVariable] = $"{id}";
            solution.Variables[LeftPrograms.AttemptVariable] = $"{attempt}";
            solution.Batch = $"Nested{run}";
            RunHost.Run(solution.Request(next));
        }
    }

    private static long LastLoadBesideOneThatEnds()
    {
        using var solution = new SmallSolution();
        using var isAtWork = new ManualResetEventSlim();
        using var mayEnd = new ManualResetEventSlim();
        long last = -1;
        solution.Kind.On("a", context =>
        {
            if (context.Run == 1)
            {
                isAtWork.Set();
                mayEnd.Wait();
                return FakeKind.Loaded(1);
            }

            LedgerAnswer word;
            do
            {
                mayEnd.Set();
                word = context.Past.Compare(null, ["Staging/a"]);
            }
            while (word.AtWork > 0);
            last = word.OwnLastLoad;
            return FakeKind.Success;
        });
        var first = Task.Run(() => RunHost.Run(solution.Request("a")));
        isAtWork.Wait();
        solution.Batch = "Weekly";
        RunHost.Run(solution.Request("a"));
        first.GetAwaiter().GetResult();
        return last;
    }
}

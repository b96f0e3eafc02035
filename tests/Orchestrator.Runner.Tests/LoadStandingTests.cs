using Orchestrator.Packages;

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

            LedgerWord word;
            do
            {
                mayEnd.Set();
                word = context.Compare(null, ["Staging/a"]);
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

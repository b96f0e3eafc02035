using Orchestrator.Core;
using Orchestrator.Data;

namespace Orchestrator.Ledger.Tests;

internal sealed class LedgerSumsTests(Place place) : ConformanceFixture(place)
{
    [Test]
    public void Runs_that_have_ended_are_summed_within_their_environment_and_numbers()
    {
        RunAll(5);
        RunAll(5, 700);
        using (var prod = Begin(environment: "prod"))
        {
            prod.Writer.Record(Turns.End(RunVerdict.Failed));
        }

        using var open = Begin();
        open.Writer.Record(Turns.Running(1));
        open.Writer.Record(Turns.Ended(1, NodeState.Succeeded));
        using var reader = Read();

        Assert.That(reader.RunSums("default", 0, 100).Select(one => (one.Batch, one.Verdict, one.Runs)),
            Is.EqualTo(new[] { ("Nightly", RunVerdict.Succeeded, 2L) }));
        Assert.That(reader.RunSums("default", 1, 2).Single().Runs, Is.EqualTo(1));
        Assert.That(reader.RunSums("default", 2, 100), Is.Empty);
        Assert.That(reader.RunSums("prod", 0, 100).Single().Verdict, Is.EqualTo(RunVerdict.Failed));
    }

    [Test]
    public void Attempts_are_counted_by_project_outcome_and_duration()
    {
        RunAll(5);
        RunAll(5, 700);
        using var reader = Read();

        var expected = reader.Attempts(1).Concat(reader.Attempts(2)).ToList();
        var sums = reader.AttemptSums("default", 0, 100);
        Assert.That(sums.Select(one => (one.Project, one.State)).Distinct(),
            Is.EqualTo(new[] { ("S", NodeState.Succeeded) }));
        Assert.That(sums.Sum(one => one.Attempts), Is.EqualTo(expected.Count));
        Assert.That(sums.Sum(one => one.Duration.Ticks),
            Is.EqualTo(expected.Sum(one => (one.Ended!.Value - one.Started).Ticks)));
        Assert.That(sums.Aggregate(default(RowCounts), (sum, one) => sum + one.Rows),
            Is.EqualTo(expected.Aggregate(default(RowCounts), (sum, one) => sum + one.Counts)));
        foreach (var sum in sums)
        {
            Assert.That(sum.Attempts, Is.EqualTo(expected.Count(one => BucketOf(one) == sum.Bucket)));
        }
    }

    [Test]
    public void Packages_are_counted_by_the_state_in_which_they_ended()
    {
        using (var run = Begin(packages: 3))
        {
            run.Writer.Record(Turns.Running(1));
            run.Writer.Record(Turns.Ended(1, NodeState.Failed));
            run.Writer.Record(Turns.End(RunVerdict.Failed));
        }

        using var reader = Read();
        Assert.That(reader.PackageSums("default", 0, 100).Select(one => (one.Project, one.State, one.Packages)),
            Is.EqualTo(new[] { ("S", NodeState.Failed, 1L), ("S", NodeState.Pending, 2L) }));
    }

    [Test]
    public void Waits_are_summed_by_reason_without_the_work()
    {
        RunAll(5);
        using var reader = Read();

        var expected = reader.Waits(1).Where(one => one.Reason != WaitReason.Working).GroupBy(one => one.Reason)
            .Select(one => (one.Key, one.Sum(each => each.Duration.Ticks)));
        Assert.That(reader.WaitSums("default", 0, 100).Select(one => (one.Reason, one.Duration.Ticks)),
            Is.EquivalentTo(expected));
    }

    private static int BucketOf(AttemptRecord attempt)
    {
        var bounds = LedgerReader.DurationBounds.ToList();
        var at = bounds.FindIndex(bound => (attempt.Ended!.Value - attempt.Started).TotalSeconds <= bound);
        return at < 0 ? bounds.Count : at;
    }
}

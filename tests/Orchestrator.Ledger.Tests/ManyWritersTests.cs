namespace Orchestrator.Ledger.Tests;

internal sealed class ManyWritersTests(Place place) : ConformanceFixture(place)
{
    [Test]
    public void Two_runs_in_one_process_write_all_their_turns()
    {
        using var nightly = Begin("Nightly", packages: 150);
        using var weekly = Begin("Weekly", packages: 150);

        Parallel.ForEach([nightly, weekly], run =>
        {
            for (var node = 1; node <= 150; node++)
            {
                run.Writer.Record(Turns.Running(node));
            }
        });

        using var reader = Read();
        Assert.That(reader.Attempts(nightly.Number), Has.Count.EqualTo(150));
        Assert.That(reader.Attempts(weekly.Number), Has.Count.EqualTo(150));
    }

    [Test]
    public void Runs_that_make_the_ledger_at_the_same_moment_both_find_it_whole()
    {
        Parallel.For(0, 4, index => Begin($"batch{index}").Dispose());

        using var reader = Read();
        Assert.That(reader.Runs().Select(run => run.Number), Is.EqualTo(new[] { 4, 3, 2, 1 }));
    }
}

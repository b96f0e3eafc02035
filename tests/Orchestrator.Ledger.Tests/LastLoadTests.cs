using Orchestrator.Engine;

namespace Orchestrator.Ledger.Tests;

internal sealed class LastLoadTests(Place place) : ConformanceFixture(place)
{
    [Test]
    public void The_newest_attempt_that_counts_as_loaded_is_told_of_each_load_of_a_plan()
    {
        RunAll(1, 1);
        using (var failed = Begin(packages: 3))
        {
            failed.Writer.Record(Turns.Running(1));
            failed.Writer.Record(Turns.Ended(1, NodeState.Failed));
            failed.Writer.Record(Turns.Running(2));
            failed.Writer.Record(Turns.Ended(2, NodeState.Succeeded));
            failed.Writer.Record(Turns.End(RunVerdict.Failed));
        }

        using var reader = Read();
        Assert.That(reader.LastLoads(2).Select(load => (load.Node, load.Attempt?.Run)), Is.EqualTo(new[]
        {
            (Plans.Of("Nightly", 3).Nodes[1].Name, (long?)1), (Plans.Of("Nightly", 3).Nodes[2].Name, 2),
            (Plans.Of("Nightly", 3).Nodes[3].Name, null),
        }));
    }

    [Test]
    public void Loads_of_other_environments_do_not_count()
    {
        RunAll(1);
        using var other = Begin(packages: 1, environment: "prod");

        using var reader = Read();
        Assert.That(reader.LastLoads(other.Number).Single().Attempt, Is.Null);
    }
}

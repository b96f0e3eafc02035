using Orchestrator.Core;

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
    public void What_moves_rows_under_another_name_is_a_load_as_well_and_nothing_else_is()
    {
        var plan = Plans.Of("Nightly", 4);
        plan = plan with
        {
            Nodes =
            [
                plan.Nodes[0], plan.Nodes[1] with { PackageKind = "scd" },
                plan.Nodes[2] with { PackageKind = "sql", Purpose = PackagePurpose.Task },
                plan.Nodes[3] with { PackageKind = "hook", Purpose = PackagePurpose.Hook },
                plan.Nodes[4] with { PackageKind = "replay", Purpose = PackagePurpose.Replay },
            ],
        };
        using (var run = Begin(Location, plan))
        {
            run.Writer.Record(Turns.Running(1));
            run.Writer.Record(Turns.Ended(1, NodeState.Succeeded));
            run.Writer.Record(Turns.End(RunVerdict.Succeeded));
        }

        using var reader = Read();
        Assert.That(reader.LastLoads(1).Select(load => (load.Node, load.Attempt?.Run)), Is.EqualTo(new[]
        {
            (plan.Nodes[1].Name, (long?)1),
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

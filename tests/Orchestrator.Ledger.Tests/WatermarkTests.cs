using Orchestrator.Core;

namespace Orchestrator.Ledger.Tests;

internal sealed class WatermarkTests(Place place) : ConformanceFixture(place)
{
    [Test]
    public void A_watermark_moves_in_the_commit_that_says_Succeeded()
    {
        using (var run = Begin())
        {
            run.Writer.Record(Turns.Running(1));
            var before = run.Writer.Commits;
            run.Writer.Record(Turns.Ended(1, NodeState.Succeeded) with { Results = [Moved("5")] });
            Assert.That(run.Writer.Commits - before, Is.EqualTo(1));
        }

        using var reader = Read();
        var moved = reader.Watermarks("default").Single();
        Assert.That((moved.Node, moved.Watermark, moved.DataType, moved.Value, moved.Attempt, moved.At),
            Is.EqualTo((Plans.Of("Nightly", 3).Nodes[1].Name, "M", "int", "5", 1L, Began.AddSeconds(2))));
    }

    [Test]
    public void The_newest_change_comes_first_and_environments_are_apart()
    {
        var node = Plans.Of("Nightly", 3).Nodes[1].Name;
        WatermarkWriter.Write(Location, TimeProvider.System, [Change("default", "1"), Change("prod", "7")]);
        WatermarkWriter.Write(Location, TimeProvider.System, [Change("default", null)]);

        using var reader = Read();
        Assert.That(reader.Watermarks("default", node).Select(one => one.Value),
            Is.EqualTo(new[] { null, "1" }));
        Assert.That(reader.Watermarks("prod").Single().Value, Is.EqualTo("7"));

        WatermarkRecord Change(string environment, string? value) => new()
        {
            Environment = environment,
            Node = node,
            Watermark = "M",
            DataType = "int",
            Value = value,
            Why = "by hand",
            Who = "user",
            At = Began,
        };
    }

    [Test]
    public void Attempts_since_the_last_success_do_not_count_whatever_became_of_them()
    {
        var node = Plans.Of("Nightly", 3).Nodes[1].Name;
        RunAll(1, 1, 1);
        using (var failed = Begin())
        {
            failed.Writer.Record(Turns.Running(1));
            failed.Writer.Record(Turns.Ended(1, NodeState.Failed));
            failed.Writer.Record(Turns.End(RunVerdict.Failed));
        }

        RunOption[] options = [new(RunOption.FullRefresh, "true", "flag"), new("fail-fast", "true", "flag")];
        using (var killed = Begin(Location, Plans.Of("Nightly", 3), null, options))
        {
            killed.Writer.Record(Turns.Running(1));
        }

        using var reader = Read();
        Assert.That(reader.UnfinishedAttempts("default", node),
            Is.EqualTo(new UnfinishedAttempt[] { new(4, false), new(5, true) }));
        Assert.That(reader.UnfinishedAttempts("prod", node), Is.Empty);
    }

    [Test]
    public void A_success_that_had_nothing_to_load_leaves_them_as_they_are()
    {
        using (var killed = Begin())
        {
            killed.Writer.Record(Turns.Running(1));
        }

        using (var skipped = Begin())
        {
            skipped.Writer.Record(Turns.Running(1));
            skipped.Writer.Record(Turns.Ended(1, NodeState.Succeeded) with
            {
                Results = [new AttemptResult { Node = 1, Attempt = 1 }],
            });
        }

        using var reader = Read();
        Assert.That(reader.UnfinishedAttempts("default", Plans.Of("Nightly", 3).Nodes[1].Name)
            .Select(one => one.Attempt), Is.EqualTo(new[] { 1L }));
    }

    private static AttemptResult Moved(string value) => new()
    {
        Node = 1,
        Attempt = 1,
        Watermarks = [new WatermarkMove("M", "int", value)],
    };
}

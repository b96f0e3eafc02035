using Orchestrator.Core;

namespace Orchestrator.Ledger.Tests;

internal sealed class EndedUnexpectedlyTests(Place place) : ConformanceFixture(place)
{
    [Test]
    public void A_killed_run_is_found_once_by_the_next_one()
    {
        KillARun("Nightly");

        var first = Find("Nightly");
        var second = Find("Nightly");

        Assert.That(first.Select(run => (run.Number, run.Verdict)), Is.EqualTo(
            new (long, RunVerdict?)[] { (1, RunVerdict.EndedUnexpectedly) }));
        Assert.That(second, Is.Empty);
    }

    [Test]
    public void What_was_at_work_ended_unexpectedly_what_had_not_begun_is_blocked_and_the_rest_stays()
    {
        KillARun("Nightly");

        Find("Nightly");

        using var reader = Read();
        var nodes = reader.Nodes(1);
        Assert.That(nodes.Select(node => node.State), Is.EqualTo(new[]
        {
            NodeState.Blocked, NodeState.EndedUnexpectedly, NodeState.Succeeded, NodeState.Blocked,
        }));
        Assert.That(nodes[1].Last!.State, Is.EqualTo(NodeState.EndedUnexpectedly));
        Assert.That(nodes[2].Last!.State, Is.EqualTo(NodeState.Succeeded));
        Assert.That(reader.Errors(1).Select(error => (error.Node, error.Error.Code)), Is.EqualTo(
            new[] { (1, LedgerCodes.EndedUnexpectedly) }));
        Assert.That(reader.Run(1)!.Ended, Is.EqualTo(Began + TimeSpan.FromSeconds(2)));
        Assert.That(reader.Transitions(1).Skip(3).Select(change => (change.Node, change.To)), Is.EqualTo(new[]
        {
            (0, NodeState.Blocked), (1, NodeState.EndedUnexpectedly), (3, NodeState.Blocked),
        }));
    }

    [Test]
    public void Reading_shows_a_killed_run_as_it_will_be_found_and_writes_nothing()
    {
        KillARun("Nightly");

        using var reader = Read();
        var shown = reader.Run(1)!;
        var states = reader.Nodes(1).Select(node => node.State).ToArray();
        var sequence = reader.Transitions(1).Count;

        Assert.That(shown.Verdict, Is.EqualTo(RunVerdict.EndedUnexpectedly));
        Assert.That(shown.Ended, Is.EqualTo(Began + TimeSpan.FromSeconds(2)));
        Assert.That(reader.Nodes(1).Where((_, i) => i != 2).Select(node => node.Why),
            Is.All.EqualTo("the run ended unexpectedly"));
        Assert.That(states, Is.EqualTo(new[]
        {
            NodeState.Blocked, NodeState.EndedUnexpectedly, NodeState.Succeeded, NodeState.Blocked,
        }));
        Assert.That(reader.Attempts(1).Select(attempt => attempt.State), Is.EqualTo(new[]
        {
            NodeState.EndedUnexpectedly, NodeState.Succeeded,
        }));
        Assert.That(sequence, Is.EqualTo(3));
    }

    [Test]
    public void A_run_of_another_batch_that_died_is_found_too_and_one_that_lives_is_left_alone()
    {
        KillARun("Weekly");
        using var living = Begin("Monthly");
        living.Writer.Record(Turns.Running(1));

        var found = Find("Nightly");

        using var reader = Read();
        Assert.That(found.Select(run => run.Batch), Is.EqualTo(new[] { "Weekly" }));
        Assert.That(reader.Run(living.Number)!.Verdict, Is.Null);
        Assert.That(reader.Nodes(living.Number)[1].State, Is.EqualTo(NodeState.Running));
        Assert.That(RunLock.IsHeld(Location, "Weekly", "default"), Is.False);
    }

    private void KillARun(string batch)
    {
        using var other = SecondProcess.Start("work", Places.Text(Location), batch);
        Assert.That(other.ReadLine(), Is.EqualTo("working"));
        other.Kill();
    }

    private IReadOnlyList<RunRecord> Find(string batch)
    {
        using var held = RunLock.Acquire(Location, batch, "default");
        using var writer = LedgerWriter.Open(Location, TimeProvider.System);
        return writer.FindEndedUnexpectedly(held);
    }
}

using Orchestrator.Core;
using Orchestrator.Core.Machine;

namespace Orchestrator.Ledger.Tests;

internal sealed class LedgerWriterTests(Place place) : ConformanceFixture(place)
{
    [Test]
    public void A_turn_is_one_commit_however_much_it_records()
    {
        using var run = Begin();
        var before = run.Writer.Commits;

        run.Writer.Record(Turns.Of(
            Turns.Transition(0, NodeState.Pending, NodeState.Running, 0, 1),
            Turns.Transition(1, NodeState.Ready, NodeState.Running, 1, 1),
            Turns.Transition(2, NodeState.Ready, NodeState.Running, 1, 1)));

        Assert.That(run.Writer.Commits, Is.EqualTo(before + 1));
    }

    [Test]
    public void Another_solution_is_refused_in_the_same_environment_and_leaves_nothing()
    {
        Begin().Dispose();

        Assert.That(
            () => Begin(Location, Plans.Of("Weekly", 1) with { Solution = "club" }),
            Throws.TypeOf<LedgerException>().With.Property("Code").EqualTo("ORC4125").And.Message.Contains("'shop'"));
        Begin(Location, Plans.Of("Weekly", 1, "test") with { Solution = "club" }).Dispose();
        using var reader = Read();
        Assert.That(
            reader.Runs().Select(run => (run.Number, run.Solution)), Is.EqualTo(new[] { (2, "club"), (1L, "shop") }));
    }

    [Test]
    public void The_receipt_names_the_attempts_that_began_and_no_others()
    {
        using var run = Begin();

        var first = run.Writer.Record(Turns.Running(2));
        var second = run.Writer.Record(Turns.Ended(2, NodeState.Failed));
        var third = run.Writer.Record(Turns.Running(2, attempt: 2));

        Assert.That(first.Attempts, Is.EqualTo(new[] { new AttemptBegun(2, 1, 1) }));
        Assert.That(second.Attempts, Is.Empty);
        Assert.That(third.Attempts, Is.EqualTo(new[] { new AttemptBegun(2, 2, 2) }));
    }

    [Test]
    public void What_was_acknowledged_is_there_for_another_connection()
    {
        using var run = Begin();
        using var reader = Read();
        using var acknowledged = new ManualResetEventSlim();
        NodeState? seen = null;

        run.Writer.Record(Turns.Running(1), _ =>
        {
            seen = reader.Nodes(run.Number)[1].State;
            acknowledged.Set();
        });
        acknowledged.Wait();

        Assert.That(seen, Is.EqualTo(NodeState.Running));
    }

    [Test]
    public void Turns_that_queue_up_are_answered_in_order_with_fewer_commits()
    {
        using var run = Begin(packages: 500);
        using var all = new CountdownEvent(500);
        List<int> answered = [];
        var before = run.Writer.Commits;

        for (var node = 1; node <= 500; node++)
        {
            run.Writer.Record(Turns.Running(node), receipt =>
            {
                answered.Add(receipt.Attempts[0].Node);
                all.Signal();
            });
        }

        all.Wait();
        Assert.That(answered, Is.EqualTo(Enumerable.Range(1, 500)));
        Assert.That(run.Writer.Commits - before, Is.LessThanOrEqualTo(500));
    }

    [Test]
    public void A_reason_stands_with_its_node_until_another_one_or_another_state()
    {
        using var run = Begin();
        using var reader = Read();
        run.Writer.Record(Turns.Running(1) with { Reasons = [Reason(1, WaitReason.Working, "", 1)] });
        run.Writer.Record(Turns.Of() with { Reasons = [Reason(1, WaitReason.WriterTurn, "a.db, held by S/p2", 3)] });
        var held = reader.Nodes(run.Number)[1];

        run.Writer.Record(Turns.Ended(1, NodeState.Succeeded));
        var ended = reader.Nodes(run.Number)[1];

        Assert.That((held.Reason, held.ReasonObject, held.ReasonSince, held.State), Is.EqualTo(
            ((WaitReason?)WaitReason.WriterTurn, "a.db, held by S/p2", (DateTimeOffset?)Began.AddSeconds(3),
                NodeState.Running)));
        Assert.That((ended.Reason, ended.ReasonObject, ended.ReasonSince), Is.EqualTo(
            ((WaitReason?)null, "", (DateTimeOffset?)null)));
    }

    [Test]
    public void Working_is_recorded_as_working_and_not_as_a_wait()
    {
        using var run = Begin();
        run.Writer.Record(Turns.Running(1));

        run.Writer.Record(Turns.Of(
            Turns.Transition(1, NodeState.Running, NodeState.Succeeded, 1, 5),
            new RecordTimes(1, 1, TimeSpan.FromSeconds(1), TimeSpan.Zero, TimeSpan.FromSeconds(3),
                new Dictionary<WaitReason, TimeSpan>
                {
                    [WaitReason.Gate] = TimeSpan.FromSeconds(1),
                    [WaitReason.Working] = TimeSpan.FromSeconds(3),
                })));

        using var reader = Read();
        Assert.That(reader.Waits(run.Number).Select(wait => wait.Reason), Is.EqualTo(new[] { WaitReason.Gate }));
        Assert.That(reader.Attempt(1)!.Working, Is.EqualTo(TimeSpan.FromSeconds(3)));
    }

    [Test]
    public void A_failed_write_answers_every_turn_and_records_nothing_of_it()
    {
        using var run = Begin();
        using var answered = new CountdownEvent(2);
        List<LedgerException?> failures = [];
        var broken = new LedgerTurn
        {
            Commands = [Turns.Transition(1, NodeState.Ready, NodeState.Running, 1, 1)],
            Results = [new AttemptResult { Node = 3, Attempt = 7 }],
        };

        foreach (var turn in new[] { broken, Turns.Running(2) })
        {
            run.Writer.Record(turn, receipt =>
            {
                failures.Add(receipt.Failure);
                answered.Signal();
            });
        }

        answered.Wait();
        using var reader = Read();
        Assert.That(failures, Has.All.Property(nameof(LedgerException.Code)).EqualTo(LedgerCodes.WriteFailed));
        Assert.That(run.Writer.Failure, Is.Not.Null);
        Assert.That(reader.Attempts(run.Number), Is.Empty);
    }

    [Test]
    public void Attempt_numbers_are_never_given_out_twice_by_two_processes()
    {
        using var second = SecondProcess.Start("write", Places.Text(Location), "Other", "200");
        using var third = SecondProcess.Start("write", Places.Text(Location), "Third", "200");
        using var run = Begin(packages: 200);

        var own = Enumerable.Range(1, 200)
            .Select(node => run.Writer.Record(Turns.Running(node)).Attempts[0].AttemptId).ToArray();

        var all = own.Concat(second.ReadToEnd().Concat(third.ReadToEnd()).Select(long.Parse)).ToArray();
        Assert.That(all, Has.Length.EqualTo(600));
        Assert.That(all, Is.Unique);
        Assert.That(own, Is.Ordered.Ascending);
    }

    private static CurrentReason Reason(int node, WaitReason reason, string what, int seconds) =>
        new(node, new NodeReason(reason, what, TimeSpan.FromSeconds(seconds)));
}

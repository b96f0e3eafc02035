using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Tests;

/// <summary>What another terminal can know of a run at work.</summary>
internal sealed class ReasonsInTheLedgerTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Before() => _solution = new SmallSolution();

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public void Every_unfinished_node_has_its_reason_at_once_and_a_writer_turn_within_a_second()
    {
        using var held = new ManualResetEventSlim();
        using var letGo = new ManualResetEventSlim();
        _solution.Kind.On("a", context =>
        {
            context.HeldUp(WaitReason.WriterTurn, "Db.db, held by Staging/b");
            held.Set();
            letGo.Wait();
            context.HeldUp(WaitReason.WriterTurn, null);
            return FakeKind.Success;
        });
        var run = Task.Run(() => RunHost.Run(_solution.Request("a", "b") with { MaxConcurrency = 1 }));
        held.Wait();
        var first = Reasons();

        _solution.Time.AdvanceToTimer(TimeSpan.FromSeconds(1));
        var later = AwaitReason(WaitReason.WriterTurn);
        letGo.Set();
        var summary = ((RunEnded)run.GetAwaiter().GetResult()).Summary;

        Assert.That(first["Staging/a"].Reason, Is.EqualTo(WaitReason.Working));
        Assert.That((first["Staging/b"].Reason, first["Staging/b"].ReasonObject), Is.EqualTo(
            ((WaitReason?)WaitReason.Gate, "1 slots")));
        Assert.That(first.Values, Has.All.Property(nameof(NodeRecord.Reason)).Not.Null);
        Assert.That(later["Staging/a"].ReasonObject, Is.EqualTo("Db.db, held by Staging/b"));
        Assert.That(later["Staging/a"].ReasonSince, Is.EqualTo(summary.Header.StartedAt));
        Assert.That(Reasons().Values, Has.All.Property(nameof(NodeRecord.Reason)).Null);
    }

    [Test]
    public void Reasons_that_change_a_thousand_times_within_a_second_cost_no_commit()
    {
        _solution.Kind.On("a", context =>
        {
            for (var i = 0; i < 1000; i++)
            {
                context.HeldUp(WaitReason.WriterTurn, $"Db.db, held by Staging/{i}");
            }

            return FakeKind.Success;
        });

        var summary = ((RunEnded)RunHost.Run(_solution.Request("a"))).Summary;

        Assert.That(summary.Waiting + summary.Working, Is.EqualTo(TimeSpan.Zero), "the clock stands still");
        Assert.That(summary.LedgerCommits, Is.LessThanOrEqualTo(5));
    }

    private Dictionary<string, NodeRecord> AwaitReason(WaitReason reason)
    {
        for (var look = 0; look < 10_000; look++)
        {
            var now = Reasons();
            if (now.Values.Any(node => node.Reason == reason))
            {
                return now;
            }

            if (look % 1000 == 999)
            {
                // The timer that was due may have been another one's.
                _solution.Time.AdvanceToTimer(TimeSpan.FromSeconds(1));
            }
        }

        throw new AssertionException($"nobody recorded {reason}");
    }

    private Dictionary<string, NodeRecord> Reasons()
    {
        using var reader = LedgerReader.Open(LedgerLocation.OfSolution(_solution.Folder), TimeProvider.System)!;
        return reader.Nodes(1).ToDictionary(node => node.Name);
    }
}

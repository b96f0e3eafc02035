using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Ledger.Purging;

namespace Orchestrator.Ledger.Tests.Purging;

internal sealed class PurgeTests(Place place) : ConformanceFixture(place)
{
    private const string First = "S/p1";
    private const string Second = "S/p2";

    [Test]
    public void Old_runs_go_with_all_that_hangs_on_them_and_no_number_is_given_twice()
    {
        RunAll(1, 2);
        RunAll(1, 2);
        RunAll(1, 2);
        using var reader = Read();
        var ledger = reader.Identity;
        List<long> folders = [];

        var gone = Purge(folders.Add);

        Assert.That(gone, Is.EquivalentTo(new[] { 1, 2 }));
        Assert.That(Look().Runs, Is.Empty);
        Assert.That(folders, Is.EqualTo(new[] { 2, 1 }));
        Assert.That(reader.Runs().Select(run => run.Number), Is.EqualTo(new[] { 3 }));
        Assert.That((reader.Count, reader.Run(1), reader.Identity), Is.EqualTo((1L, (RunRecord?)null, ledger)));
        Assert.That(reader.Nodes(1).Count + reader.Attempts(2).Count + reader.Transitions(2).Count, Is.Zero);
        Assert.That(reader.Attempts(First).Select(attempt => attempt.Run), Is.EqualTo(new[] { 3 }));
        using var next = Begin();
        Assert.That((next.Number, next.Writer.Record(Turns.Running(1)).Attempts[0].AttemptId), Is.EqualTo((4L, 7L)));
    }

    [Test]
    public void What_later_runs_ask_for_stays_whatever_its_age()
    {
        Load(1, NodeState.Succeeded, new WatermarkMove("M", "int", "5"), "a.csv");
        Load(2, NodeState.Succeeded, new WatermarkMove("M", "int", "9"), "b.csv");
        Load(2, NodeState.Failed, null, null);
        Load(1, NodeState.Succeeded, null, "a.csv");
        Load(1, NodeState.Succeeded, null, "c.csv");
        using var reader = Read();
        var before = Answers(reader);

        Purge();

        Assert.That(Answers(reader), Is.EqualTo(before));
        Assert.That(Look().Runs, Is.Empty);
        Assert.That(before, Does.Contain("9").And.Contain("b.csv").And.Contain("unfinished 3"));
        Assert.That(reader.Runs().Select(run => run.Number), Is.EqualTo(new[] { 5 }));
        Assert.That(reader.Attempt(4), Is.Not.Null, "it loaded a.csv last");
        Assert.That(reader.Attempt(1), Is.Not.Null, "the newest watermark of p1 is of it");
    }

    [Test]
    public void What_is_needed_no_more_goes_with_a_later_purge()
    {
        Load(2, NodeState.Succeeded, null, null);
        RunAll(1);
        RunAll(1);
        Purge();
        using var reader = Read();
        var kept = reader.Attempt(1);
        RunAll(1, 1);

        Purge();

        Assert.That(kept, Is.Not.Null);
        Assert.That(reader.Attempt(1), Is.Null);
        Assert.That(reader.Runs().Select(run => run.Number), Is.EqualTo(new[] { 4 }));
    }

    [Test]
    public void A_purge_that_was_stopped_goes_on_with_the_next_one()
    {
        RunAll(1, 1);
        RunAll(1, 1);
        RunAll(1, 1);

        Assert.That(() => Purge(_ => throw new OperationCanceledException()),
            Throws.InstanceOf<OperationCanceledException>());
        using var reader = Read();
        var left = reader.Attempts(First).Count;
        var gone = Purge();

        Assert.That(reader.Runs().Select(run => run.Number), Is.EqualTo(new[] { 3 }));
        Assert.That((left, reader.Attempts(First).Count), Is.EqualTo((3, 1)));
        Assert.That(gone, Is.EquivalentTo(new[] { 1, 2 }));
    }

    [Test]
    public void Events_go_earlier_than_their_run()
    {
        RunAll(1);
        RunAll(1);
        using var reader = Read();
        var limits = new PurgeLimits("default", Began.AddDays(-1), Began.AddDays(1));

        Purge(limits: limits);

        Assert.That(reader.Transitions(1).Count + reader.Transitions(2).Count, Is.Zero);
        Assert.That(reader.Attempts(1), Has.Count.EqualTo(1));
        Assert.That(reader.Facts(1).Nodes, Has.Count.EqualTo(2));
        Assert.That(Look(limits).Events, Is.Empty);
    }

    [Test]
    public void A_run_at_work_stays_and_so_do_those_of_other_environments()
    {
        RunAll(1);
        Begin(environment: "prod").Dispose();
        using var atWork = Begin();
        atWork.Writer.Record(Turns.Running(1));

        Assert.That(Purge(limits: new PurgeLimits("prod", Began.AddDays(1), Began.AddDays(1))), Is.Empty);
        Assert.That(Purge(), Is.EqualTo(new[] { 1 }));

        using var reader = Read();
        Assert.That(reader.Runs().Select(run => run.Number), Is.EqualTo(new[] { 3, 2 }));
        Assert.That(atWork.Writer.Record(Turns.Ended(1, NodeState.Succeeded)).Failure, Is.Null);
    }

    [TestCase(false)]
    [TestCase(true)]
    public void Of_what_must_not_run_twice_it_stays_known_that_nobody_knows_until_somebody_has_said_so(bool isSettled)
    {
        RunOnce(NodeState.Succeeded);
        RunOnce(NodeState.EndedUnexpectedly);
        RunOnce(isSettled ? NodeState.SkippedByOperator : NodeState.Blocked);
        Load(2, NodeState.Succeeded, null, null);

        Purge();

        using var reader = Read();
        Assert.That(reader.AttemptBefore(99, "default", First, "sql", "ORC3445")?.Run,
            Is.EqualTo(isSettled ? null : (long?)2));
    }

    [Test]
    public void What_an_attempt_of_a_load_may_have_left_stays_known_until_a_later_one_has_loaded()
    {
        RunOnce(NodeState.Succeeded, PackagePurpose.Load);
        RunOnce(NodeState.EndedUnexpectedly, PackagePurpose.Load);
        RunOnce(NodeState.SkippedByOperator, PackagePurpose.Load);
        Load(2, NodeState.Succeeded, null, null);

        Purge();

        using var reader = Read();
        Assert.That(reader.UnfinishedAttempts("default", First).Select(one => one.Attempt), Does.Contain(2));
    }

    /// <summary>A run of one package; one that somebody skips counts as a success.</summary>
    private void RunOnce(NodeState state, PackagePurpose purpose = PackagePurpose.Task)
    {
        var plan = Plans.Of("Nightly", 1);
        using var run = Begin(Location, plan with
        {
            Nodes =
            [
                plan.Nodes[0], plan.Nodes[1] with
                {
                    PackageKind = purpose == PackagePurpose.Load ? "load" : "sql",
                    Purpose = purpose,
                },
            ],
        });
        if (state is NodeState.Succeeded or NodeState.EndedUnexpectedly)
        {
            run.Writer.Record(Turns.Running(1));
            run.Writer.Record(Turns.Ended(1, state));
        }
        else
        {
            var number = RequestWriter.Ask(Location, TimeProvider.System, new RequestRecord
            {
                Run = run.Number,
                Verb = RequestVerb.Skip,
                AsSuccess = state == NodeState.SkippedByOperator,
                Node = 1,
                Reason = "looked at",
                Who = "ann@host",
                Asked = Began,
            });
            run.Writer.Record(Turns.Of(
                Turns.Transition(1, NodeState.Ready, state, 0, 1),
                new RecordAnswer(TimeSpan.FromSeconds(1), number!.Value, true, "")));
        }

        run.Writer.Record(Turns.End(RunVerdict.Succeeded));
    }

    private static string Answers(LedgerReader reader) => string.Join("\n", new[] { First, Second }.SelectMany(node =>
        reader.Watermarks("default", node).Take(1).Select(one => $"{one.Value} {one.Attempt}")
            .Concat(reader.FilesOf("default", node).DistinctBy(one => one.File.Name)
                .Select(one => one.File.Name).Order(StringComparer.Ordinal))
            .Concat(reader.UnfinishedAttempts("default", node).Select(one => $"unfinished {one.Attempt}"))));

    private void Load(int node, NodeState state, WatermarkMove? watermark, string? file)
    {
        using var run = Begin();
        run.Writer.Record(Turns.Running(node));
        run.Writer.Record(Turns.Ended(node, state) with
        {
            Results =
            [
                new AttemptResult
                {
                    Node = node,
                    Attempt = 1,
                    Work = new() { LoadPath = "row batches" },
                    Watermarks = watermark is null ? [] : [watermark],
                    Files = file is null ? [] : [Read(file)],
                },
            ],
        });
        run.Writer.Record(Turns.End(RunVerdict.Succeeded));
    }

    private static ReadFile Read(string name) => new()
    {
        Connection = "Inbox",
        Name = name,
        Size = 5,
        Written = Began,
        Hash = "00ff",
        Outcome = FileOutcome.Loaded,
    };

    [Test]
    public void A_purge_that_keeps_more_takes_nothing_that_is_needed_of_runs_that_an_earlier_one_removed()
    {
        Load(2, NodeState.Succeeded, null, null);
        Load(2, NodeState.Failed, null, null);
        RunAll(1);
        RunAll(1);
        Purge();
        using var reader = Read();
        var before = Answers(reader);

        Purge(limits: new PurgeLimits("default", Began.AddDays(-9), Began.AddDays(-9)));

        Assert.That(Answers(reader), Is.EqualTo(before).And.Contains("unfinished 2"));
    }

    private PurgeWork Look(PurgeLimits? limits = null) => LedgerPurge.Look(
        Location, TimeProvider.System, limits ?? new PurgeLimits("default", Began.AddDays(1), Began.AddDays(1)))!;

    private IReadOnlyList<long> Purge(Action<long>? marked = null, PurgeLimits? limits = null) => LedgerPurge.Do(
        Location, TimeProvider.System, Look(limits), marked ?? (_ => { }), CancellationToken.None);
}

internal sealed class PurgeChoiceTests
{
    private const long Before = 100;

    [Test]
    public void A_run_stays_that_one_which_stays_continues_however_far_back()
    {
        PurgeCandidate[] runs = [Of(1), Of(2, continues: 1), Of(3, continues: 2, ended: 200), Of(4), Of(5, ended: 200)];

        Assert.That(Chosen(runs), Is.EqualTo(new[] { 4 }));
    }

    [Test]
    public void The_newest_of_each_batch_in_each_environment_stays()
    {
        PurgeCandidate[] runs = [Of(1), Of(2, batch: "Weekly"), Of(3, environment: "prod"), Of(4)];

        Assert.That(Chosen(runs), Is.EqualTo(new[] { 1 }));
    }

    [Test]
    public void What_has_not_ended_or_must_stay_stays_and_what_was_begun_is_done()
    {
        PurgeCandidate[] runs =
            [Of(1, isPurged: true), Of(2), Of(3), Of(4) with { Ended = null }, Of(5, ended: 200)];

        Assert.That(Chosen(runs, 2), Is.EqualTo(new[] { 3, 1 }));
    }

    private static long[] Chosen(PurgeCandidate[] runs, params long[] kept) =>
        [.. PurgeChoice.Among(runs, Before, kept).Select(run => run.Number)];

    private static PurgeCandidate Of(
        long number, long? continues = null, long ended = 50, string batch = "Nightly", string environment = "default",
        bool isPurged = false) => new(number, batch, environment, continues, ended, isPurged);
}

using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Data;

namespace Orchestrator.Ledger.Tests;

internal sealed class LedgerReaderTests(Place place) : ConformanceFixture(place)
{
    [Test]
    public void A_run_is_found_by_its_number_and_by_how_far_it_lies_back()
    {
        RunAll(1);
        RunAll(1);
        RunAll(1);

        using var reader = Read();

        Assert.That(reader.Find("2").Number, Is.EqualTo(2));
        Assert.That(reader.Find("latest").Number, Is.EqualTo(3));
        Assert.That(reader.Find("latest~2").Number, Is.EqualTo(1));
    }

    [TestCase("4")]
    [TestCase("latest~1")]
    [TestCase("latest~-1")]
    [TestCase("last")]
    [TestCase("")]
    [TestCase("99999999999999999999")]
    public void A_name_of_no_run_is_refused_with_the_newest_number(string name)
    {
        RunAll(1);
        using var reader = Read();

        Assert.That(() => reader.Find(name), Throws.TypeOf<LedgerException>()
            .With.Property(nameof(LedgerException.Code)).EqualTo(LedgerCodes.NoSuchRun)
            .And.Message.Contains("the newest is 1"));
    }

    [Test]
    public void Runs_come_newest_first_and_of_the_batch_and_environment_asked_for()
    {
        Begin("Nightly").Dispose();
        Begin("Weekly").Dispose();
        Begin("Nightly", environment: "prod").Dispose();

        using var reader = Read();

        Assert.That(reader.Runs().Select(run => run.Number), Is.EqualTo(new[] { 3, 2, 1 }));
        Assert.That(reader.Runs("Nightly").Select(run => run.Number), Is.EqualTo(new[] { 3, 1 }));
        Assert.That(reader.Runs("Nightly", "prod").Select(run => run.Number), Is.EqualTo(new[] { 3 }));
        Assert.That(reader.Runs(limit: 1, skip: 1).Select(run => run.Number), Is.EqualTo(new[] { 2 }));
    }

    [Test]
    public void The_median_is_taken_over_past_successes_of_the_environment_only()
    {
        RunAll(10, 1);
        RunAll(30, 2);
        RunAll(11, 9);
        using (var prod = Begin(environment: "prod"))
        {
            prod.Writer.Record(Turns.Running(1));
            prod.Writer.Record(Turns.Succeeded(1, TimeSpan.FromSeconds(500)));
        }

        using (var failed = Begin())
        {
            failed.Writer.Record(Turns.Running(1));
            failed.Writer.Record(Turns.Ended(1, NodeState.Failed));
        }

        using var reader = Read();

        Assert.That(reader.MedianDurations("default"), Is.EquivalentTo(new Dictionary<string, TimeSpan>
        {
            ["S/p1"] = TimeSpan.FromSeconds(11),
            ["S/p2"] = TimeSpan.FromSeconds(2),
        }));
    }

    [Test]
    public void The_median_of_an_even_number_lies_in_the_middle_and_old_runs_do_not_count()
    {
        RunAll(900);
        RunAll(1);
        RunAll(2);

        using var reader = Read();

        Assert.That(reader.MedianDurations("default", runs: 2)["S/p1"], Is.EqualTo(TimeSpan.FromSeconds(1.5)));
    }

    [Test]
    public void Transitions_after_a_sequence_number_are_those_that_came_since()
    {
        using var run = Begin();
        using var reader = Read();
        run.Writer.Record(Turns.Running(1));
        var seen = reader.Transitions(run.Number)[^1].Sequence;

        run.Writer.Record(Turns.Ended(1, NodeState.Succeeded));

        Assert.That(reader.Transitions(run.Number, seen).Select(change => (change.Node, change.From, change.To)),
            Is.EqualTo(new[] { (1, NodeState.Running, NodeState.Succeeded) }));
    }

    [Test]
    public void Packages_are_found_by_their_state_and_the_batch_is_no_package()
    {
        using var run = Begin();
        run.Writer.Record(Turns.Running(2));
        run.Writer.Record(Turns.Ended(2, NodeState.Failed));
        run.Writer.Record(Turns.Of(Turns.Transition(0, NodeState.Running, NodeState.Failed, 0, 3)));

        using var reader = Read();

        Assert.That(reader.PackagesIn(run.Number, NodeState.Failed, NodeState.Cancelled), Is.EqualTo(new[] { "S/p2" }));
    }

    [Test]
    public void A_failed_attempt_stays_failed_when_its_retry_succeeds()
    {
        using var run = Begin();
        run.Writer.Record(Turns.Running(1));
        run.Writer.Record(Turns.Of(
            Turns.Transition(1, NodeState.Running, NodeState.Failed, 1, 2),
            Turns.Transition(1, NodeState.Failed, NodeState.Ready, 0, 2)));
        run.Writer.Record(Turns.Running(1, attempt: 2, seconds: 3));
        run.Writer.Record(Turns.Ended(1, NodeState.Succeeded, attempt: 2, seconds: 4));

        using var reader = Read();
        var attempts = reader.Attempts(run.Number);

        Assert.That(attempts.Select(attempt => (attempt.Number, attempt.State)), Is.EqualTo(
            new[] { (1, NodeState.Failed), (2, NodeState.Succeeded) }));
        Assert.That(attempts[0].Ended, Is.EqualTo(Began + TimeSpan.FromSeconds(2)));
        Assert.That(reader.Nodes(run.Number)[1].Last, Is.EqualTo(attempts[1]));
    }

    [Test]
    public void A_question_of_one_moment_does_not_see_what_is_written_meanwhile()
    {
        using var run = Begin();
        using var reader = Read();

        var (before, after) = reader.AtOneMoment(moment =>
        {
            var first = moment.Nodes(run.Number)[1].State;
            run.Writer.Record(Turns.Running(1));
            return (first, moment.Nodes(run.Number)[1].State);
        });

        Assert.That((before, after), Is.EqualTo((NodeState.Pending, NodeState.Pending)));
        Assert.That(reader.Nodes(run.Number)[1].State, Is.EqualTo(NodeState.Running));
    }

    [Test]
    public void Attempts_of_a_node_come_from_all_runs_newest_first()
    {
        RunAll(5);
        RunAll(6);

        using var reader = Read();

        Assert.That(reader.Attempts("S/p1").Select(attempt => (attempt.Run, attempt.Working.TotalSeconds)),
            Is.EqualTo(new[] { (2L, 6.0), (1L, 5.0) }));
        Assert.That(reader.Attempts("S/p1", "prod"), Is.Empty);
    }

    [Test]
    public void Of_each_package_the_newest_attempt_that_rejected_rows_is_found_in_its_environment()
    {
        Reject("default", (1, 4), (2, 0), (3, 1));
        Reject("default", (1, 0), (2, 0), (3, 2));
        Reject("prod", (1, 8));

        using var reader = Read();

        Assert.That(reader.AttemptsRejecting("default")
            .Select(one => (one.Node, one.Attempt.Run, one.Attempt.Counts.Rejected)),
            Is.EqualTo(new[] { ("S/p1", 1L, 4L), ("S/p3", 2L, 2L) }));
        Assert.That(reader.AttemptsRejecting("prod").Select(one => one.Attempt.Run), Is.EqualTo(new[] { 3L }));
        Assert.That(reader.AttemptsRejecting("test"), Is.Empty);
    }

    [Test]
    public void Errors_waits_and_warnings_stand_with_their_attempt()
    {
        using var run = Begin();
        run.Writer.Record(Turns.Running(3));
        var error = new PackageError
        {
            Code = "ORC3001",
            Class = ErrorClass.Data,
            Phase = "guard",
            Message = "too long",
            Connection = "STG",
            Script = "a.csv",
            Line = 7,
            ServerCode = "SQLITE_FULL (13)",
        };
        run.Writer.Record(new LedgerTurn
        {
            Commands =
            [
                Turns.Transition(3, NodeState.Running, NodeState.Failed, 1, 2),
                new RecordTimes(3, 1, TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(3),
                    new Dictionary<WaitReason, TimeSpan> { [WaitReason.WriterTurn] = TimeSpan.FromSeconds(2) }),
            ],
            Results =
            [
                new AttemptResult
                {
                    Node = 3, Attempt = 1, Error = error, Warnings = ["first", "second"],
                    Work = new()
                    {
                        Counts = new RowCounts(1, 2, 3, 4, 5, 6, 7, 8), LoadPath = "row batches", BytesRead = 9,
                    },
                },
            ],
        });

        using var reader = Read();
        var attempt = reader.Attempt(1)!;

        Assert.That(reader.Errors(run.Number), Is.EqualTo(new[] { new ErrorRecord(3, 1, 1, error) }));
        Assert.That(reader.Waits(run.Number), Is.EqualTo(
            new[] { new WaitRecord(3, 1, WaitReason.WriterTurn, TimeSpan.FromSeconds(2)) }));
        Assert.That(
            reader.Warnings(run.Number).Select(warning => warning.Text), Is.EqualTo(new[] { "first", "second" }));
        Assert.That((attempt.Queued, attempt.Waiting, attempt.Working), Is.EqualTo(
            (TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(3))));
        Assert.That(attempt.Counts, Is.EqualTo(new RowCounts(1, 2, 3, 4, 5, 6, 7, 8)));
        Assert.That((attempt.Work.LoadPath, attempt.Work.BytesRead), Is.EqualTo(("row batches", 9L)));
    }

    [Test]
    public void The_beginning_of_a_run_reads_back_with_its_plan_and_options()
    {
        using (var held = RunLock.Acquire(Location, "Nightly", "default"))
        using (var writer = LedgerWriter.Open(Location, TimeProvider.System))
        {
            writer.Begin(Beginning(Plans.Of("Nightly", 1)) with
            {
                GitCommit = "c0ffee",
                Version = "1.2",
                Options = [new RunOption("max-concurrency", "3", "flag")],
            }, held);
        }

        using var reader = Read();
        var run = reader.Run(1)!;

        Assert.That((run.Solution, run.Batch, run.Environment), Is.EqualTo(("shop", "Nightly", "default")));
        Assert.That((run.GateSlots, run.Processors, run.GitCommit, run.Version), Is.EqualTo((4, 2, "c0ffee", "1.2")));
        Assert.That((run.Started, run.Origin), Is.EqualTo((Began, Origin)));
        Assert.That(run.Id.Version, Is.EqualTo(7));
        Assert.That(reader.PlanJson(run.PlanHash), Is.EqualTo("""{"batch": "Nightly"}"""));
        Assert.That(reader.Options(1), Is.EqualTo(new[] { new RunOption("max-concurrency", "3", "flag") }));
    }

    private void Reject(string environment, params (int Node, long Rows)[] rejected)
    {
        using var run = Begin(packages: 3, environment: environment);
        foreach (var (node, rows) in rejected)
        {
            run.Writer.Record(Turns.Running(node));
            run.Writer.Record(Turns.Ended(node, NodeState.Succeeded) with
            {
                Results =
                [
                    new AttemptResult
                    {
                        Node = node,
                        Attempt = 1,
                        Work = new() { Counts = new(9, 9 - rows, 0, 0, 0, 0, rows, 0) },
                    },
                ],
            });
        }

        run.Writer.Record(Turns.End(RunVerdict.SucceededWithWarnings));
    }
}

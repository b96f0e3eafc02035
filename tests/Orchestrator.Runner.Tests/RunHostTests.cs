using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Runner.Tests;

internal sealed class RunHostTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Before() => _solution = new SmallSolution();

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public void A_run_of_packages_that_succeed_sums_up_what_they_did()
    {
        _solution.Kind.On("a", _ => FakeKind.Loaded(10)).On("b", _ => FakeKind.Loaded(5));

        var summary = Run(_solution.Request("a", "b", "c"));

        Assert.That(summary.Verdict, Is.EqualTo(RunVerdict.Succeeded));
        Assert.That(summary.ExitCode, Is.Zero);
        Assert.That((summary.Succeeded, summary.Failed, summary.Blocked), Is.EqualTo((3, 0, 0)));
        Assert.That(summary.Rows.Inserted, Is.EqualTo(15));
        Assert.That(summary.Header.Gate, Is.EqualTo(4));
        Assert.That(summary.Header.GateWhy, Does.Contain("2 processors + 2"));
    }

    [Test]
    public void A_package_is_durably_running_before_it_starts()
    {
        List<NodeState?> seen = [];
        _solution.Kind.On("a", context =>
        {
            using var reader = LedgerReader.Open(LedgerLocation.OfSolution(_solution.Folder), TimeProvider.System)!;
            seen.Add(reader.Attempt(context.AttemptId)?.State);
            return FakeKind.Success;
        });

        Run(_solution.Request("a"));

        Assert.That(seen, Is.EqualTo(new NodeState?[] { NodeState.Running }));
    }

    [Test]
    public void A_failed_package_is_tried_again_after_its_delay_with_a_new_audit_id()
    {
        List<long> attempts = [];
        _solution.Kind.On("a", context =>
        {
            attempts.Add(context.AttemptId);
            return attempts.Count < 3 ? FakeKind.Failure("try again", ErrorClass.Transient) : FakeKind.Success;
        });
        var retry = new RetryPolicy(2, TimeSpan.FromSeconds(60), false, [ErrorClass.Transient]);
        var run = Task.Run(() => Run(_solution.Request(retry, null, "a")));

        _solution.Time.AdvanceToTimer(TimeSpan.FromSeconds(60));
        _solution.Time.AdvanceToTimer(TimeSpan.FromSeconds(60));
        var summary = run.GetAwaiter().GetResult();

        Assert.That(summary.Verdict, Is.EqualTo(RunVerdict.Succeeded));
        Assert.That(attempts, Is.Unique.And.Ordered.And.Count.EqualTo(3));
    }

    [Test]
    public void A_package_over_its_timeout_is_asked_to_stop_and_fails_as_timed_out()
    {
        _solution.Kind.On("a", context =>
        {
            context.Cancellation.WaitHandle.WaitOne();
            return FakeKind.Cancelled;
        });
        var run = Task.Run(() => Run(_solution.Request(RetryPolicy.None, TimeSpan.FromMinutes(5), "a")));

        _solution.Time.AdvanceToTimer(TimeSpan.FromMinutes(5));
        var summary = run.GetAwaiter().GetResult();

        Assert.That(summary.ExitCode, Is.EqualTo(1));
        Assert.That(summary.Failures.Single().Error.Code, Is.EqualTo(RunCodes.TimedOut));
        Assert.That(summary.Failures.Single().Error.Class, Is.EqualTo(ErrorClass.TimedOut));
    }

    [Test]
    public void A_package_that_does_not_stop_is_abandoned_when_the_grace_time_is_over()
    {
        using var started = new ManualResetEventSlim();
        using var letGo = new ManualResetEventSlim();
        _solution.Kind.On("deaf", _ =>
        {
            started.Set();
            letGo.Wait();
            return FakeKind.Success;
        });
        var request = _solution.Request("deaf", "b") with { MaxConcurrency = 1, Grace = TimeSpan.FromSeconds(60) };
        var run = Task.Run(() => Run(request));
        started.Wait();

        request.Stop.Request("SIGTERM", 143);
        _solution.Time.AdvanceToTimer(TimeSpan.FromSeconds(60));
        var summary = run.GetAwaiter().GetResult();
        letGo.Set();

        Assert.That((summary.ExitCode, summary.Verdict), Is.EqualTo((143, RunVerdict.Failed)));
        Assert.That(summary.Failures.Single().Error.Code, Is.EqualTo(RunCodes.Abandoned));
        Assert.That(summary.NextCommand, Is.EqualTo("retry 1"));
        Assert.That(summary.Succeeded, Is.Zero);
    }

    [Test]
    public void A_second_request_to_stop_abandons_at_once_and_the_run_is_cancelled()
    {
        using var started = new ManualResetEventSlim();
        using var letGo = new ManualResetEventSlim();
        _solution.Kind.On("deaf", _ =>
        {
            started.Set();
            letGo.Wait();
            return FakeKind.Success;
        });
        var request = _solution.Request("deaf");
        var run = Task.Run(() => Run(request));
        started.Wait();

        request.Stop.Request("SIGINT", 130);
        request.Stop.Request("SIGINT", 130);
        var summary = run.GetAwaiter().GetResult();
        letGo.Set();

        Assert.That((summary.ExitCode, summary.Verdict), Is.EqualTo((130, RunVerdict.Cancelled)));
        Assert.That(summary.Failures.Single().Error.Code, Is.EqualTo(RunCodes.Abandoned));
    }

    [TestCase(false, "What it had not committed is rolled back.")]
    [TestCase(true, "Its program is ended, and what that had done stays done.")]
    public void What_becomes_of_work_that_was_left_behind_is_told_by_what_it_is(bool isProgram, string told)
    {
        using var started = new ManualResetEventSlim();
        using var letGo = new ManualResetEventSlim();
        _solution.Kind.On("deaf", _ =>
        {
            started.Set();
            letGo.Wait();
            return FakeKind.Success;
        });
        if (isProgram)
        {
            _solution.Process = new ProcessOptions(new Command(["sh"], ["sh"]), [], "", default);
        }

        var request = _solution.Request("deaf");
        var run = Task.Run(() => Run(request));
        started.Wait();

        request.Stop.Request("SIGINT", 130);
        request.Stop.Request("SIGINT", 130);
        var error = run.GetAwaiter().GetResult().Failures.Single().Error;
        letGo.Set();

        Assert.That(error.Message, Does.EndWith(told));
    }

    [Test]
    public void Two_requests_before_the_run_begins_let_nothing_start()
    {
        List<string> started = [];
        foreach (var name in (string[])["a", "b"])
        {
            _solution.Kind.On(name, _ =>
            {
                started.Add(name);
                return FakeKind.Success;
            });
        }

        var request = _solution.Request("a", "b") with { MaxConcurrency = 1 };
        request.Stop.Request("SIGINT", 130);
        request.Stop.Request("SIGINT", 130);

        var summary = Run(request);

        Assert.That(summary.ExitCode, Is.EqualTo(130));
        Assert.That(started, Is.Empty);
    }

    [Test]
    public void A_request_to_stop_lets_packages_stop_in_their_own_time()
    {
        using var started = new ManualResetEventSlim();
        _solution.Kind.On("a", context =>
        {
            started.Set();
            context.Cancellation.WaitHandle.WaitOne();
            return FakeKind.Cancelled;
        });
        var request = _solution.Request("a", "b") with { MaxConcurrency = 1 };
        var run = Task.Run(() => Run(request));
        started.Wait();

        request.Stop.Request("SIGINT", 130);
        var summary = run.GetAwaiter().GetResult();

        Assert.That(summary.Verdict, Is.EqualTo(RunVerdict.Cancelled));
        Assert.That(summary.ExitCode, Is.EqualTo(130));
        Assert.That(summary.Succeeded, Is.Zero);
    }

    [Test]
    public void An_exception_of_a_kind_is_a_bug_whose_trace_is_in_the_log_only()
    {
        _solution.Kind.On("a", _ => throw new InvalidDataException("broken inside"));

        var summary = Run(_solution.Request("a", "b"));

        Assert.That(summary.ExitCode, Is.EqualTo(5));
        Assert.That(summary.Succeeded, Is.EqualTo(1));
        var failure = summary.Failures.Single();
        Assert.That((failure.Error.Code, failure.Error.Class), Is.EqualTo((RunCodes.KindThrew, ErrorClass.Bug)));
        Assert.That(failure.Error.Message, Does.Contain("broken inside").And.Not.Contain("   at "));
        var log = File.ReadAllText(Path.Combine(_solution.Artifacts(1), "run.log"));
        Assert.That(log, Does.Contain(" at Orchestrator."));
    }

    [Test]
    public void Rows_that_do_not_add_up_fail_the_package()
    {
        _solution.Kind.On("a", _ => FakeKind.Loaded(3) with { Counts = new Data.RowCounts(3, 2, 0, 0, 0, 0, 0, 0) });

        var summary = Run(_solution.Request("a"));

        Assert.That(summary.Failures.Single().Error.Code, Is.EqualTo(RunCodes.BrokenContract));
    }

    [Test]
    public void A_second_run_of_the_batch_is_refused_and_told_who_runs()
    {
        RunOutcome? second = null;
        _solution.Kind.On("a", _ =>
        {
            second = RunHost.Run(_solution.Request("a"));
            return FakeKind.Success;
        });

        var first = Run(_solution.Request("a"));

        Assert.That(first.Verdict, Is.EqualTo(RunVerdict.Succeeded));
        Assert.That(second, Is.InstanceOf<RunRefused>());
        Assert.That(((RunRefused)second!).Holder, Does.Contain("run 1").And.Contain($"{Environment.ProcessId}"));
    }

    [Test]
    public void The_observer_is_told_each_step_and_the_end_exactly_once()
    {
        List<RunNotice> told = [];

        Run(_solution.Request("a", "b") with { Observer = told.Add });

        Assert.That(told[0], Is.InstanceOf<RunBegan>());
        Assert.That(told[^1], Is.InstanceOf<RunFinished>());
        Assert.That(told.OfType<RunFinished>(), Has.Exactly(1).Items);
        Assert.That(told.OfType<NodeChanged>().Where(each => each.To == NodeState.Succeeded
            && each.Node.Kind == NodeKind.Package), Has.Exactly(2).Items);
    }

    [Test]
    public void An_observer_that_breaks_does_not_stop_the_run()
    {
        var summary = Run(_solution.Request("a") with { Observer = _ => throw new IOException("closed pipe") });

        Assert.That(summary.Verdict, Is.EqualTo(RunVerdict.Succeeded));
    }

    [Test]
    public void The_next_run_expects_the_median_of_the_past()
    {
        _solution.Kind.On("a", context =>
        {
            _solution.Time.Advance(TimeSpan.FromSeconds(7));
            return FakeKind.Success;
        });
        Run(_solution.Request("a"));
        RunView? view = null;

        Run(_solution.Request("a") with
        {
            Observer = notice => view = (notice as RunBegan)?.View ?? view,
        });

        Assert.That(view!.Snapshot().Nodes.Single(node => node.Node.Name == "Staging/a").Expected,
            Is.EqualTo(TimeSpan.FromSeconds(7)));
    }

    private static RunSummary Run(RunRequest request) => ((RunEnded)RunHost.Run(request)).Summary;
}

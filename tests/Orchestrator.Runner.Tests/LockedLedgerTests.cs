using Microsoft.Data.Sqlite;
using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Runner.Tests;

/// <summary>Another process has the ledger locked when a run wants to begin.</summary>
internal sealed class LockedLedgerTests
{
    private SmallSolution _solution = null!;
    private SqliteConnection _other = null!;
    private List<string> _told = null!;

    [SetUp]
    public void Before()
    {
        _solution = new SmallSolution();
        _told = [];
        RunHost.Run(_solution.Request("a"));
        _other = new SqliteConnection(
            $"Data Source={LedgerLocation.OfSolution(_solution.Folder).File};Pooling=False");
        _other.Open();
        Execute("BEGIN IMMEDIATE");
    }

    [TearDown]
    public void After()
    {
        _other.Dispose();
        _solution.Dispose();
    }

    [Test]
    public void It_says_so_after_a_second_and_begins_once_the_lock_is_free()
    {
        var run = Start();

        _solution.Time.AdvanceToTimer(TimeSpan.FromSeconds(1));
        Execute("ROLLBACK");
        var outcome = run.GetAwaiter().GetResult();

        Assert.That(((RunEnded)outcome).Summary.Verdict, Is.EqualTo(RunVerdict.Succeeded));
        Assert.That(_told, Has.Count.EqualTo(1));
        AssertSaysTheWait(_told[0]);
    }

    [Test]
    public void At_its_end_it_says_in_log_and_on_the_screen_since_when_and_until_when_it_waits()
    {
        Execute("ROLLBACK");
        List<RunNotice> notices = [];
        var finished = new TaskCompletionSource();
        var run = Task.Run(() => RunHost.Run(_solution.Request("a") with
        {
            Observer = notice =>
            {
                notices.Add(notice);
                if (notice is RunFinished)
                {
                    Execute("BEGIN IMMEDIATE");
                    finished.SetResult();
                }
            },
        }));
        Task.WaitAny(finished.Task, run);

        _solution.Time.AdvanceToTimer(TimeSpan.FromSeconds(1));
        Execute("ROLLBACK");
        var outcome = run.GetAwaiter().GetResult();

        Assert.That(((RunEnded)outcome).Summary.Verdict, Is.EqualTo(RunVerdict.Succeeded));
        var told = notices.OfType<RunTrouble>().Single().Text;
        AssertSaysTheWait(told);
        Assert.That(File.ReadAllText(Path.Combine(_solution.Artifacts(2), "run.log")), Does.Contain($"WRN {told}"));
    }

    [Test]
    public void A_request_to_stop_ends_the_wait_and_nothing_has_begun()
    {
        var request = _solution.Request("a");
        var run = Start(request);
        _solution.Time.AdvanceToTimer(TimeSpan.FromSeconds(1));

        request.Stop.Request("SIGINT", 130);
        var outcome = run.GetAwaiter().GetResult();

        Assert.That(outcome, Is.InstanceOf<RunNotBegun>());
        Assert.That(Directory.Exists(_solution.Artifacts(2)), Is.False);
    }

    [Test]
    public void After_half_a_minute_it_gives_up()
    {
        var run = Start();
        _solution.Time.AdvanceToTimer(TimeSpan.FromSeconds(1));

        _solution.Time.Advance(TimeSpan.FromSeconds(30));

        Assert.That(() => run.GetAwaiter().GetResult(), Throws.TypeOf<LedgerException>()
            .With.Property(nameof(LedgerException.Code)).EqualTo(LedgerCodes.Locked));
        Assert.That(Directory.Exists(_solution.Artifacts(2)), Is.False);
    }

    private void AssertSaysTheWait(string told) => Assert.That(told,
        Does.StartWith($"waiting for the ledger {LedgerLocation.OfSolution(_solution.Folder).File}: ")
            .And.Contain("locked, since 2026-01-01 02:00:00Z; the wait is given up at 2026-01-01 02:00:30Z"));

    private Task<RunOutcome> Start(RunRequest? request = null) => Task.Run(
        () => RunHost.Run((request ?? _solution.Request("a")) with { LedgerAwaited = _told.Add }));

    private void Execute(string sql)
    {
        using var command = _other.CreateCommand();
        command.CommandText = sql;
        command.ExecuteNonQuery();
    }
}

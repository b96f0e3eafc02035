using Orchestrator.Ledger;

namespace Orchestrator.Runner.Tests;

/// <summary>What a run does whose ledger is gone or whose process died at an unlucky moment.</summary>
internal sealed class LostLedgerTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Before() => _solution = new SmallSolution();

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public void A_ledger_that_is_removed_stops_the_run_at_once_and_the_run_says_so()
    {
        List<string> started = [];
        foreach (var name in (string[])["a", "b", "c"])
        {
            _solution.Kind.On(name, _ =>
            {
                started.Add(name);
                File.Delete(LedgerLocation.OfSolution(_solution.Folder).File);
                return FakeKind.Success;
            });
        }

        // The clock stands still: a run that waits for the grace time of what never began would never end.
        var outcome = RunHost.Run(_solution.Request("a", "b", "c") with { MaxConcurrency = 1 });

        Assert.That(outcome, Is.InstanceOf<RunLost>());
        Assert.That(((RunLost)outcome).Code, Is.EqualTo(LedgerCodes.WriteFailed));
        Assert.That(((RunLost)outcome).Message, Does.Contain("ledger.db").And.Contain("removed"));
        Assert.That(started, Is.EqualTo(new[] { "a" }));
    }

    [Test]
    public void Artifacts_that_a_killed_process_did_not_come_to_are_written_by_the_next_run()
    {
        RunHost.Run(_solution.Request("a"));
        var events = Path.Combine(_solution.Artifacts(1), "events.jsonl");
        var results = Path.Combine(_solution.Artifacts(1), "run_results.json");
        var (expectedEvents, expectedResults) = (File.ReadAllText(events), File.ReadAllText(results));
        File.Delete(events);
        File.Delete(results);

        RunHost.Run(_solution.Request("a"));

        Assert.That(File.ReadAllText(events), Is.EqualTo(expectedEvents));
        Assert.That(File.ReadAllText(results), Is.EqualTo(expectedResults));
    }
}

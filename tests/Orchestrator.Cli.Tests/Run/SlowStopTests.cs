namespace Orchestrator.Cli.Tests.Run;

/// <summary>A package that hangs in a read and so cannot stop when it is asked to.</summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for a process.
internal sealed class SlowStopTests
{
    private SmallSolution _solution = null!;
    private HangingFile _source = null!;

    [SetUp]
    public void Before()
    {
        RunningCommand.OnLinuxOnly();
        _solution = new SmallSolution();
        _source = new HangingFile(Path.Combine(_solution.Folder, "data", "customer.csv"));
    }

    [TearDown]
    public void After()
    {
        _source?.Dispose();
        _solution?.Dispose();
    }

    [TestCase("INT", 130, 0.5)]
    [TestCase("INT", 130, 10, Category = "Full")]
    [TestCase("TERM", 143, 10, Category = "Full")]
    public void A_package_that_needs_some_seconds_to_stop_gets_them(string signal, int code, double seconds)
    {
        using var run = StartAndSend(signal, "--grace", "60s");

        Assert.That(run.HasEndedWithin(TimeSpan.FromSeconds(seconds)), Is.False, run.Said);
        _source.LetGo();

        Assert.That(run.ExitCode(), Is.EqualTo(code), run.Said);
        Assert.That(ArtifactsAgainstLedger.AssertEqual(_solution.Folder, 1), Is.EqualTo("Cancelled"));
        Assert.That(StateOfCustomer(), Is.EqualTo("Cancelled"));
        AssertTheNextRunWorks();
    }

    [TestCase("INT", 130)]
    [TestCase("TERM", 143)]
    public void A_package_that_needs_longer_than_the_grace_time_is_abandoned(string signal, int code)
    {
        using var run = StartAndSend(signal, "--grace", "500ms");

        Assert.That(run.ExitCode(), Is.EqualTo(code), run.Said);
        Assert.That(ArtifactsAgainstLedger.AssertEqual(_solution.Folder, 1), Is.EqualTo("Failed"));
        Assert.That(StateOfCustomer(), Is.EqualTo("Abandoned"));
        AssertTheNextRunWorks();
    }

    [TestCase("INT", 130)]
    [TestCase("TERM", 143)]
    public void A_second_signal_waits_for_nobody_and_the_run_is_cancelled(string signal, int code)
    {
        using var run = StartAndSend(signal, "--grace", "60s");

        run.Send(signal);

        Assert.That(run.ExitCode(), Is.EqualTo(code), run.Said);
        Assert.That(ArtifactsAgainstLedger.AssertEqual(_solution.Folder, 1), Is.EqualTo("Cancelled"));
        Assert.That(StateOfCustomer(), Is.EqualTo("Abandoned"));
        AssertTheNextRunWorks();
    }

    private RunningCommand StartAndSend(string signal, params string[] options)
    {
        var run = new RunningCommand(_solution.Folder, ["run", .. options]);
        run.AwaitLine("start  Staging/customer");
        _source.AwaitReader();
        run.Send(signal);
        run.AwaitLine("stopping (SIG" + signal);
        return run;
    }

    private string StateOfCustomer() =>
        LedgerTables.Rows(_solution.Folder, "select state from nodes where name = 'Staging/customer'").Single();

    private void AssertTheNextRunWorks()
    {
        _source.Replace();
        var next = _solution.Call("run");
        Assert.That(next.ExitCode, Is.Zero, next.Error);
        Assert.That(ArtifactsAgainstLedger.AssertEqual(_solution.Folder, 2), Is.EqualTo("Succeeded"));
    }
}

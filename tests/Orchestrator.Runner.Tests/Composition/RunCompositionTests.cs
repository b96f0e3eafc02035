namespace Orchestrator.Runner.Tests.Composition;

internal sealed class RunCompositionTests
{
    private SmallSolution _solution = null!;

    [SetUp]
    public void Before() => _solution = new SmallSolution();

    [TearDown]
    public void After() => _solution.Dispose();

    [Test]
    public void The_log_is_closed_where_what_comes_behind_it_cannot_be_made()
    {
        // What lies there is put aside, which is the first line of the log.
        Directory.CreateDirectory(_solution.Artifacts(1));
        File.WriteAllText(Path.Combine(_solution.Artifacts(1), "of another ledger"), "");
        var request = _solution.Request("a") with { Logged = _ => throw new InvalidOperationException("no part") };

        Assert.That(() => RunHost.Run(request), Throws.InvalidOperationException);

        using var log = new FileStream(
            Path.Combine(_solution.Artifacts(1), "run.log"), FileMode.Open, FileAccess.ReadWrite, FileShare.None);
        Assert.That(log.Length, Is.Positive);
    }
}

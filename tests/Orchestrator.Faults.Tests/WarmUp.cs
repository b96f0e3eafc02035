namespace Orchestrator.Faults.Tests;

/// <summary>
/// One run before all others, so that the time which a failure takes holds nothing of a program's first seconds.
/// </summary>
[SetUpFixture]
internal sealed class WarmUp
{
    [OneTimeSetUp]
    public void Run()
    {
        using var night = new Night();
        night.Write("in/s.csv", "id\n1\n");
        night.Solution(
            "{connection: Unused, platform: Files, folder: in}", "{connection: Target, platform: Sqlite}",
            """
            - object: t
              source: {file: s.csv}
            """,
            retries: 0);
        Assert.That(night.Run().ExitCode, Is.Zero);
    }
}

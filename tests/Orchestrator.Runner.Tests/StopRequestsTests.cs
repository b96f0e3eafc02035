namespace Orchestrator.Runner.Tests;

internal sealed class StopRequestsTests
{
    [Test]
    public void The_first_request_decides_the_exit_code_and_the_second_counts()
    {
        var stop = new StopRequests();

        stop.Request("SIGTERM", 143);
        stop.Request("SIGINT", 130);

        Assert.That((stop.Count, stop.By, stop.ExitCode), Is.EqualTo((2, "SIGTERM", 143)));
    }

    [Test]
    public void A_request_before_anybody_listens_is_told_to_the_listener()
    {
        var stop = new StopRequests();
        stop.Request("SIGINT", 130);
        var told = 0;

        stop.Listen(_ => told++);

        Assert.That(told, Is.EqualTo(1));
    }
}

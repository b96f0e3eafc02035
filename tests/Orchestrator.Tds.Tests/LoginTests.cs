namespace Orchestrator.Tds.Tests;

internal sealed class LoginTests
{
    [Test]
    public void The_real_client_signs_in_and_its_batch_is_answered()
    {
        using var server = TdsServer.Start();
        server.On("select 1", reply => reply.Value("int", 1));

        using var connection = server.Open();
        var answer = connection.Ask("select 1");

        Assert.That(answer, Is.EqualTo(1));
    }
}

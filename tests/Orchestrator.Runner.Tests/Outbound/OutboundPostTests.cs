using System.Net;
using System.Text;
using Orchestrator.Runner.Outbound;

namespace Orchestrator.Runner.Tests.Outbound;

internal sealed class OutboundPostTests
{
    private static readonly OutboundRules Declared = new() { AllowPrivate = true };

    [Test]
    public async Task A_request_arrives_as_it_was_given()
    {
        await using var server = new ScriptedServer("HTTP/1.1 204 No Content\r\n\r\n");
        using var post = new OutboundPost(Declared, TimeProvider.System);

        var answer = await post.SendAsync(server.Address, Encoding.UTF8.GetBytes("{\"a\":1}"), "application/json",
            new Dictionary<string, string> { ["webhook-id"] = "7" });

        Assert.That(answer, Is.EqualTo(new OutboundAnswer(204, null)));
        Assert.That(server.Requests.Single(), Does.StartWith("POST /x HTTP/1.1\r\n").And.Contains("webhook-id: 7\r\n")
            .And.EndsWith("\r\n\r\n{\"a\":1}"));
    }

    [Test]
    public async Task A_redirect_is_an_answer_and_nothing_is_asked_there()
    {
        await using var aim = new ScriptedServer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        await using var server = new ScriptedServer(
            $"HTTP/1.1 307 Temporary Redirect\r\nLocation: {aim.Address}\r\nContent-Length: 0\r\n\r\n");
        using var post = new OutboundPost(Declared, TimeProvider.System);

        var answer = await post.SendAsync(server.Address, default, "application/json", Nothing);

        Assert.That((answer.Status, answer.IsTaken), Is.EqualTo((307, false)));
        Assert.That(aim.Requests, Is.Empty);
    }

    [Test]
    public async Task Nothing_is_sent_to_this_machine_unless_that_is_declared()
    {
        await using var server = new ScriptedServer("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n");
        using var post = new OutboundPost(
            new OutboundRules { Resolve = (_, _) => Task.FromResult<IPAddress[]>([IPAddress.Loopback]) },
            TimeProvider.System);
        var address = $"https://hooks.example.org:{new Uri(server.Address).Port}/x";

        Assert.That(() => post.SendAsync(address, default, "application/json", Nothing),
            Throws.TypeOf<OutboundRefusedException>().With.Message.Contains("127.0.0.1"));
        Assert.That(server.Requests, Is.Empty);
    }

    [Test]
    public async Task An_answer_without_an_end_is_left()
    {
        await using var server = new ScriptedServer(
            "HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n" + new string('x', 8192), closes: false);
        using var post = new OutboundPost(Declared, TimeProvider.System);

        var answer = await post.SendAsync(server.Address, default, "application/json", Nothing);

        Assert.That(answer.IsTaken, Is.True);
    }

    [Test]
    public async Task A_server_that_has_answered_and_keeps_the_rest_to_itself_has_answered()
    {
        await using var server = new ScriptedServer("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nx", closes: false);
        using var post = new OutboundPost(
            Declared with { Timeout = TimeSpan.FromSeconds(5) }, TimeProvider.System);

        var answer = await post.SendAsync(server.Address, default, "application/json", Nothing);

        Assert.That(answer.IsTaken, Is.True);
    }

    [Test]
    public async Task A_server_that_does_not_answer_is_given_up()
    {
        await using var server = new ScriptedServer("", closes: false);
        using var post = new OutboundPost(
            Declared with { Timeout = TimeSpan.FromMilliseconds(200) }, TimeProvider.System);

        Assert.That(() => post.SendAsync(server.Address, default, "application/json", Nothing),
            Throws.TypeOf<TimeoutException>());
    }

    [Test]
    public async Task How_long_a_server_wants_to_be_left_alone_is_part_of_its_answer()
    {
        await using var server = new ScriptedServer(
            "HTTP/1.1 429 Too Many Requests\r\nRetry-After: 120\r\nContent-Length: 0\r\n\r\n");
        using var post = new OutboundPost(Declared, TimeProvider.System);

        var answer = await post.SendAsync(server.Address, default, "application/json", Nothing);

        Assert.That(answer, Is.EqualTo(new OutboundAnswer(429, TimeSpan.FromMinutes(2))));
    }

    private static IReadOnlyDictionary<string, string> Nothing { get; } = new Dictionary<string, string>();
}

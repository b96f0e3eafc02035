using System.Net;

namespace Orchestrator.Service.Tests.Security;

/// <summary>Who sends too much, or too slowly.</summary>
internal sealed class LimitTests
{
    [Test]
    public async Task A_body_over_the_limit_is_refused()
    {
        await using var served = await Served.StartAsync();
        using var body = new FormUrlEncodedContent([new("secret", new string('x', 65 * 1024))]);

        using var answer = await served.Client.PostAsync("/sign-in", body);

        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.RequestEntityTooLarge));
        Assert.That(served.Refused.Select(entry => entry.Detail), Has.Some.Contain("the body is larger"));
    }

    [Test]
    public async Task Headers_over_the_limit_are_refused()
    {
        await using var served = await Served.StartAsync();

        var status = await served.StatusAsync("/healthz", ("X-Long", new string('x', 20 * 1024)));

        Assert.That(status, Is.EqualTo(HttpStatusCode.RequestHeaderFieldsTooLarge));
        Assert.That(served.Refused.Single().Detail, Does.Contain("the headers are larger"));
    }

    [Test]
    public async Task Who_never_ends_his_headers_is_let_go_and_others_are_answered()
    {
        await using var served = await Served.StartAsync(options => options with
        {
            Limits = options.Limits with { HeadersTimeout = TimeSpan.FromSeconds(1) },
        });
        using var slow = await RawConnection.OpenAsync(served.Address);
        await slow.SendAsync($"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1:{served.Address.Port}\r\nX-Slow: ");

        var other = await served.StatusAsync("/healthz");
        var end = await slow.ReadToEndAsync();

        Assert.That(other, Is.EqualTo(HttpStatusCode.OK));
        Assert.That(end, Does.StartWith("HTTP/1.1 408"));
        Assert.That(served.Refused.Single().Detail, Is.EqualTo("the request came too slowly"));
    }

    [Test]
    public async Task Who_never_sends_his_body_is_let_go()
    {
        await using var served = await Served.StartAsync(options => options with
        {
            Limits = options.Limits with { BodyGrace = TimeSpan.FromSeconds(1.5) },
        });
        using var slow = await RawConnection.OpenAsync(served.Address);

        await slow.SendAsync($"POST /sign-in HTTP/1.1\r\nHost: 127.0.0.1:{served.Address.Port}\r\n"
            + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\nsecret=");

        Assert.That(await slow.ReadToEndAsync(), Does.StartWith("HTTP/1.1 408"));
        Assert.That(served.Refused.Select(entry => entry.Detail), Has.Some.EqualTo("the request came too slowly"));
    }

    [TestCase("/../../etc/passwd")]
    [TestCase("/assets/../../../etc/passwd")]
    [TestCase("/assets/..%2f..%2f..%2fetc%2fpasswd")]
    [TestCase("/assets/%2e%2e/%2e%2e/etc/passwd")]
    [TestCase("/runs/..\\..\\etc\\passwd")]
    public async Task No_path_leads_to_a_file(string path)
    {
        await using var served = await Served.StartAsync();
        using var raw = await RawConnection.OpenAsync(served.Address);

        await raw.SendAsync(
            $"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{served.Address.Port}\r\nConnection: close\r\n\r\n");

        Assert.That(await raw.ReadToEndAsync(), Does.Match("^HTTP/1.1 40[04]").And.Not.Contain("root:"));
    }
}

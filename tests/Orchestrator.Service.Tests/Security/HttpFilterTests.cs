using System.Net;

namespace Orchestrator.Service.Tests.Security;

/// <summary>What no request may say, whoever sends it.</summary>
internal sealed class HttpFilterTests
{
    [TestCase("evil.example.org")]
    [TestCase("localhost.evil.example.org:{port}")]
    [TestCase("127.0.0.1")]
    [TestCase("127.0.0.1:1")]
    [TestCase("127.0.0.2:{port}")]
    [TestCase("localhost:{port}@evil.example.org")]
    public async Task A_name_that_is_none_of_ours_is_refused_and_told(string host)
    {
        await using var served = await Served.StartAsync();

        var answer = await AskAsync(served, host.Replace("{port}", $"{served.Address.Port}"));

        Assert.That(answer, Does.StartWith("HTTP/1.1 4"));
        Assert.That(answer, Does.Not.Contain("ok\n"));
    }

    [Test]
    public async Task A_refused_name_is_told_and_not_repeated()
    {
        await using var served = await Served.StartAsync();

        var answer = await AskAsync(served, "evil.example.org");

        Assert.That(answer, Does.StartWith("HTTP/1.1 421").And.Contain("Host header").And.Not.Contain("evil"));
        var entry = served.Refused.Single();
        Assert.That((entry.Action, entry.Address), Is.EqualTo(("GET /healthz", "127.0.0.1")));
        Assert.That(entry.Detail, Does.Contain("Host header"));
    }

    [TestCase("127.0.0.1:{port}")]
    [TestCase("localhost:{port}")]
    [TestCase("LOCALHOST:{port}")]
    [TestCase("[::1]:{port}")]
    [TestCase("etl.example.org:{port}")]
    [TestCase("etl.example.org")]
    [TestCase("other.example.org:8443")]
    public async Task A_name_of_this_machine_or_a_declared_one_is_answered(string host)
    {
        await using var served = await Served.StartAsync(
            options => options with { HostNames = ["etl.example.org", "other.example.org:8443"] });

        var answer = await AskAsync(served, host.Replace("{port}", $"{served.Address.Port}"));

        Assert.That(answer, Does.StartWith("HTTP/1.1 200").And.Contain("ok\n"));
    }

    [Test]
    public async Task A_request_without_a_name_is_refused()
    {
        await using var served = await Served.StartAsync();
        using var raw = await RawConnection.OpenAsync(served.Address);

        await raw.SendAsync("GET /healthz HTTP/1.0\r\n\r\n");

        Assert.That(await raw.ReadToEndAsync(), Does.StartWith("HTTP/1.1 421"));
    }

    [TestCase("X-Forwarded-For", "10.0.0.1")]
    [TestCase("X-Forwarded-Host", "etl.example.org")]
    [TestCase("X-Forwarded-Proto", "https")]
    [TestCase("X-Real-IP", "127.0.0.1")]
    [TestCase("Forwarded", "for=127.0.0.1")]
    public async Task Forwarded_headers_of_others_than_the_declared_proxy_are_refused(string name, string value)
    {
        await using var served = await Served.StartAsync();

        var status = await served.StatusAsync("/healthz", (name, value));

        Assert.That(status, Is.EqualTo(HttpStatusCode.BadRequest));
        Assert.That(served.Refused.Single().Detail, Does.Contain("no declared proxy"));
    }

    [TestCase("token")]
    [TestCase("access_token")]
    [TestCase("API_KEY")]
    public async Task A_token_in_an_address_is_refused_and_said_also_where_it_is_right(string name)
    {
        await using var served = await Served.StartAsync(Served.WithTokens);

        using var answer = await served.GetAsync($"/api/v1/runs?{name}={Served.AdminToken}");

        Assert.That(answer.StatusCode, Is.EqualTo(HttpStatusCode.BadRequest));
        Assert.That(await answer.Content.ReadAsStringAsync(), Does.Contain("never taken from an address"));
        Assert.That(served.Refused.Single().ToString(), Does.Not.Contain(Served.AdminToken));
    }

    [TestCase("cross-site", "cors")]
    [TestCase("cross-site", "no-cors")]
    [TestCase("same-site", "no-cors")]
    public async Task What_another_page_asks_for_is_refused(string site, string mode)
    {
        await using var served = await Served.StartAsync();

        var status = await served.StatusAsync("/", ("Sec-Fetch-Site", site), ("Sec-Fetch-Mode", mode));

        Assert.That(status, Is.EqualTo(HttpStatusCode.Forbidden));
    }

    [Test]
    public async Task A_link_on_another_page_leads_here()
    {
        await using var served = await Served.StartAsync();

        var status = await served.StatusAsync(
            "/healthz", ("Sec-Fetch-Site", "cross-site"), ("Sec-Fetch-Mode", "navigate"));

        Assert.That(status, Is.EqualTo(HttpStatusCode.OK));
    }

    [TestCase("/healthz")]
    [TestCase("/sign-in")]
    [TestCase("/nowhere")]
    [TestCase("/api/v1/nowhere")]
    public async Task Each_answer_tells_browsers_to_trust_nothing(string path)
    {
        await using var served = await Served.StartAsync();

        using var answer = await served.GetAsync(path);

        string Header(string name) => answer.Headers.TryGetValues(name, out var values) ? values.Single() : "";
        Assert.That(Header("Content-Security-Policy"), Does.StartWith("default-src 'none'")
            .And.Contain("frame-ancestors 'none'").And.Not.Contain("unsafe"));
        Assert.That(Header("X-Content-Type-Options"), Is.EqualTo("nosniff"));
        Assert.That(Header("Referrer-Policy"), Is.EqualTo("no-referrer"));
        Assert.That(Header("Cache-Control"), Is.EqualTo("no-store"));
        Assert.That(answer.Headers.Contains("Server"), Is.False);
    }

    private static async Task<string> AskAsync(Served served, string host)
    {
        using var raw = await RawConnection.OpenAsync(served.Address);
        await raw.SendAsync($"GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
        return await raw.ReadToEndAsync();
    }
}

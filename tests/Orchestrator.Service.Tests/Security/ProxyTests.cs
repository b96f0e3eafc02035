using System.Net;
using Microsoft.AspNetCore.Http;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Tests.Security;

/// <summary>What a declared proxy passes on.</summary>
internal sealed class ProxyTests
{
    [Test]
    public async Task What_the_declared_proxy_passes_on_is_answered_by_the_declared_name()
    {
        await using var served = await Served.StartAsync(Behind);

        var status = await served.StatusAsync("/healthz", ("Host", "etl.example.org"),
            ("X-Forwarded-For", "10.0.0.9"), ("X-Forwarded-Proto", "https"));

        Assert.That(status, Is.EqualTo(HttpStatusCode.OK));
    }

    [Test]
    public async Task Who_is_behind_the_proxy_is_known_by_what_it_added_last()
    {
        await using var served = await Served.StartAsync(Behind);

        await served.StatusAsync("/api/v1/runs", ("Host", "etl.example.org"),
            ("X-Forwarded-For", "127.0.0.1, 10.0.0.9"), ("X-Forwarded-Proto", "https"),
            ("Authorization", "Bearer wrong"));

        Assert.That(served.Refused.Single().Address, Is.EqualTo("10.0.0.9"));
    }

    [Test]
    public async Task Who_came_by_TLS_through_the_proxy_comes_by_it_from_then_on()
    {
        await using var served = await Served.StartAsync(Behind);

        using var answer = await served.GetAsync("/healthz", ("Host", "etl.example.org"),
            ("X-Forwarded-For", "10.0.0.9"), ("X-Forwarded-Proto", "https"));
        using var direct = await served.GetAsync("/healthz");

        Assert.That(answer.Headers.GetValues("Strict-Transport-Security"), Is.EqualTo((string[])["max-age=31536000"]));
        Assert.That(direct.Headers.Contains("Strict-Transport-Security"), Is.False);
    }

    [TestCase("http")]
    [TestCase("")]
    public async Task A_proxy_that_was_asked_without_TLS_is_refused(string proto)
    {
        await using var served = await Served.StartAsync(Behind);

        var status = await served.StatusAsync("/healthz", ("Host", "etl.example.org"),
            ("X-Forwarded-For", "10.0.0.9"), ("X-Forwarded-Proto", proto));

        Assert.That(status, Is.EqualTo(HttpStatusCode.Forbidden));
    }

    [Test]
    public async Task Nobody_is_a_local_user_behind_a_proxy()
    {
        await using var served = await Served.StartAsync(Behind);

        var status = await served.StatusAsync("/api/v1/runs", ("X-Forwarded-For", "127.0.0.1"),
            ("X-Forwarded-Proto", "https"), ("Host", "etl.example.org"));

        Assert.That(status, Is.EqualTo(HttpStatusCode.Unauthorized));
    }

    [Test]
    public void Without_TLS_a_stranger_is_refused_though_he_comes_to_an_open_address()
    {
        var context = new DefaultHttpContext();
        context.Connection.RemoteIpAddress = IPAddress.Parse("::ffff:10.0.0.66");

        var (peer, refusal) = new Peers([IPAddress.Parse("10.0.0.7")], hasTls: false).Of(context);

        Assert.That(peer.Address, Is.EqualTo(IPAddress.Parse("10.0.0.66")));
        Assert.That(refusal!.Status, Is.EqualTo(403));
    }

    private static ServiceOptions Behind(ServiceOptions options) => Served.WithTokens(options) with
    {
        Proxies = ["127.0.0.1"],
        HostNames = ["etl.example.org"],
    };
}

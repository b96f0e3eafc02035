using System.Net;
using Orchestrator.Cli.Tests;

namespace Orchestrator.Faults.Tests.Serving;

/// <summary>The page of a real service, with tokens out of its ledger.</summary>
internal sealed class ServedPageTests
{
    private const string Says = "the page is at ";

    [Test]
    public async Task A_token_opens_the_page_until_it_is_revoked_and_what_is_refused_is_in_the_audit_log()
    {
        RunningCommand.OnLinuxOnly();
        using var night = new ServedNight("1d");
        var service = night.Serve();
        using var client = new HttpClient(new SocketsHttpHandler { AllowAutoRedirect = false })
        {
            BaseAddress = new Uri(service.Said.Split('\n').First(line => line.Contains(Says)).Split(Says)[1].Trim()),
        };
        var local = await StatusAsync(client, "");
        var token = night.Ask("tokens", "create", "ann", "-q").Split('\n')
            .First(line => line.StartsWith("orc_")).Trim();
        // Whether there are tokens is asked once a second.
        Assert.That(() => StatusAsync(client, "").GetAwaiter().GetResult(),
            Is.EqualTo(HttpStatusCode.Unauthorized).After(300_000, 100));
        var withIt = await StatusAsync(client, token);
        night.Ask("tokens", "revoke", "ann");
        var revoked = await StatusAsync(client, token);

        Assert.That((local, withIt, revoked), Is.EqualTo(
            (HttpStatusCode.OK, HttpStatusCode.OK, HttpStatusCode.Unauthorized)));
        Assert.That(night.Audit, Does.Contain("token create done").And.Contain("GET /api/v1/runs refused"));
        Assert.That(night.Audit, Does.Not.Contain(token));
    }

    private static async Task<HttpStatusCode> StatusAsync(HttpClient client, string token)
    {
        using var request = new HttpRequestMessage(HttpMethod.Get, "/api/v1/runs");
        if (token.Length > 0)
        {
            request.Headers.Authorization = new("Bearer", token);
        }

        using var response = await client.SendAsync(request);
        return response.StatusCode;
    }
}

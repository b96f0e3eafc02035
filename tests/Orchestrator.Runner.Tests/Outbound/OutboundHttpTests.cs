using System.Net;
using System.Net.Sockets;
using System.Text;
using Orchestrator.Packages.Http;
using Orchestrator.Runner.Outbound;

namespace Orchestrator.Runner.Tests.Outbound;

/// <summary>Requests of packages: where they may go, what is known of one that has no answer, what is kept.</summary>
internal sealed class OutboundHttpTests
{
    private const string Fine = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello";

    private static readonly OutboundHttp Outbound = new(TimeProvider.System);

    [Test]
    public async Task A_request_arrives_with_its_headers_and_what_it_carries()
    {
        await using var server = new ScriptedServer(Fine);
        using var body = new MemoryStream("{\"a\":1}"u8.ToArray());

        var reply = Outbound.Send(To(server.Address) with
        {
            Method = "PATCH",
            MayCarry = true,
            Body = body,
            Headers = [KeyValuePair.Create("Content-Type", "application/json"), KeyValuePair.Create("X-One", "1")],
        }, default);

        Assert.That((reply.End, reply.Status, Encoding.UTF8.GetString(reply.Beginning.Span)),
            Is.EqualTo((HttpEnd.Answered, 200, "hello")));
        Assert.That(server.Requests.Single(), Does.StartWith("PATCH /x HTTP/1.1\r\n").And.Contain("X-One: 1\r\n")
            .And.Contain("Content-Type: application/json\r\n").And.EndWith("\r\n\r\n{\"a\":1}"));
    }

    [Test]
    public async Task A_request_that_carries_nothing_says_so_where_its_method_would()
    {
        await using var server = new ScriptedServer(Fine);

        Outbound.Send(To(server.Address) with { Method = "POST", MayCarry = true }, default);

        Assert.That(server.Requests.Single(), Does.Contain("Content-Length: 0\r\n"));
    }

    [TestCase(false)]
    [TestCase(true)]
    public async Task What_was_sent_and_not_answered_may_have_arrived(bool mayCarry)
    {
        await using var server = new ScriptedServer("", closes: false);

        var reply = Outbound.Send(To(server.Address) with
        {
            MayCarry = mayCarry,
            Method = mayCarry ? "POST" : "GET",
            Timeout = TimeSpan.FromSeconds(3),
        }, default);

        Assert.That((reply.End, reply.Why), Is.EqualTo((HttpEnd.Lost, "there was no answer within 3 s")));
    }

    [Test]
    public void What_found_nobody_has_not_been_sent()
    {
        var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        var port = ((IPEndPoint)listener.LocalEndpoint).Port;
        listener.Stop();

        var reply = Outbound.Send(
            To($"http://127.0.0.1:{port}/x") with { Method = "POST", MayCarry = true }, default);

        Assert.That(reply.End, Is.EqualTo(HttpEnd.Unreached));
        Assert.That(reply.Why, Does.Contain("ConnectionRefused").And.Not.Contain("127.0.0.1"));
    }

    [Test]
    public async Task A_server_that_does_not_speak_TLS_has_been_sent_nothing()
    {
        await using var server = new ScriptedServer("HTTP/1.1 400 no\r\n\r\n");
        var address = server.Address.Replace("http:", "https:", StringComparison.Ordinal);

        var reply = Outbound.Send(
            To(address) with { Method = "POST", MayCarry = true, Timeout = TimeSpan.FromSeconds(2) }, default);

        Assert.That(reply.End, Is.EqualTo(HttpEnd.Unreached));
    }

    [TestCase("https://127.0.0.1/", false, "allowPrivate: true")]
    [TestCase("https://169.254.169.254/latest", true, "no request goes to such an address")]
    [TestCase("https://[::1]/", false, "allowPrivate: true")]
    [TestCase("http://93.184.216.34/", true, "private addresses only")]
    public void Where_no_request_may_go_none_goes_and_that_is_told_before(
        string address, bool allowPrivate, string why)
    {
        var reply = Outbound.Send(To(address) with { AllowPrivate = allowPrivate }, default);

        Assert.That(reply.End, Is.EqualTo(HttpEnd.Refused));
        Assert.That(reply.Why, Does.Contain(why));
        Assert.That(Outbound.Refusal(address, allowPrivate, default), Does.Contain(why));
    }

    [Test]
    public void A_name_is_judged_by_all_that_it_leads_to()
    {
        var led = new OutboundHttp(TimeProvider.System)
        {
            Rules = new OutboundRules
            {
                Resolve = (_, _) => Task.FromResult<IPAddress[]>(
                    [IPAddress.Parse("93.184.216.34"), IPAddress.Parse("10.0.0.7")]),
            },
        };

        Assert.That(led.Refusal("https://api.example.org/", false, default), Does.Contain("10.0.0.7"));
        Assert.That(led.Send(To("https://api.example.org/") with { AllowPrivate = false }, default).End,
            Is.EqualTo(HttpEnd.Refused));
    }

    [TestCase(5, HttpEnd.Answered, "hello")]
    [TestCase(4, HttpEnd.TooLong, "")]
    public async Task An_answer_is_kept_up_to_its_bound(int most, HttpEnd end, string text)
    {
        await using var server = new ScriptedServer(Fine);
        using var kept = new MemoryStream();

        var reply = Outbound.Send(To(server.Address) with { Keep = _ => kept, KeptMax = most }, default);

        Assert.That((reply.End, Encoding.UTF8.GetString(kept.ToArray())), Is.EqualTo((end, text)));
    }

    [TestCase(true, "the connection broke in the middle of the answer")]
    [TestCase(false, "it did not end in time")]
    public async Task An_answer_that_does_not_come_to_its_end_is_broken(bool closes, string why)
    {
        await using var server = new ScriptedServer("HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nhello", closes);
        using var kept = new MemoryStream();

        var reply = Outbound.Send(To(server.Address) with
        {
            Keep = _ => kept,
            KeptMax = 100,
            Timeout = TimeSpan.FromMilliseconds(closes ? 30_000 : 3_000),
        }, default);

        Assert.That((reply.End, reply.Status, reply.Why), Is.EqualTo((HttpEnd.Broken, 200, why)));
    }

    [TestCase("Retry-After: 7\r\n", 7)]
    [TestCase("Retry-After: Tue, 30 Jan 2001 01:00:00 GMT\r\n", 0)]
    [TestCase("Retry-After: never\r\n", null)]
    [TestCase("", null)]
    public async Task When_to_ask_again_is_as_the_server_says(string header, int? seconds)
    {
        await using var server = new ScriptedServer(
            $"HTTP/1.1 503 Busy\r\n{header}Content-Length: 0\r\nConnection: close\r\n\r\n");

        var reply = Outbound.Send(To(server.Address), default);

        Assert.That((reply.Status, reply.RetryAfter?.TotalSeconds), Is.EqualTo((503, (double?)seconds)));
    }

    [Test]
    public async Task Who_asks_to_stop_is_heard()
    {
        await using var server = new ScriptedServer("", closes: false);
        using var stop = new CancellationTokenSource(TimeSpan.FromMilliseconds(300));

        Assert.That(() => Outbound.Send(To(server.Address), stop.Token),
            Throws.InstanceOf<OperationCanceledException>());
    }

    private static HttpSending To(string address) => new()
    {
        Method = "GET",
        Address = address,
        AllowPrivate = true,
        Timeout = TimeSpan.FromSeconds(30),
    };
}

using System.Net;
using System.Net.Sockets;
using Orchestrator.Runner.Outbound;

namespace Orchestrator.Runner.Tests.Outbound;

internal sealed class GuardedConnectTests
{
    [TestCase("127.0.0.1")]
    [TestCase("[::1]")]
    [TestCase("::ffff:127.0.0.1")]
    [TestCase("169.254.169.254")]
    [TestCase("0.0.0.0")]
    [TestCase("2130706433")]
    [TestCase("0x7f000001")]
    [TestCase("0177.0.0.1")]
    [TestCase("127.1")]
    [TestCase("localhost")]
    public void A_host_that_is_this_machine_in_disguise_is_refused(string host) =>
        Assert.That(() => new GuardedConnect(new OutboundRules()).CheckAsync(host, isSecure: true),
            Throws.TypeOf<OutboundRefusedException>().With.Message.Contains("leads to"));

    [Test]
    public void A_name_is_refused_when_only_its_last_address_is_a_private_one() =>
        Assert.That(
            () => new GuardedConnect(Leading(_ => ["93.184.216.34", "10.0.0.7"])).CheckAsync("example.org", true),
            Throws.TypeOf<OutboundRefusedException>().With.Message.Contains("10.0.0.7"));

    [Test]
    public void What_is_declared_as_private_does_not_open_what_tells_secrets_of_clouds() =>
        Assert.That(
            () => new GuardedConnect(Leading(_ => ["169.254.169.254"]) with { AllowPrivate = true })
                .CheckAsync("metadata", true),
            Throws.TypeOf<OutboundRefusedException>());

    [Test]
    public void Http_never_goes_to_an_address_of_the_internet() =>
        Assert.That(
            () => new GuardedConnect(Leading(_ => ["93.184.216.34"]) with { AllowPrivate = true })
                .CheckAsync("example.org", isSecure: false),
            Throws.TypeOf<OutboundRefusedException>().With.Message.Contains("Use https"));

    [Test]
    public async Task A_name_is_looked_up_once_and_what_was_checked_is_connected_to()
    {
        using var server = new TcpListener(IPAddress.Loopback, 0);
        server.Start();
        var port = ((IPEndPoint)server.LocalEndpoint).Port;
        var asked = 0;
        var rules = Leading(_ => ++asked == 1 ? ["127.0.0.1"] : ["127.0.0.2"]) with { AllowPrivate = true };

        await using var stream = await new GuardedConnect(rules).OpenAsync("rebinding.example.org", port, false);
        using var accepted = await server.AcceptSocketAsync();

        Assert.That(asked, Is.EqualTo(1));
        Assert.That(((IPEndPoint)accepted.LocalEndPoint!).Address, Is.EqualTo(IPAddress.Loopback));
    }

    [Test]
    public void A_name_that_leads_nowhere_is_not_found() =>
        Assert.That(() => new GuardedConnect(Leading(_ => [])).CheckAsync("nowhere.example.org", true),
            Throws.TypeOf<SocketException>());

    private static OutboundRules Leading(Func<string, string[]> addresses) => new()
    {
        Resolve = (host, _) => Task.FromResult(addresses(host).Select(IPAddress.Parse).ToArray()),
    };
}

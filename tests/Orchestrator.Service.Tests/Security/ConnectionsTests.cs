using System.Net;
using Orchestrator.Service.Security;

namespace Orchestrator.Service.Tests.Security;

/// <summary>Who holds connections and asks nothing.</summary>
internal sealed class ConnectionsTests
{
    private const int Most = 4;

    [Test]
    public async Task Who_holds_more_connections_than_there_may_be_shuts_nobody_out()
    {
        await using var served = await Served.StartAsync(options => options with
        {
            Limits = options.Limits with { ConnectionsMax = Most, ConnectionsPerAddressMax = Most },
        });
        var idle = new List<RawConnection>();
        for (var at = 0; at < 5 * Most; at++)
        {
            idle.Add(await RawConnection.OpenAsync(served.Address));
        }

        var page = await served.StatusAsync("/healthz");
        var closed = await idle[0].ReadToEndAsync();
        idle.ForEach(each => each.Dispose());

        Assert.That(page, Is.EqualTo(HttpStatusCode.OK));
        Assert.That(closed, Is.Empty, "the one that has asked nothing for longest is let go");
    }

    [Test]
    public void The_one_without_a_request_for_longest_goes_and_those_with_one_stay()
    {
        var (connections, gone) = (Of(Most, Most), new List<string>());
        Enter(connections, gone, "a", "b", "c", "d");
        using var busy = connections.Begin("a");
        connections.Begin("b").Dispose();

        Enter(connections, gone, "e", "f");

        Assert.That(gone, Is.EqualTo((string[])["c", "d"]));
    }

    [Test]
    public void Where_all_have_a_request_a_further_one_is_refused_until_one_has_ended()
    {
        var (connections, gone) = (Of(2, 2), new List<string>());
        Enter(connections, gone, "a", "b");
        var first = connections.Begin("a");
        using var second = connections.Begin("b");

        var refused = connections.Enter(One("c", "10.0.0.1", gone));
        first.Dispose();
        var taken = connections.Enter(One("d", "10.0.0.1", gone));

        Assert.That((refused, taken), Is.EqualTo((false, true)));
        Assert.That(gone, Is.EqualTo((string[])["a"]));
    }

    [Test]
    public void One_address_takes_its_own_part_alone()
    {
        var (connections, gone) = (Of(10, 2), new List<string>());
        var other = connections.Enter(One("other", "10.0.0.2", gone));

        Enter(connections, gone, "a", "b", "c", "d");

        Assert.That(other, Is.True);
        Assert.That(gone, Is.EqualTo((string[])["a", "b"]));
    }

    [Test]
    public void Behind_a_declared_proxy_are_many()
    {
        var gone = new List<string>();
        var connections = new Connections(
            new ServiceLimits { ConnectionsMax = 10, ConnectionsPerAddressMax = 2 }, [IPAddress.Parse("10.0.0.1")]);

        Enter(connections, gone, "a", "b", "c", "d");

        Assert.That(gone, Is.Empty);
    }

    [Test]
    public void Those_that_have_ended_leave_room()
    {
        var (connections, gone) = (Of(2, 2), new List<string>());
        var first = One("a", "10.0.0.1", gone);
        connections.Enter(first);
        Enter(connections, gone, "b");
        var request = connections.Begin("a");
        connections.Leave(first);
        request.Dispose();

        Enter(connections, gone, "c");

        Assert.That(gone, Is.Empty);
    }

    private static Connections Of(int most, int ofAddress) =>
        new(new ServiceLimits { ConnectionsMax = most, ConnectionsPerAddressMax = ofAddress }, []);

    private static void Enter(Connections connections, List<string> gone, params string[] ids)
    {
        foreach (var id in ids)
        {
            Assert.That(connections.Enter(One(id, "10.0.0.1", gone)), Is.True);
        }
    }

    private static Connections.Open One(string id, string address, List<string> gone) =>
        new(id, IPAddress.Parse(address), () => gone.Add(id));
}

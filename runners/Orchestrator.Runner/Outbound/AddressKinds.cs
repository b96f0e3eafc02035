using System.Net;
using System.Net.Sockets;

namespace Orchestrator.Runner.Outbound;

/// <summary>
/// Tells addresses of the internet from all others, by the registries of special-purpose addresses. An IPv4 address
/// within an IPv6 one (mapped, NAT64, 6to4) is judged as itself.
/// </summary>
public static class AddressKinds
{
    private static readonly (IPNetwork Network, AddressKind Kind)[] Special =
    [
        // What tells machines of a cloud their secrets stands in ranges that are someone's own, or even public.
        Is("100.100.100.200/32", AddressKind.Forbidden), Is("168.63.129.16/32", AddressKind.Forbidden),
        Is("fd00:ec2::/32", AddressKind.Forbidden),
        Is("10.0.0.0/8", AddressKind.Private), Is("100.64.0.0/10", AddressKind.Private),
        Is("127.0.0.0/8", AddressKind.Private), Is("172.16.0.0/12", AddressKind.Private),
        Is("192.168.0.0/16", AddressKind.Private),
        Is("0.0.0.0/8", AddressKind.Forbidden), Is("169.254.0.0/16", AddressKind.Forbidden),
        Is("192.0.0.0/24", AddressKind.Forbidden), Is("192.0.2.0/24", AddressKind.Forbidden),
        Is("192.88.99.0/24", AddressKind.Forbidden), Is("198.18.0.0/15", AddressKind.Forbidden),
        Is("198.51.100.0/24", AddressKind.Forbidden), Is("203.0.113.0/24", AddressKind.Forbidden),
        Is("224.0.0.0/4", AddressKind.Forbidden), Is("240.0.0.0/4", AddressKind.Forbidden),
        Is("::1/128", AddressKind.Private), Is("fc00::/7", AddressKind.Private),
        Is("2001::/23", AddressKind.Forbidden), Is("2001:db8::/32", AddressKind.Forbidden),
        Is("3fff::/20", AddressKind.Forbidden), Is("2000::/3", AddressKind.Public),
    ];

    private static readonly IPNetwork Nat64 = IPNetwork.Parse("64:ff9b::/96");
    private static readonly IPNetwork SixToFour = IPNetwork.Parse("2002::/16");

    /// <summary>The kind of an address.</summary>
    public static AddressKind Of(IPAddress address)
    {
        var plain = Plain(address);
        foreach (var (network, kind) in Special)
        {
            if (network.BaseAddress.AddressFamily == plain.AddressFamily && network.Contains(plain))
            {
                return kind;
            }
        }

        // Of IPv4 what is not special is public; of IPv6 only what has been given out.
        return plain.AddressFamily == AddressFamily.InterNetwork ? AddressKind.Public : AddressKind.Forbidden;
    }

    private static IPAddress Plain(IPAddress address)
    {
        if (address.AddressFamily != AddressFamily.InterNetworkV6)
        {
            return address;
        }

        var bytes = address.GetAddressBytes();
        // Without the number of the interface that a local address may carry, which no range knows.
        var bare = new IPAddress(bytes);
        return bare.IsIPv4MappedToIPv6 || Nat64.Contains(bare) ? new IPAddress(bytes.AsSpan(12, 4))
            : SixToFour.Contains(bare) ? new IPAddress(bytes.AsSpan(2, 4))
            : bare;
    }

    private static (IPNetwork Network, AddressKind Kind) Is(string network, AddressKind kind) =>
        (IPNetwork.Parse(network), kind);
}

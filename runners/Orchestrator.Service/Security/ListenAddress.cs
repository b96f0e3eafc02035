using System.Net;

namespace Orchestrator.Service.Security;

/// <summary>An address to listen on; `localhost` stands for both loopback addresses.</summary>
internal sealed record ListenAddress(IPAddress Address, int Port)
{
    public bool IsLoopback => IPAddress.IsLoopback(Address);

    /// <summary>Whether it stands for all addresses of the machine.</summary>
    public bool IsAny => Address.Equals(IPAddress.Any) || Address.Equals(IPAddress.IPv6Any);

    /// <exception cref="ServiceRefusedException">ORC5101: it is none.</exception>
    public static IEnumerable<ListenAddress> Parse(string text)
    {
        var colon = text.LastIndexOf(':');
        if (colon <= 0 || !ushort.TryParse(text.AsSpan(colon + 1), out var port))
        {
            throw NotOne(text);
        }

        return text[..colon] switch
        {
            "localhost" => [new(IPAddress.Loopback, port), .. port == 0 ? Array.Empty<ListenAddress>()
                : [new ListenAddress(IPAddress.IPv6Loopback, port)]],
            "*" => [new(IPAddress.IPv6Any, port)],
            ['[', .. var inner, ']'] when IPAddress.TryParse(inner, out var address) => [new(address, port)],
            var plain when !plain.Contains(':') && IPAddress.TryParse(plain, out var address) => [new(address, port)],
            _ => throw NotOne(text),
        };
    }

    /// <summary>The address of a proxy.</summary>
    /// <exception cref="ServiceRefusedException">ORC5101: it is none.</exception>
    public static IPAddress ParseProxy(string text) => IPAddress.TryParse(text, out var address)
        // `1` and `010.1` are some as well, and hardly those that are meant.
        && (text.Contains(':') || $"{address}" == text)
        ? Plain(address)
        : throw new ServiceRefusedException(ServiceCodes.NotAnAddress,
            $"The proxy '{text}' is no address. Give the one from which it connects, as 10.0.0.7: a name could lead "
            + "elsewhere tomorrow.");

    /// <summary>A name by which the service is called, with a port or without.</summary>
    /// <exception cref="ServiceRefusedException">ORC5101: it is none.</exception>
    public static string ParseHostName(string text)
    {
        var colon = text.EndsWith(']') ? -1 : text.LastIndexOf(':');
        var name = colon > 0 && ushort.TryParse(text.AsSpan(colon + 1), out _) ? text[..colon] : text;
        return Uri.CheckHostName(name) != UriHostNameType.Unknown ? text
            : throw new ServiceRefusedException(ServiceCodes.NotAnAddress,
                $"'{text.ReplaceLineEndings("?")}' is no name of a host. Give the one that stands in the address of "
                + "the page, as etl.example.org, without https:// in front and anything behind.");
    }

    /// <summary>An IPv4 address that arrived as an IPv6 one, as itself.</summary>
    public static IPAddress Plain(IPAddress address) => address.IsIPv4MappedToIPv6 ? address.MapToIPv4() : address;

    private static ServiceRefusedException NotOne(string text) => new(ServiceCodes.NotAnAddress,
        $"'{text}' is no address to listen on. Give an address and a port, as 127.0.0.1:5080, [::1]:5080, "
        + "localhost:5080 or *:5080.");
}

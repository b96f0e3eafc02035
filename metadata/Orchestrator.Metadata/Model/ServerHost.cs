namespace Orchestrator.Metadata.Model;

/// <summary>Host and port of a server, of what clients write for it.</summary>
internal static class ServerHost
{
    private const string DataSourcePort = "1433";
    private const string SocketPort = "3306";

    /// <summary>The client writes tcp://host:port, or the path of a socket, whose name ends with the port.</summary>
    public static string OfAddress(string server) =>
        server.StartsWith("tcp://", StringComparison.Ordinal) ? server["tcp://".Length..]
        : server.StartsWith('/') ? $"localhost:{server[(server.LastIndexOf('.') + 1)..]}"
        : server;

    /// <summary>People write host, host,port, host\instance, and a protocol before it.</summary>
    public static string OfDataSource(string server)
    {
        var plain = server[(server.IndexOf(':', StringComparison.Ordinal) is var colon and >= 0
            && !server[..colon].Contains(',', StringComparison.Ordinal) ? colon + 1 : 0)..];
        var comma = plain.IndexOf(',', StringComparison.Ordinal);
        return comma >= 0 ? $"{plain[..comma].Trim()}:{plain[(comma + 1)..].Trim()}"
            : plain.Contains('\\', StringComparison.Ordinal) ? plain : $"{plain}:{DataSourcePort}";
    }

    /// <summary>The driver says host:port, or the path of a socket, which names no port.</summary>
    public static string OfHostAndPort(string server) => server.StartsWith('/') ? $"localhost:{SocketPort}" : server;
}

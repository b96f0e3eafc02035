using System.Net;
using System.Net.Sockets;

namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>Where clients come to something that stands between them and a server.</summary>
internal sealed class PoolerDoor : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly int _server;
    private readonly Func<TcpClient, Task> _serve;

    /// <param name="server">The port of the server.</param>
    /// <param name="serve">Serves a client, which comes each time.</param>
    public PoolerDoor(int server, Func<TcpClient, Task> serve)
    {
        (_server, _serve) = (server, serve);
        _listener.Start();
        _ = AcceptAsync();
    }

    /// <summary>The same server by this way.</summary>
    public string Through(string connectionString) => connectionString.Replace(
        $"Port={_server};", $"Port={((IPEndPoint)_listener.LocalEndpoint).Port};", StringComparison.Ordinal)
        + ";SSL Mode=Disable;GSS Encryption Mode=Disable";

    public void Dispose() => _listener.Dispose();

    private async Task AcceptAsync()
    {
        while (true)
        {
            TcpClient client;
            try
            {
                client = await _listener.AcceptTcpClientAsync();
            }
            catch (Exception end) when (end is SocketException or InvalidOperationException)
            {
                return;
            }

            _ = _serve(client);
        }
    }
}

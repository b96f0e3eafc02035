using System.Net;
using System.Net.Sockets;

namespace Orchestrator.Data.Tests.MariaDb;

/// <summary>Where clients come to a server that is gone from one moment to the next: their connections are reset.
/// </summary>
internal sealed class ResetDoor : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly List<TcpClient> _clients = [];
    private readonly int _server;

    public ResetDoor(int server)
    {
        _server = server;
        _listener.Start();
        _ = AcceptAsync();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Nobody hears anything more, and nobody else comes in.</summary>
    public void Reset()
    {
        _listener.Stop();
        foreach (var client in _clients)
        {
            client.Client.LingerState = new LingerOption(true, 0);
            client.Client.Close();
        }
    }

    public void Dispose() => _listener.Dispose();

    private async Task AcceptAsync()
    {
        try
        {
            while (true)
            {
                var client = await _listener.AcceptTcpClientAsync();
                var behind = new TcpClient("127.0.0.1", _server);
                _clients.Add(client);
                _ = JoinAsync(client, behind);
            }
        }
        catch (Exception end) when (end is SocketException or InvalidOperationException)
        {
            // It has been reset.
        }
    }

    // The server behind it is not left with a session of nobody.
    private static async Task JoinAsync(TcpClient client, TcpClient behind)
    {
        using (behind)
        {
            await Task.WhenAny(PumpAsync(client, behind), PumpAsync(behind, client));
        }
    }

    private static async Task PumpAsync(TcpClient from, TcpClient to)
    {
        try
        {
            await from.GetStream().CopyToAsync(to.GetStream());
        }
        catch (Exception end) when (end is IOException or SocketException or InvalidOperationException)
        {
            // One of both has gone.
        }
    }
}

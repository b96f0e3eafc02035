using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Orchestrator.Ledger.Tests.Servers;

/// <summary>
/// Stands between a client and its server, hands on what they say, and once it is told so cuts the connection behind
/// the next statement that holds a word: the server gets it, and its answer is lost.
/// </summary>
internal sealed class CutConnections : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly int _server;
    private volatile string? _word;

    public CutConnections(int server)
    {
        _server = server;
        _listener.Start();
        Start(() =>
        {
            while (true)
            {
                Serve(_listener.AcceptTcpClient());
            }
        });
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    /// <summary>Cuts behind the next statement with that word.</summary>
    public void CutBehind(string next) => _word = next;

    public void Dispose() => _listener.Dispose();

    private void Serve(TcpClient client)
    {
        var behind = new TcpClient("127.0.0.1", _server);
        var isCut = false;
        Start(() => Pump(client, behind, bytes =>
        {
            if (_word is { } wanted && Encoding.ASCII.GetString(bytes).Contains(wanted, StringComparison.Ordinal))
            {
                (isCut, _word) = (true, null);
            }

            return true;
        }));
        // The answer has come, so the server has done it: only now is the client cut off.
        Start(() => Pump(behind, client, _ => !isCut));
    }

    private static void Pump(TcpClient from, TcpClient to, Func<byte[], bool> mayPass)
    {
        using (from)
        using (to)
        {
            var buffer = new byte[65536];
            for (int read; (read = from.GetStream().Read(buffer)) > 0;)
            {
                if (!mayPass(buffer[..read]))
                {
                    return;
                }

                to.GetStream().Write(buffer, 0, read);
            }
        }
    }

    private static void Start(Action work) => new Thread(() =>
    {
        try
        {
            work();
        }
        catch (Exception ended) when (ended is IOException or SocketException or ObjectDisposedException
            or InvalidOperationException)
        {
            // One of both has gone.
        }
    })
    { IsBackground = true }.Start();
}

using System.Net;
using System.Net.Sockets;

namespace Orchestrator.Faults.Tests;

/// <summary>What becomes of bytes on their way through a wire.</summary>
internal enum Fate
{
    /// <summary>They go on.</summary>
    Pass,

    /// <summary>They are lost, and the connection with them.</summary>
    Cut,

    /// <summary>They arrive; the answer to them is lost, and the connection with it.</summary>
    LoseTheAnswer,

    /// <summary>They are swallowed, and so is all that follows: nobody ever answers.</summary>
    Swallow,
}

/// <summary>Some bytes of one connection.</summary>
/// <param name="Connection">1 for the first through this wire, and so on.</param>
/// <param name="IsRequest">Whether the client sent them.</param>
/// <param name="Before">Bytes that went the same way before them.</param>
/// <param name="Bytes">The bytes.</param>
internal sealed record Piece(int Connection, bool IsRequest, long Before, byte[] Bytes)
{
    public bool Says(ReadOnlySpan<byte> text) => Bytes.AsSpan().IndexOf(text) >= 0;
}

/// <summary>The way to a server on the loopback, which a test can cut wherever it likes.</summary>
internal sealed class Wire : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly int _server;
    private readonly Func<Piece, Fate> _rule;
    private readonly List<Socket> _sockets = [];
    private int _connections;

    /// <summary>A wire; the rule is asked from any thread, for each piece of each connection.</summary>
    public Wire(int server, Func<Piece, Fate> rule)
    {
        (_server, _rule) = (server, rule);
        _listener.Start();
        new Thread(Accept) { IsBackground = true, Name = "wire" }.Start();
    }

    public int Port => ((IPEndPoint)_listener.LocalEndpoint).Port;

    public int Connections => Volatile.Read(ref _connections);

    /// <summary>A rule that strikes once, and lets everything else pass.</summary>
    public static Func<Piece, Fate> Once(Fate fate, Predicate<Piece> when)
    {
        var struck = 0;
        return piece => when(piece) && Interlocked.Exchange(ref struck, 1) == 0 ? fate : Fate.Pass;
    }

    public void Dispose()
    {
        _listener.Dispose();
        lock (_sockets)
        {
            _sockets.ForEach(socket => socket.Dispose());
        }
    }

    private void Accept()
    {
        try
        {
            while (true)
            {
                var client = _listener.AcceptSocket();
                if (Reached() is not { } to)
                {
                    client.Close(0);
                    continue;
                }

                lock (_sockets)
                {
                    _sockets.AddRange([client, to]);
                }

                _ = new Line(Interlocked.Increment(ref _connections), client, to, _rule);
            }
        }
        catch (Exception over) when (over is SocketException or ObjectDisposedException)
        {
            // The wire was taken down.
        }
    }

    // While a server starts again nobody listens; whoever comes then is turned away as the server itself would.
    private Socket? Reached()
    {
        var to = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            to.Connect(IPAddress.Loopback, _server);
            return to;
        }
        catch (SocketException)
        {
            to.Dispose();
            return null;
        }
    }

    /// <summary>One connection, with a thread for each way.</summary>
    private sealed class Line
    {
        private readonly int _number;
        private readonly Socket _client;
        private readonly Socket _server;
        private readonly Func<Piece, Fate> _rule;
        private volatile Fate _fate;

        public Line(int number, Socket client, Socket server, Func<Piece, Fate> rule)
        {
            (_number, _client, _server, _rule) = (number, client, server, rule);
            client.NoDelay = true;
            new Thread(() => Carry(client, server, isRequest: true)) { IsBackground = true, Name = "wire" }.Start();
            new Thread(() => Carry(server, client, isRequest: false)) { IsBackground = true, Name = "wire" }.Start();
        }

        private void Carry(Socket from, Socket to, bool isRequest)
        {
            var buffer = new byte[64 * 1024];
            var before = 0L;
            try
            {
                for (int got; (got = from.Receive(buffer)) > 0; before += got)
                {
                    if (!Carry(new Piece(_number, isRequest, before, buffer[..got]), to))
                    {
                        break;
                    }
                }
            }
            catch (Exception over) when (over is SocketException or ObjectDisposedException)
            {
                // One of the ends is gone.
            }

            // Reset, as by a machine that is gone.
            _client.Close(0);
            _server.Close(0);
        }

        private bool Carry(Piece piece, Socket to)
        {
            if (_fate == Fate.Pass && _rule(piece) is var found && found != Fate.Pass)
            {
                _fate = found;
                if (_fate == Fate.LoseTheAnswer)
                {
                    to.Send(piece.Bytes);
                    return true;
                }
            }

            if (_fate == Fate.Pass)
            {
                to.Send(piece.Bytes);
            }

            return _fate is Fate.Pass or Fate.Swallow;
        }
    }
}

using System.Buffers.Binary;
using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>
/// Stands between clients and server as a pooler does in transaction mode: each client brings a session of the server
/// with it, which then serves all of them in turn, one transaction each, and outlives its client.
/// </summary>
internal sealed class TransactionPooler : IDisposable
{
    private const int HeadBytes = 5;

    private readonly PoolerDoor _door;
    private readonly ConcurrentQueue<NetworkStream> _free = new();
    private readonly ConcurrentBag<TcpClient> _servers = [];
    private readonly int _server;

    public TransactionPooler(int server)
    {
        _server = server;
        _door = new PoolerDoor(server, ServeAsync);
    }

    public string Through(string connectionString) => _door.Through(connectionString);

    public void Dispose()
    {
        _door.Dispose();
        foreach (var one in _servers)
        {
            one.Dispose();
        }
    }

    private async Task ServeAsync(TcpClient client)
    {
        using var _ = client;
        var here = client.GetStream();
        NetworkStream? held = null;
        try
        {
            await EnterAsync(here);
            while (await NextAsync(here) is { } message && message[0] != 'X')
            {
                if (held is null)
                {
                    _free.TryDequeue(out held);
                }

                await held!.WriteAsync(message);
                if (message[0] is (byte)'S' or (byte)'Q' && await AnswerAsync(held, here) == 'I')
                {
                    _free.Enqueue(held);
                    held = null;
                }
            }
        }
        catch (Exception gone) when (gone is IOException or ObjectDisposedException)
        {
            // One of the two has gone.
        }

        // Who leaves within a transaction takes the session along.
        held?.Dispose();
    }

    // The client itself says who it is to the server.
    private async Task EnterAsync(NetworkStream here)
    {
        var there = new TcpClient();
        _servers.Add(there);
        await there.ConnectAsync(IPAddress.Loopback, _server);
        var length = new byte[4];
        await here.ReadExactlyAsync(length);
        var rest = new byte[BinaryPrimitives.ReadInt32BigEndian(length) - 4];
        await here.ReadExactlyAsync(rest);
        await there.GetStream().WriteAsync((byte[])[.. length, .. rest]);
        while (await NextAsync(there.GetStream()) is { } message)
        {
            await here.WriteAsync(message);
            if (message[0] == 'Z')
            {
                _free.Enqueue(there.GetStream());
                return;
            }

            // Of the requests of a password only the first two of SCRAM are answered.
            if (message[0] == 'R' && BinaryPrimitives.ReadInt32BigEndian(message.AsSpan(HeadBytes)) is 10 or 11)
            {
                await there.GetStream().WriteAsync(await NextAsync(here));
            }
        }
    }

    /// <summary>Passes on what the server answers; whether a transaction is open behind it.</summary>
    private static async Task<char> AnswerAsync(NetworkStream there, NetworkStream here)
    {
        while (await NextAsync(there) is { } message)
        {
            await here.WriteAsync(message);
            if (message[0] == 'Z')
            {
                return (char)message[HeadBytes];
            }
        }

        throw new IOException("the server has gone");
    }

    /// <summary>A whole message; null = the other side has gone.</summary>
    private static async Task<byte[]?> NextAsync(NetworkStream stream)
    {
        var head = new byte[HeadBytes];
        if (await stream.ReadAtLeastAsync(head, HeadBytes, throwOnEndOfStream: false) < HeadBytes)
        {
            return null;
        }

        var body = new byte[BinaryPrimitives.ReadInt32BigEndian(head.AsSpan(1)) - 4];
        await stream.ReadExactlyAsync(body);
        return [.. head, .. body];
    }
}

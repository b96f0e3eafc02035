using System.Buffers.Binary;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Orchestrator.Data.Tests.PostgreSql;

/// <summary>
/// Stands between client and server as a pooler does that knows no start-up options: it refuses the session, or passes
/// the rest on without them.
/// </summary>
internal sealed class Pooler : IDisposable
{
    private readonly PoolerDoor _door;
    private readonly int _server;
    private readonly string? _refusal;

    public Pooler(int server, string? refusal)
    {
        (_server, _refusal) = (server, refusal);
        _door = new PoolerDoor(server, ServeAsync);
    }

    public string Through(string connectionString) => _door.Through(connectionString);

    public void Dispose() => _door.Dispose();

    private async Task ServeAsync(TcpClient client)
    {
        using var _ = client;
        var here = client.GetStream();
        var start = await StartOfAsync(here);
        var options = start.IndexOf("options");
        if (options >= 0 && _refusal is not null)
        {
            await here.WriteAsync(Refusal(_refusal, "unsupported startup parameter: options"));
            return;
        }

        if (options >= 0)
        {
            start.RemoveRange(options, 2);
        }

        using var there = new TcpClient();
        await there.ConnectAsync(IPAddress.Loopback, _server);
        await there.GetStream().WriteAsync(StartOf(start));
        try
        {
            await Task.WhenAny(here.CopyToAsync(there.GetStream()), there.GetStream().CopyToAsync(here));
        }
        catch (IOException)
        {
            // One of the two has gone.
        }
    }

    // Length, protocol, then names and values, each ended by a zero.
    private static async Task<List<string>> StartOfAsync(NetworkStream stream)
    {
        var length = new byte[4];
        await stream.ReadExactlyAsync(length);
        var rest = new byte[BinaryPrimitives.ReadInt32BigEndian(length) - 4];
        await stream.ReadExactlyAsync(rest);
        return [.. Encoding.UTF8.GetString(rest, 4, rest.Length - 6).Split('\0')];
    }

    private static byte[] StartOf(List<string> words)
    {
        var text = Encoding.UTF8.GetBytes(string.Join('\0', words) + "\0\0");
        var packet = new byte[8 + text.Length];
        BinaryPrimitives.WriteInt32BigEndian(packet, packet.Length);
        BinaryPrimitives.WriteInt32BigEndian(packet.AsSpan(4), 3 << 16);
        text.CopyTo(packet, 8);
        return packet;
    }

    private static byte[] Refusal(string code, string text)
    {
        var fields = Encoding.UTF8.GetBytes($"SFATAL\0VFATAL\0C{code}\0M{text}\0\0");
        var message = new byte[5 + fields.Length];
        message[0] = (byte)'E';
        BinaryPrimitives.WriteInt32BigEndian(message.AsSpan(1), 4 + fields.Length);
        fields.CopyTo(message, 5);
        return message;
    }
}

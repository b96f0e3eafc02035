using System.Net;
using System.Net.Sockets;
using System.Text;
using Orchestrator.Tds;

namespace Orchestrator.Data.Tests.Tds;

/// <summary>What the client rarely does, sent byte by byte.</summary>
internal sealed class PacketTests
{
    private const byte SqlBatch = 1;
    private const byte Normal = 0;
    private const byte Last = 1;
    private const byte Ignore = 2;
    private static readonly byte[] NoHeaders = [4, 0, 0, 0];

    [Test]
    public void A_message_cut_into_small_packets_is_one_request()
    {
        using var server = TdsServer.Start();
        using var client = Connect(server);
        var message = Batch("select 1");

        foreach (var piece in message.Chunk(3).SkipLast(1))
        {
            client.Send(Packet(Normal, piece));
        }

        client.Send(Packet(Last, message.Chunk(3).Last()));

        Assert.That(Answers(client), Is.EqualTo(1));
        Assert.That(server.Recorder.Of(1).Except(["closed"]), Is.EqualTo(new[] { "batch select 1" }));
    }

    [Test]
    public void A_message_that_the_client_takes_back_is_not_answered()
    {
        using var server = TdsServer.Start();
        using var client = Connect(server);

        client.Send(Packet(Normal, Batch("select 1")));
        client.Send(Packet(Last | Ignore, []));
        client.Send(Packet(Last, Batch("select 2")));

        Assert.That(Answers(client), Is.EqualTo(1));
        Assert.That(server.Recorder.Of(1).Except(["closed"]), Is.EqualTo(new[] { "taken back", "batch select 2" }));
    }

    [Test]
    public async Task What_is_no_message_ends_the_session_and_the_test_can_read_why()
    {
        using var server = TdsServer.Start();
        using var client = Connect(server);

        client.Send([99, Last, 0, 9, 0, 0, 1, 0, 0]);
        await server.Recorder.Saw("closed");

        Assert.That(server.Failures.Single().Message, Does.Contain("type 99"));
    }

    private static Socket Connect(TdsServer server)
    {
        var client = new Socket(AddressFamily.InterNetwork, SocketType.Stream, ProtocolType.Tcp);
        client.Connect(IPAddress.Loopback, server.Port);
        return client;
    }

    private static byte[] Batch(string sql) => [.. NoHeaders, .. Encoding.Unicode.GetBytes(sql)];

    private static byte[] Packet(byte status, byte[] payload) =>
        [SqlBatch, status, (byte)((payload.Length + 8) >> 8), (byte)(payload.Length + 8), 0, 0, 1, 0, .. payload];

    /// <summary>Sends nothing more, reads all, and counts the answers' last packets.</summary>
    private static int Answers(Socket client)
    {
        client.Shutdown(SocketShutdown.Send);
        var bytes = new byte[4096];
        var length = 0;
        while (client.Receive(bytes.AsSpan(length)) is var got && got > 0)
        {
            length += got;
        }

        var answers = 0;
        for (var at = 0; at < length; at += (bytes[at + 2] << 8) | bytes[at + 3])
        {
            answers += bytes[at + 1] & Last;
        }

        return answers;
    }
}

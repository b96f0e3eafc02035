using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Orchestrator.Cli.Tests;

/// <summary>
/// A server on loopback that keeps each request whole and answers as it is told: with a text, with silence where that
/// is empty, and by closing where there is none. Each connection takes one request.
/// </summary>
internal sealed class AnsweringServer : IDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly Func<string, string?> _answer;
    private readonly Task _served;

    public AnsweringServer(Func<string, string?> answer)
    {
        _answer = answer;
        _listener.Start();
        _served = ServeAsync();
    }

    /// <summary>Its address, without a path.</summary>
    public string Address => $"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}";

    /// <summary>The requests in the order in which they came.</summary>
    public ConcurrentQueue<string> Requests { get; } = new();

    /// <summary>An answer with a status and a body.</summary>
    public static string Answer(int status, string body = "", string headers = "") =>
        $"HTTP/1.1 {status} Said\r\n{headers}Content-Length: {Encoding.UTF8.GetByteCount(body)}\r\n"
        + $"Connection: close\r\n\r\n{body}";

    public void Dispose()
    {
        _end.Cancel();
        _listener.Stop();
        _served.GetAwaiter().GetResult();
        _end.Dispose();
    }

    private async Task ServeAsync()
    {
        List<Task> clients = [];
        try
        {
            while (true)
            {
                clients.Add(ServeAsync(await _listener.AcceptTcpClientAsync(_end.Token)));
            }
        }
        catch (Exception gone) when (gone is OperationCanceledException or SocketException or ObjectDisposedException)
        {
            // The test is over.
        }

        await Task.WhenAll(clients);
    }

    private async Task ServeAsync(TcpClient client)
    {
        using (client)
        {
            try
            {
                var stream = client.GetStream();
                if (await ReadAsync(stream) is not { } request)
                {
                    return;
                }

                Requests.Enqueue(request);
                if (_answer(request) is not { } answer)
                {
                    return;
                }

                if (answer.Length == 0)
                {
                    // Until the other side has gone.
                    await stream.ReadExactlyAsync(new byte[1], _end.Token);
                }

                await stream.WriteAsync(Encoding.UTF8.GetBytes(answer), _end.Token);
            }
            catch (Exception gone) when (gone is OperationCanceledException or SocketException or IOException)
            {
                // The other side has gone, or the test is over.
            }
        }
    }

    private async Task<string?> ReadAsync(NetworkStream stream)
    {
        List<byte> bytes = [];
        var buffer = new byte[4096];
        while (Encoding.UTF8.GetString([.. bytes]) is var text && !IsWhole(text, bytes.Count))
        {
            var read = await stream.ReadAsync(buffer, _end.Token);
            if (read == 0)
            {
                return null;
            }

            bytes.AddRange(buffer[..read]);
        }

        return Encoding.UTF8.GetString([.. bytes]);
    }

    private static bool IsWhole(string text, int length)
    {
        var head = text.IndexOf("\r\n\r\n", StringComparison.Ordinal);
        var body = text.Split("\r\n").FirstOrDefault(line =>
            line.StartsWith("Content-Length: ", StringComparison.OrdinalIgnoreCase))?["Content-Length: ".Length..];
        return head >= 0 && length - head - 4 >= int.Parse(body ?? "0", CultureInfo.InvariantCulture);
    }
}

using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace Orchestrator.Runner.Tests.Outbound;

/// <summary>A server on loopback that reads each request whole and answers all of them alike.</summary>
internal sealed class ScriptedServer : IAsyncDisposable
{
    private readonly TcpListener _listener = new(IPAddress.Loopback, 0);
    private readonly CancellationTokenSource _end = new();
    private readonly Task _served;

    public ScriptedServer(string answer, bool closes = true)
    {
        _listener.Start();
        _served = ServeAsync(answer, closes);
    }

    public string Address => $"http://127.0.0.1:{((IPEndPoint)_listener.LocalEndpoint).Port}/x";

    public ConcurrentQueue<string> Requests { get; } = new();

    public async ValueTask DisposeAsync()
    {
        // Who has just answered would ask a listener that has stopped for the next request.
        await _end.CancelAsync();
        await _served;
        _listener.Stop();
        _end.Dispose();
    }

    private async Task ServeAsync(string answer, bool closes)
    {
        try
        {
            while (true)
            {
                using var client = await _listener.AcceptTcpClientAsync(_end.Token);
                var stream = client.GetStream();
                Requests.Enqueue(await ReadAsync(stream));
                await stream.WriteAsync(Encoding.ASCII.GetBytes(answer), _end.Token);
                if (!closes)
                {
                    // Until the other side has gone.
                    await stream.ReadExactlyAsync(new byte[1], _end.Token);
                }
            }
        }
        catch (Exception exception) when (exception is OperationCanceledException or SocketException or IOException)
        {
            // The test is over.
        }
    }

    private async Task<string> ReadAsync(NetworkStream stream)
    {
        var text = new StringBuilder();
        var buffer = new byte[4096];
        while (!IsWhole(text.ToString()))
        {
            var read = await stream.ReadAsync(buffer, _end.Token);
            if (read == 0)
            {
                break;
            }

            text.Append(Encoding.UTF8.GetString(buffer, 0, read));
        }

        return text.ToString();
    }

    private static bool IsWhole(string text)
    {
        var head = text.IndexOf("\r\n\r\n", StringComparison.Ordinal);
        if (head < 0)
        {
            return false;
        }

        var length = text.Split("\r\n").FirstOrDefault(line =>
            line.StartsWith("Content-Length: ", StringComparison.OrdinalIgnoreCase))?["Content-Length: ".Length..];
        return text.Length - head - 4 >= int.Parse(length ?? "0");
    }
}

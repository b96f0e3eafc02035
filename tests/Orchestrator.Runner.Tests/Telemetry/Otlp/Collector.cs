using System.Collections.Concurrent;
using System.Net;
using System.Net.Sockets;

namespace Orchestrator.Runner.Tests.Telemetry.Otlp;

/// <summary>Takes what is sent by HTTP with protocol buffers, and answers as it is told.</summary>
internal sealed class Collector : IDisposable
{
    private readonly ConcurrentQueue<(string Path, byte[] Body, string? Key)> _requests = [];
    private readonly HttpListener _listener = new();
    private readonly Func<HttpListenerContext, bool> _answer;

    /// <param name="answer">Answers a request that was read; false = it hangs for ever.</param>
    public Collector(Func<HttpListenerContext, bool>? answer = null)
    {
        _answer = answer ?? (_ => true);
        Address = $"http://127.0.0.1:{FreePort()}";
        _listener.Prefixes.Add($"{Address}/");
        _listener.Start();
        _ = Task.Run(TakeAsync);
    }

    public string Address { get; }

    public int Count => _requests.Count;

    /// <summary>Waits until what has come is as it should be, for two minutes at most.</summary>
    public void Await(Func<Collector, bool> isThere)
    {
        lock (_requests)
        {
            while (!isThere(this))
            {
                Assert.That(Monitor.Wait(_requests, TimeSpan.FromMinutes(5)), Is.True, "nothing more came");
            }
        }
    }

    public IReadOnlyList<Span> Spans => [.. Bodies("/v1/traces").SelectMany(Span.In)];

    /// <summary>The points that came last: sums count from the beginning.</summary>
    public IReadOnlyList<Point> Points => [.. Bodies("/v1/metrics").TakeLast(1).SelectMany(Point.In)];

    /// <summary>Lines of logs with the span to which each belongs.</summary>
    public IReadOnlyList<(string Text, string Span)> Lines =>
    [
        .. from body in Bodies("/v1/logs")
           from resource in new Message(body).All(1)
           from scope in resource.All(2)
           from line in scope.All(2)
           select (line.Inner(5).Text(1), Convert.ToHexStringLower(line.Bytes(10))),
    ];

    /// <summary>What was sent to one of the paths, as it is.</summary>
    public IEnumerable<string> Texts(params string[] paths) =>
        paths.SelectMany(Bodies).Select(System.Text.Encoding.Latin1.GetString);

    /// <summary>The header api-key of each request.</summary>
    public IEnumerable<string?> Keys => _requests.Select(one => one.Key);

    /// <summary>What is said of who sends, in the first of all requests.</summary>
    public Dictionary<string, object> Resource => new Message(_requests.First().Body).Inner(1).Inner(1).Attributes(1);

    public static int FreePort()
    {
        using var free = new TcpListener(IPAddress.Loopback, 0);
        free.Start();
        return ((IPEndPoint)free.LocalEndpoint).Port;
    }

    public void Dispose() => _listener.Close();

    private IEnumerable<byte[]> Bodies(string path) =>
        _requests.Where(one => one.Path == path).Select(one => one.Body);

    private async Task TakeAsync()
    {
        while (_listener.IsListening)
        {
            HttpListenerContext context;
            try
            {
                context = await _listener.GetContextAsync();
            }
            catch (Exception closed) when (closed is HttpListenerException or ObjectDisposedException)
            {
                return;
            }

            using var body = new MemoryStream();
            await context.Request.InputStream.CopyToAsync(body);
            lock (_requests)
            {
                _requests.Enqueue(
                    (context.Request.Url!.AbsolutePath, body.ToArray(), context.Request.Headers["api-key"]));
                Monitor.PulseAll(_requests);
            }

            if (_answer(context))
            {
                context.Response.Close();
            }
        }
    }
}

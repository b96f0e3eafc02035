using System.Net;
using System.Net.Sockets;

/// <summary>Serves a store of the tests over HTTP, on a port of the loopback.</summary>
internal sealed class StoreListener : IDisposable
{
    private readonly HttpListener _listener;
    private readonly Func<string, string, IReadOnlyDictionary<string, string>, (int Status, byte[] Body)> _answer;

    private StoreListener(HttpListener listener, string address,
        Func<string, string, IReadOnlyDictionary<string, string>, (int Status, byte[] Body)> answer) =>
        (_listener, Address, _answer) = (listener, address, answer);

    /// <summary>Where it listens.</summary>
    public string Address { get; }

    /// <summary>What each answer says of when to ask again; null = nothing.</summary>
    public string? RetryAfter { get; set; }

    /// <summary>Begins.</summary>
    /// <param name="answer">Answers method, path and query as they were sent, and headers by their names in small
    /// letters.</param>
    public static StoreListener Start(
        Func<string, string, IReadOnlyDictionary<string, string>, (int Status, byte[] Body)> answer)
    {
        for (var tries = 0; ; tries++)
        {
            using var free = new TcpListener(IPAddress.Loopback, 0);
            free.Start();
            var address = $"http://127.0.0.1:{((IPEndPoint)free.LocalEndpoint).Port}";
            free.Stop();
            var listener = new HttpListener { Prefixes = { address + "/" } };
            try
            {
                listener.Start();
                var started = new StoreListener(listener, address, answer);
                _ = started.ServeAsync();
                return started;
            }
            catch (HttpListenerException) when (tries < 9)
            {
                // Somebody else has taken the port.
            }
        }
    }

    // Nobody waits for the end of what it serves: a listener that is closed may never say that of its last wait.
    public void Dispose() => _listener.Close();

    private async Task ServeAsync()
    {
        while (true)
        {
            try
            {
                var context = await _listener.GetContextAsync();
                var headers = context.Request.Headers.AllKeys.OfType<string>().ToDictionary(
                    name => name.ToLowerInvariant(), name => context.Request.Headers[name] ?? "");
                var (status, body) = _answer(context.Request.HttpMethod, context.Request.RawUrl ?? "/", headers);
                context.Response.StatusCode = status;
                context.Response.KeepAlive = false;
                context.Response.ContentLength64 = body.Length;
                if (RetryAfter is { } after)
                {
                    context.Response.Headers["Retry-After"] = after;
                }

                if (body.Length > 0)
                {
                    await context.Response.OutputStream.WriteAsync(body);
                }

                context.Response.Close();
            }
            catch (Exception over) when (over is HttpListenerException or ObjectDisposedException)
            {
                if (!_listener.IsListening)
                {
                    return;
                }
            }
        }
    }
}

using System.Collections.Concurrent;
using System.Globalization;
using System.Net;
using System.Security.Cryptography;
using System.Text;

namespace Orchestrator.Service.Tests.Alerts;

/// <summary>
/// A webhook as its page in the guide tells to write one: it checks the signature over the bytes that came, and takes
/// each message once.
/// </summary>
internal sealed class HookReceiver : IAsyncDisposable
{
    private const string Prefix = "whsec_";

    private readonly HttpListener _listener;
    private readonly HashSet<string> _known = [];
    private readonly byte[] _key;
    private readonly Task _served;

    public HookReceiver(string secret)
    {
        _key = Convert.FromBase64String(secret[Prefix.Length..]);
        (_listener, Address) = Listen();
        _served = ServeAsync();
    }

    public string Address { get; }

    /// <summary>The bodies that it took.</summary>
    public ConcurrentQueue<string> Taken { get; } = new();

    public async ValueTask DisposeAsync()
    {
        _listener.Close();
        await _served;
    }

    private static (HttpListener Listener, string Address) Listen()
    {
        for (var port = 20_000 + Random.Shared.Next(20_000); ; port++)
        {
            // One that could not start is disposed of.
            var listener = new HttpListener();
            var address = $"http://127.0.0.1:{port}/";
            listener.Prefixes.Add(address);
            try
            {
                listener.Start();
                return (listener, address);
            }
            catch (HttpListenerException)
            {
                // Somebody else has that port.
            }
        }
    }

    private async Task ServeAsync()
    {
        try
        {
            while (true)
            {
                var context = await _listener.GetContextAsync();
                using var body = new MemoryStream();
                await context.Request.InputStream.CopyToAsync(body);
                context.Response.StatusCode = Take(context.Request.Headers, body.ToArray());
                context.Response.Close();
            }
        }
        catch (Exception gone) when (gone is HttpListenerException or ObjectDisposedException)
        {
            // The test is over.
        }
    }

    private int Take(System.Collections.Specialized.NameValueCollection headers, byte[] body)
    {
        var (id, moment) = (headers["webhook-id"]!, headers["webhook-timestamp"]!);
        byte[] content = [.. Encoding.UTF8.GetBytes($"{id}.{moment}."), .. body];
        var signed = HMACSHA256.HashData(_key, content);
        var isOurs = headers["webhook-signature"]!.Split(' ').Any(one => one.StartsWith("v1,")
            && CryptographicOperations.FixedTimeEquals(Convert.FromBase64String(one[3..]), signed));
        var isNew = (DateTimeOffset.FromUnixTimeSeconds(long.Parse(moment, CultureInfo.InvariantCulture))
            - TimeProvider.System.GetUtcNow()).Duration() < TimeSpan.FromMinutes(5);
        if (!isOurs || !isNew)
        {
            return 401;
        }

        if (_known.Add(id))
        {
            Taken.Enqueue(Encoding.UTF8.GetString(body));
        }

        return 200;
    }
}

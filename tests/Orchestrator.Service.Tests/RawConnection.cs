using System.Net.Sockets;
using System.Text;

namespace Orchestrator.Service.Tests;

/// <summary>A connection that says exactly what a test has it say.</summary>
internal sealed class RawConnection : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private readonly TcpClient _client = new();
    private readonly CancellationTokenSource _over = new(Patience);

    public static async Task<RawConnection> OpenAsync(Uri address)
    {
        var raw = new RawConnection();
        await raw._client.ConnectAsync(address.Host, address.Port, raw._over.Token);
        return raw;
    }

    public async Task SendAsync(string text) =>
        await _client.GetStream().WriteAsync(Encoding.Latin1.GetBytes(text), _over.Token);

    /// <summary>All that comes until the other side closes.</summary>
    public async Task<string> ReadToEndAsync()
    {
        var text = new StringBuilder();
        try
        {
            while (await ReadAsync() is { Length: > 0 } part)
            {
                text.Append(part);
            }
        }
        catch (IOException)
        {
            // A connection that is broken off has ended as well.
        }

        return text.ToString();
    }

    /// <summary>What comes next; empty = the other side has closed.</summary>
    public async Task<string> ReadAsync()
    {
        var buffer = new byte[4_096];
        var read = await _client.GetStream().ReadAsync(buffer, _over.Token);
        return Encoding.UTF8.GetString(buffer, 0, read);
    }

    public void Dispose()
    {
        _client.Dispose();
        _over.Dispose();
    }
}

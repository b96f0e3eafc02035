using System.Net.Http.Headers;

namespace Orchestrator.Runner.Outbound;

/// <summary>
/// Sends requests to addresses that come from metadata or settings: no redirect is followed, no proxy, cookie or
/// credential of the machine is used, and of the answer the status counts. Threads: any.
/// </summary>
public sealed class OutboundPost : IDisposable
{
    private readonly OutboundRules _rules;
    private readonly TimeProvider _time;
    private readonly HttpClient _client;

    public OutboundPost(OutboundRules rules, TimeProvider time)
    {
        _rules = rules;
        _time = time;
        _client = OutboundClient.Of(rules);
    }

    /// <summary>Posts bytes to an address.</summary>
    /// <exception cref="OutboundRefusedException">The address may not be asked.</exception>
    /// <exception cref="HttpRequestException">It did not answer.</exception>
    /// <exception cref="TimeoutException">It did not answer in time.</exception>
    public async Task<OutboundAnswer> SendAsync(
        string address,
        ReadOnlyMemory<byte> body,
        string contentType,
        IReadOnlyDictionary<string, string> headers,
        CancellationToken cancellation = default)
    {
        using var request = new HttpRequestMessage(HttpMethod.Post, OutboundAddress.Parse(address, _rules))
        {
            Content = new ReadOnlyMemoryContent(body)
            {
                Headers = { ContentType = MediaTypeHeaderValue.Parse(contentType) },
            },
        };
        foreach (var (name, value) in headers)
        {
            request.Headers.Add(name, value);
        }

        using var deadline = new CancellationTokenSource(_rules.Timeout, _time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellation);
        try
        {
            return await AskAsync(request, either.Token);
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            throw new TimeoutException($"no answer within {_rules.Timeout.TotalSeconds:0.#} s");
        }
        catch (HttpRequestException exception) when (exception.InnerException is OutboundRefusedException refused)
        {
            throw new OutboundRefusedException(refused.Message);
        }
    }

    public void Dispose() => _client.Dispose();

    private async Task<OutboundAnswer> AskAsync(HttpRequestMessage request, CancellationToken cancellation)
    {
        using var response = await _client.SendAsync(
            request, HttpCompletionOption.ResponseHeadersRead, cancellation);
        await LeaveAsync(response, cancellation);
        return new OutboundAnswer((int)response.StatusCode, response.Headers.RetryAfter switch
        {
            { Delta: { } delta } => delta,
            { Date: { } date } => date - _time.GetUtcNow(),
            _ => null,
        });
    }

    // A short answer is read to its end, so that the connection can be used again; a long one is left.
    private async Task LeaveAsync(HttpResponseMessage response, CancellationToken cancellation)
    {
        try
        {
            await using var stream = await response.Content.ReadAsStreamAsync(cancellation);
            var buffer = new byte[1024];
            for (var left = _rules.AnswerBytesMax; left > 0;)
            {
                var read = await stream.ReadAsync(buffer.AsMemory(0, Math.Min(left, buffer.Length)), cancellation);
                left = read == 0 ? 0 : left - read;
            }
        }
        catch (Exception exception) when (exception is IOException or HttpRequestException
            or OperationCanceledException)
        {
            // The status has arrived, and is the answer.
        }
    }
}

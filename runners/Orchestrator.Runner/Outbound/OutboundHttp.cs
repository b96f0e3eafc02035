using System.Net.Sockets;
using Orchestrator.Packages.Http;

namespace Orchestrator.Runner.Outbound;

/// <summary>Sends the requests of packages of kind http, each over a connection of its own. Threads: any.</summary>
public sealed class OutboundHttp(TimeProvider time)
{
    private const int BeginningMax = 4096;
    private const int PieceMax = 1 << 16;

    /// <summary>Where its requests may lead, but for what each of them says itself.</summary>
    internal OutboundRules Rules { get; init; } = new() { AllowedBy = "`allowPrivate: true` below `http`" };

    /// <summary>As <see cref="Packages.PackageContext.SendHttp"/>.</summary>
    public HttpReply Send(HttpSending sending, CancellationToken cancellation) =>
        SendAsync(sending, cancellation).GetAwaiter().GetResult();

    /// <summary>
    /// Why no request would go to an address now, as far as its name tells; null = nothing stands in the way.
    /// </summary>
    /// <param name="address">The whole address.</param>
    /// <param name="allowPrivate">Whether it may be one of the own machine or network.</param>
    /// <param name="cancellation">Ends the look-up.</param>
    public string? Refusal(string address, bool allowPrivate, CancellationToken cancellation)
    {
        var rules = Rules with { AllowPrivate = allowPrivate };
        using var deadline = new CancellationTokenSource(rules.ConnectTimeout, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellation);
        try
        {
            var parsed = OutboundAddress.Parse(address, rules);
            _ = new GuardedConnect(rules).CheckAsync(parsed.Host, parsed.Scheme == Uri.UriSchemeHttps, either.Token)
                .GetAwaiter().GetResult();
            return null;
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return "nobody says in time where its name leads";
        }
        catch (OutboundRefusedException refused)
        {
            return refused.Message;
        }
        catch (SocketException)
        {
            return "its name leads nowhere";
        }
    }

    private async Task<HttpReply> SendAsync(HttpSending sending, CancellationToken cancellation)
    {
        var rules = Rules with { AllowPrivate = sending.AllowPrivate };
        using var client = OutboundClient.Of(rules);
        using var content = sending.MayCarry ? new BegunContent(sending.Body) : null;
        using var deadline = new CancellationTokenSource(sending.Timeout, time);
        using var either = CancellationTokenSource.CreateLinkedTokenSource(deadline.Token, cancellation);
        try
        {
            using var message = Message(sending, rules, content);
            using var response = await client.SendAsync(
                message, HttpCompletionOption.ResponseHeadersRead, either.Token);
            var reply = new HttpReply(HttpEnd.Answered)
            {
                Status = (int)response.StatusCode,
                RetryAfter = RetryAfter(response),
            };
            return sending.Keep(reply.Status) is { } into
                ? await KeepAsync(reply, response, into, sending, cancellation, either.Token)
                : reply with { Beginning = await BeginningAsync(response, cancellation, either.Token) };
        }
        catch (OutboundRefusedException refused)
        {
            return new HttpReply(HttpEnd.Refused) { Why = refused.Message };
        }
        catch (HttpRequestException exception) when (exception.InnerException is OutboundRefusedException refused)
        {
            return new HttpReply(HttpEnd.Refused) { Why = refused.Message };
        }
        catch (HttpRequestException exception)
        {
            return Without(content, OutboundFault.Why(exception), OutboundFault.IsBefore(exception));
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            return deadline.IsCancellationRequested
                ? Without(content, $"there was no answer within {sending.Timeout.TotalSeconds:0.###} s", false)
                : Without(content, $"no connection was made in {rules.ConnectTimeout.TotalSeconds:0.###} s", true);
        }
    }

    // Of one that carries nothing nobody sees how far it came; it may be sent twice.
    private static HttpReply Without(BegunContent? content, string why, bool isBefore) =>
        new(isBefore || content is { HasBegun: false } ? HttpEnd.Unreached : HttpEnd.Lost) { Why = why };

    private static HttpRequestMessage Message(HttpSending sending, OutboundRules rules, BegunContent? content)
    {
        var message = new HttpRequestMessage(
            new HttpMethod(sending.Method), OutboundAddress.Parse(sending.Address, rules))
        {
            Content = content,
        };
        foreach (var (name, value) in sending.Headers)
        {
            // What says something of a body has a place of its own.
            _ = message.Headers.TryAddWithoutValidation(name, value)
                || content?.Headers.TryAddWithoutValidation(name, value) == true;
        }

        return message;
    }

    // It is said as seconds, or as a time.
    private TimeSpan? RetryAfter(HttpResponseMessage response)
    {
        var said = response.Headers.RetryAfter;
        var until = said?.Date - time.GetUtcNow();
        return said?.Delta ?? (until < TimeSpan.Zero ? TimeSpan.Zero : until);
    }

    private static async Task<HttpReply> KeepAsync(HttpReply reply, HttpResponseMessage response, Stream into,
        HttpSending sending, CancellationToken cancellation, CancellationToken either)
    {
        var (piece, kept) = (new byte[PieceMax], 0L);
        while (true)
        {
            int read;
            try
            {
                // What was opened once is given again.
                var stream = await response.Content.ReadAsStreamAsync(either);
                read = await stream.ReadAsync(piece, either);
            }
            catch (Exception broken) when (broken is IOException or HttpRequestException)
            {
                return reply with { End = HttpEnd.Broken, Why = "the connection broke in the middle of the answer" };
            }
            catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
            {
                return reply with { End = HttpEnd.Broken, Why = "it did not end in time" };
            }

            kept += read;
            if (read == 0 || kept > sending.KeptMax)
            {
                return read == 0 ? reply : reply with { End = HttpEnd.TooLong };
            }

            await into.WriteAsync(piece.AsMemory(0, read), cancellation);
        }
    }

    // The status has arrived, and is the answer; a short body is read to see what the server says of it.
    private static async Task<byte[]> BeginningAsync(
        HttpResponseMessage response, CancellationToken cancellation, CancellationToken either)
    {
        var (beginning, filled) = (new byte[BeginningMax], 0);
        try
        {
            await using var stream = await response.Content.ReadAsStreamAsync(either);
            for (var read = 1; read > 0 && filled < beginning.Length; filled += read)
            {
                read = await stream.ReadAsync(beginning.AsMemory(filled), either);
            }
        }
        catch (Exception broken) when (broken is IOException or HttpRequestException
            || (broken is OperationCanceledException && !cancellation.IsCancellationRequested))
        {
            // What has come by then is told.
        }

        return beginning[..filled];
    }
}

using System.Net;

namespace Orchestrator.Runner.Outbound;

/// <summary>What a request carries, which knows whether anything of the request can have left.</summary>
/// <param name="body">The bytes, left open; null = nothing, and that is said.</param>
internal sealed class BegunContent(Stream? body) : HttpContent
{
    /// <summary>Whether it was asked for its bytes, which comes before the first of the request is sent.</summary>
    public bool HasBegun { get; private set; }

    protected override Task SerializeToStreamAsync(Stream stream, TransportContext? context) =>
        SerializeToStreamAsync(stream, context, CancellationToken.None);

    protected override async Task SerializeToStreamAsync(
        Stream stream, TransportContext? context, CancellationToken cancellationToken)
    {
        HasBegun = true;
        if (body is not null)
        {
            await body.CopyToAsync(stream, cancellationToken);
        }
    }

    protected override bool TryComputeLength(out long length)
    {
        length = body is { CanSeek: true } ? body.Length - body.Position : 0;
        return body is null or { CanSeek: true };
    }
}

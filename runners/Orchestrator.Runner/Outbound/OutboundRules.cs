using System.Net;

namespace Orchestrator.Runner.Outbound;

/// <summary>Where requests to addresses from metadata or settings may lead, and how long they may take.</summary>
public sealed record OutboundRules
{
    /// <summary>
    /// Whether somebody has declared that this address is one of the own machine or network; then it may be plain
    /// http as well. Default: false.
    /// </summary>
    public bool AllowPrivate { get; init; }

    /// <summary>What declares that, as people are told it. Default: what does of alerts and lineage.</summary>
    public string AllowedBy { get; init; } = "allowPrivate of the alert or OPENLINEAGE_ALLOW_PRIVATE";

    /// <summary>How long looking up the name and connecting may take together. Default: 5 seconds.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>How long a request may take from its beginning to its answer. Default: 15 seconds.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>How many bytes of an answer are read; the rest is left. Default: 4,096.</summary>
    public int AnswerBytesMax { get; init; } = 4096;

    /// <summary>How names become addresses. Default: the machine's resolver.</summary>
    public Func<string, CancellationToken, Task<IPAddress[]>> Resolve { get; init; } =
        (host, cancellation) => Dns.GetHostAddressesAsync(host, cancellation);
}

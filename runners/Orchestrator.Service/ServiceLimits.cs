namespace Orchestrator.Service;

/// <summary>What the service takes at most, so that nobody can take all of it.</summary>
public sealed record ServiceLimits
{
    /// <summary>Bytes of a request's body. Default: 64 KB.</summary>
    public long BodyBytesMax { get; init; } = 64 * 1024;

    /// <summary>Bytes of a request's headers. Default: 16 KB.</summary>
    public int HeaderBytesMax { get; init; } = 16 * 1024;

    /// <summary>How long the headers of a request may take to arrive. Default: 10 s.</summary>
    public TimeSpan HeadersTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How long a connection without a request is kept. Default: 60 s.</summary>
    public TimeSpan IdleTimeout { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>How slowly a body may arrive before its first bytes are asked for. Default: 5 s.</summary>
    public TimeSpan BodyGrace { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>
    /// Connections at a time. Default: 1,000. For a further one the one goes that has asked nothing for longest.
    /// </summary>
    public int ConnectionsMax { get; init; } = 1_000;

    /// <summary>Connections at a time for one address that is no declared proxy. Default: 250.</summary>
    public int ConnectionsPerAddressMax { get; init; } = 250;

    /// <summary>Event streams at a time. Default: 200.</summary>
    public int StreamsMax { get; init; } = 200;

    /// <summary>Event streams at a time for one address. Default: 20.</summary>
    public int StreamsPerAddressMax { get; init; } = 20;

    /// <summary>How long a line of an event stream may take until its reader is dropped. Default: 10 s.</summary>
    public TimeSpan StreamPatience { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>How often an event stream says that it is still there, and asks whether its token holds. Default: 15 s.
    /// </summary>
    public TimeSpan Heartbeat { get; init; } = TimeSpan.FromSeconds(15);

    /// <summary>
    /// Wrong tokens from one address within five minutes, until each further wrong one has to wait. Default: 10.
    /// </summary>
    public int FailedTriesMax { get; init; } = 10;

    /// <summary>How long the answer to such a one takes. Default: 2 s.</summary>
    public TimeSpan FailedPause { get; init; } = TimeSpan.FromSeconds(2);
}

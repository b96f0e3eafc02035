namespace Orchestrator.Packages.Http;

/// <summary>How a request ended.</summary>
public enum HttpEnd
{
    /// <summary>It was answered.</summary>
    Answered,

    /// <summary>It was not sent, because of where it would lead.</summary>
    Refused,

    /// <summary>Nothing of it was sent: nobody was there.</summary>
    Unreached,

    /// <summary>It was sent, or a part of it, and no answer came.</summary>
    Lost,

    /// <summary>Its answer was to be kept, and ended in the middle.</summary>
    Broken,

    /// <summary>Its answer was to be kept, and is longer than it may be.</summary>
    TooLong,
}

/// <summary>What became of a request.</summary>
/// <param name="End">How it ended.</param>
public sealed record HttpReply(HttpEnd End)
{
    /// <summary>The HTTP status; 0 = there was no answer.</summary>
    public int Status { get; init; }

    /// <summary>Why there is no whole answer, without a full stop; of the address at most the host is in it.</summary>
    public string Why { get; init; } = "";

    /// <summary>How long the server wants to be left alone, as it says; null = it does not say.</summary>
    public TimeSpan? RetryAfter { get; init; }

    /// <summary>The beginning of an answer that is not kept.</summary>
    public ReadOnlyMemory<byte> Beginning { get; init; }
}

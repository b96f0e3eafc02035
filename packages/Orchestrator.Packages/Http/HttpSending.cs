namespace Orchestrator.Packages.Http;

/// <summary>
/// A request as the guard of the run is given it: that judges where it leads, takes no way round itself, and sends it
/// once.
/// </summary>
public sealed record HttpSending
{
    /// <summary>The method in capital letters.</summary>
    public required string Method { get; init; }

    /// <summary>The whole address.</summary>
    public required string Address { get; init; }

    /// <summary>Headers, whose names and values were looked at.</summary>
    public IReadOnlyList<KeyValuePair<string, string>> Headers { get; init; } = [];

    /// <summary>What it carries, read once and left open; null = nothing.</summary>
    public Stream? Body { get; init; }

    /// <summary>Whether its method says that something is carried, if only nothing.</summary>
    public bool MayCarry { get; init; }

    /// <summary>Whether it may go to addresses of the own machine or network, and over plain http.</summary>
    public bool AllowPrivate { get; init; }

    /// <summary>How long all of it may take.</summary>
    public required TimeSpan Timeout { get; init; }

    /// <summary>Asked once an answer has a status: where its bytes go; null = nobody keeps them.</summary>
    public Func<int, Stream?> Keep { get; init; } = _ => null;

    /// <summary>How many bytes go there at most.</summary>
    public long KeptMax { get; init; }
}

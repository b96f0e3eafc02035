namespace Orchestrator.Runner.Retry;

/// <summary>Which run a new one continues, and how.</summary>
public sealed record ContinueRequest
{
    /// <summary>Number of that run; the last of those that continue each other.</summary>
    public required long Run { get; init; }

    /// <summary>
    /// Number of the newest run of the batch, as it was when that one was chosen: where another one has begun since,
    /// the choice counts no more.
    /// </summary>
    public required long Newest { get; init; }

    /// <summary>Whether what is done runs again, too.</summary>
    public bool RunsDone { get; init; }

    /// <summary>
    /// Told what is done and what is to run before the run begins; an exception ends it there, and nothing is recorded.
    /// </summary>
    public Action<Continuation>? Decided { get; init; }
}

namespace Orchestrator.Ledger;

/// <summary>What people ask of a run at work, from another terminal.</summary>
public enum RequestVerb { Cancel, Hold, Release, Skip, Prioritise }

/// <summary>What became of a request: it was done, or nothing was changed.</summary>
public enum RequestOutcome { Done, Refused }

/// <summary>What somebody asks of a run at work, and its answer.</summary>
public sealed record RequestRecord
{
    /// <summary>Its number over all runs; 0 = it is not recorded yet.</summary>
    public long Number { get; init; }

    /// <summary>Number of the run.</summary>
    public required long Run { get; init; }

    /// <summary>What shall be done.</summary>
    public required RequestVerb Verb { get; init; }

    /// <summary>Index of the node in the run's plan; 0 = the whole run.</summary>
    public required int Node { get; init; }

    /// <summary>Of a skip: it counts as a success.</summary>
    public bool AsSuccess { get; init; }

    /// <summary>Why; may be empty.</summary>
    public string Reason { get; init; } = "";

    /// <summary>Who asks: "ann@host".</summary>
    public required string Who { get; init; }

    public required DateTimeOffset Asked { get; init; }

    /// <summary>When the run answered; null = it has not heard of it.</summary>
    public DateTimeOffset? Answered { get; init; }

    /// <summary>What became of it; null = it is not answered.</summary>
    public RequestOutcome? Outcome { get; init; }

    /// <summary>The answer in one sentence; empty = there is none yet.</summary>
    public string Answer { get; init; } = "";
}

namespace Orchestrator.Ledger.Alerts;

/// <summary>How far something that an alert tells has come.</summary>
public enum AlertState
{
    /// <summary>It waits for its time: for others of the same cause, or to be tried again.</summary>
    Waiting,

    /// <summary>A service has claimed it, and sends it.</summary>
    Sending,

    /// <summary>Its target has taken it.</summary>
    Sent,

    /// <summary>Its target did not take it for too long, or is declared no more.</summary>
    GivenUp,
}

/// <summary>Something that happened, as it is noted for an alert and one of its targets.</summary>
public sealed record AlertNotice
{
    public required string Environment { get; init; }

    public required string Batch { get; init; }

    public required string Alert { get; init; }

    /// <summary>What happened, in its word.</summary>
    public required string Event { get; init; }

    /// <summary>The target, without secrets.</summary>
    public required string Target { get; init; }

    /// <summary>Hash of what is declared for the target.</summary>
    public required string TargetHash { get; init; }

    /// <summary>What tells it from all else that ever happens to the batch.</summary>
    public required string Occurrence { get; init; }

    /// <summary>What it goes together with.</summary>
    public required string Cause { get; init; }

    /// <summary>Number of its run; null = none.</summary>
    public long? Run { get; init; }

    /// <summary>What there is to tell, as JSON.</summary>
    public required string Detail { get; init; }
}

/// <summary>A target that may be told something now.</summary>
/// <param name="Hash">Hash of what is declared for it.</param>
/// <param name="Since">When the oldest of that was noticed.</param>
public sealed record DueTarget(string Hash, DateTimeOffset Since);

/// <summary>What the ledger has of something that an alert tells.</summary>
public sealed record AlertRecord
{
    /// <summary>Its number.</summary>
    public required long Number { get; init; }

    /// <summary>What happened.</summary>
    public required AlertNotice Notice { get; init; }

    /// <summary>How far it has come.</summary>
    public required AlertState State { get; init; }

    /// <summary>Name of the message in which it goes, for receivers to know it again; empty = none yet.</summary>
    public required string Message { get; init; }

    /// <summary>How often the message was claimed to be sent.</summary>
    public required int Tries { get; init; }

    public required DateTimeOffset Noticed { get; init; }

    /// <summary>When it may be sent, or sent again.</summary>
    public required DateTimeOffset Due { get; init; }

    /// <summary>When it was sent or given up; null = it is not.</summary>
    public DateTimeOffset? Ended { get; init; }

    /// <summary>What was wrong the last time; empty = nothing.</summary>
    public string LastError { get; init; } = "";
}

/// <summary>Since when an alert is declared.</summary>
public sealed record KnownAlert(string Batch, string Alert, DateTimeOffset FirstSeen);

/// <summary>A message that this service has claimed: nobody else sends it before its time is over.</summary>
/// <param name="Id">Its name.</param>
/// <param name="Tries">Which try it is, from 1.</param>
/// <param name="Records">What it tells.</param>
public sealed record ClaimedMessage(string Id, int Tries, IReadOnlyList<AlertRecord> Records);

/// <summary>What has become of a try.</summary>
/// <param name="State">Sent, GivenUp, or Waiting to be tried again.</param>
/// <param name="Due">When that is.</param>
/// <param name="Error">What was wrong; empty = nothing.</param>
public sealed record AlertOutcome(AlertState State, DateTimeOffset Due, string Error);

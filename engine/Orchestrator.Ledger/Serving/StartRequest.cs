namespace Orchestrator.Ledger.Serving;

/// <summary>What somebody asks a service to run, and its answer.</summary>
public sealed record StartRequest
{
    /// <summary>Characters that a key may have.</summary>
    public const int KeyMax = 200;

    /// <summary>Its number; 0 = it is not recorded yet.</summary>
    public long Number { get; init; }

    public required string Environment { get; init; }

    public required string Batch { get; init; }

    /// <summary>Name of the trigger that it is to be as of; empty = none.</summary>
    public string Trigger { get; init; } = "";

    /// <summary>The run to go on with; null = a new one.</summary>
    public long? Continues { get; init; }

    /// <summary>Tells it from others: who asks twice with one key asks once. At most <see cref="KeyMax"/>.</summary>
    public required string Key { get; init; }

    /// <summary>Who asks.</summary>
    public required string Who { get; init; }

    public required DateTimeOffset Asked { get; init; }

    /// <summary>When it was answered; null = no service has heard of it.</summary>
    public DateTimeOffset? Answered { get; init; }

    /// <summary>The firing that it became; null = none.</summary>
    public long? Firing { get; init; }

    /// <summary>Why it became none; empty = it did, or is not answered.</summary>
    public string Refusal { get; init; } = "";
}

namespace Orchestrator.Ledger.Serving;

/// <summary>A trigger as the metadata define it now.</summary>
/// <param name="DefinitionHash">Hash of its definition; not empty.</param>
public sealed record DefinedTrigger(string Batch, string Trigger, string DefinitionHash);

/// <summary>Since when a trigger is defined as it is.</summary>
/// <param name="DefinitionHash">Hash of its definition; empty = it is not defined any more.</param>
/// <param name="FirstSeen">When a service first saw it so: it owes nothing for what was before.</param>
public sealed record ScheduleState(string Batch, string Trigger, string DefinitionHash, DateTimeOffset FirstSeen)
{
    /// <summary>What it has seen of the files that it waits for; empty = nothing yet.</summary>
    public string Seen { get; init; } = "";
}

/// <summary>What a trigger sees of the files that it waits for.</summary>
/// <param name="Before">What it had seen before: where that is not so any more, another service was first.</param>
/// <param name="Now">What it sees now.</param>
public sealed record FilesSeen(string Batch, string Trigger, string Before, string Now);

/// <summary>What a pause is of: a trigger, a batch, or everything in an environment.</summary>
/// <param name="Batch">Name of the batch; empty = all.</param>
/// <param name="Trigger">Name of the trigger; empty = all of the batch.</param>
public sealed record PausedPart(string Environment, string Batch = "", string Trigger = "")
{
    /// <summary>For people: everything, BATCH or BATCH/TRIGGER.</summary>
    public string Name => Batch.Length == 0 ? "everything" : Trigger.Length == 0 ? Batch : $"{Batch}/{Trigger}";

    /// <summary>Whether a trigger of the environment belongs to it.</summary>
    public bool Has(string batch, string trigger) =>
        (Batch.Length == 0 || Batch == batch) && (Trigger.Length == 0 || Trigger == trigger);
}

/// <summary>A time in which triggers do not fire, because somebody said so.</summary>
public sealed record SchedulePause
{
    /// <summary>Its number.</summary>
    public long Number { get; init; }

    /// <summary>What is paused.</summary>
    public required PausedPart Of { get; init; }

    /// <summary>Since when.</summary>
    public required DateTimeOffset Paused { get; init; }

    public required string PausedBy { get; init; }

    /// <summary>Why; may be empty.</summary>
    public string Reason { get; init; } = "";

    /// <summary>Until when; null = it lasts.</summary>
    public DateTimeOffset? Resumed { get; init; }

    /// <summary>Who ended it; empty = nobody has.</summary>
    public string ResumedBy { get; init; } = "";

    /// <summary>Whether a trigger is paused by it at a moment.</summary>
    public bool Covers(string batch, string trigger, DateTimeOffset moment) =>
        Of.Has(batch, trigger) && Paused <= moment && !(Resumed <= moment);
}

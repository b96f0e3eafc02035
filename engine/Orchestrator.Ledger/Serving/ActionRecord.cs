namespace Orchestrator.Ledger.Serving;

/// <summary>What became of an action at once.</summary>
public enum ActionOutcome
{
    /// <summary>It is recorded; a run or a service has yet to answer.</summary>
    Asked,

    /// <summary>It is done.</summary>
    Done,

    /// <summary>Nothing was changed.</summary>
    Refused,
}

/// <summary>What somebody asked on the page or over the API, once for each key.</summary>
public sealed record ActionRecord
{
    /// <summary>Characters that a key may have.</summary>
    public const int KeyMax = StartRequest.KeyMax;

    /// <summary>Its number; 0 = it is not recorded yet.</summary>
    public long Number { get; init; }

    public required string Environment { get; init; }

    /// <summary>Tells it from others: who sends one key twice has asked once. At most <see cref="KeyMax"/>.</summary>
    public required string Key { get; init; }

    /// <summary>What would be typed for it: a verb with its arguments. One key stands for one command of one person.
    /// </summary>
    public required string Command { get; init; }

    /// <summary>Who asked.</summary>
    public required string Who { get; init; }

    public required DateTimeOffset Asked { get; init; }

    /// <summary>The request that a run answers; null = none.</summary>
    public long? Request { get; init; }

    /// <summary>The request to start that a service answers; null = none.</summary>
    public long? Start { get; init; }

    /// <summary>What became of it at once.</summary>
    public ActionOutcome Outcome { get; init; }

    /// <summary>In words what was done, or why nothing was; empty = it is yet to be answered.</summary>
    public string Answer { get; init; } = "";

    /// <summary>Whether another one asks for the same: the same command, by the same person.</summary>
    public bool IsSameAs(ActionRecord other) =>
        (Environment, Command, Who) == (other.Environment, other.Command, other.Who);
}

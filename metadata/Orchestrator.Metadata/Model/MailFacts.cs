namespace Orchestrator.Metadata.Model;

/// <summary>What a message knows of the run that sends it, as `${run:NAME}`.</summary>
public static class MailFacts
{
    /// <summary>The number of the run in its ledger.</summary>
    public const string Number = "number";

    /// <summary>What tells the run from those of all ledgers.</summary>
    public const string Id = "id";

    /// <summary>The date of the night.</summary>
    public const string AsOf = "asOf";

    /// <summary>The environment.</summary>
    public const string Environment = "environment";

    /// <summary>The machine that sends it.</summary>
    public const string Machine = "machine";

    /// <summary>Their names, in the order in which people are told of them.</summary>
    public static IReadOnlyList<string> All { get; } = [Number, Id, AsOf, Environment, Machine];
}

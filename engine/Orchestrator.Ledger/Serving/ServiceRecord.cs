using Orchestrator.Core.Leases;

namespace Orchestrator.Ledger.Serving;

/// <summary>What a service says of itself when it begins; its process is this one.</summary>
public sealed record ServiceBeginning
{
    /// <summary>Name of the solution that it serves.</summary>
    public required string Solution { get; init; }

    /// <summary>The environment that it serves: it takes over firings of no other.</summary>
    public required string Environment { get; init; }

    /// <summary>Where its page is to be found; empty = it has none.</summary>
    public string Address { get; init; } = "";

    /// <summary>Version of the program.</summary>
    public string Version { get; init; } = "";
}

/// <summary>A process that fires triggers, as read from the ledger.</summary>
public sealed record ServiceRecord
{
    /// <summary>How long one that lives may be silent: 30 s.</summary>
    public static readonly TimeSpan SilenceMax = TimeSpan.FromSeconds(30);

    /// <summary>Its number.</summary>
    public required long Number { get; init; }

    /// <summary>Name of the solution that it serves.</summary>
    public required string Solution { get; init; }

    /// <summary>The environment that it serves.</summary>
    public required string Environment { get; init; }

    /// <summary>Its process.</summary>
    public required RunOrigin Origin { get; init; }

    /// <summary>Version of the program.</summary>
    public required string Version { get; init; }

    /// <summary>Where its page is to be found; empty = it has none.</summary>
    public required string Address { get; init; }

    /// <summary>When it began.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>When it stopped, or another service found it dead; null = neither.</summary>
    public DateTimeOffset? Stopped { get; init; }

    /// <summary>
    /// How long nothing was heard of it, by the ledger's clock; null = it was of an earlier boot of this machine.
    /// </summary>
    public TimeSpan? SilentFor { get; init; }

    /// <summary>What is known of its process from here.</summary>
    public HolderProcess Process { get; init; }

    /// <summary>Whether it fires nothing any more, so that others take over what it had claimed.</summary>
    /// <param name="silence">How long a service that lives may be silent.</param>
    public bool IsDead(TimeSpan silence) =>
        Stopped is not null || Process == HolderProcess.Gone || !(SilentFor < silence);
}

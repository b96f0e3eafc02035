namespace Orchestrator.Core.Durability;

/// <summary>What earlier runs have made of a package, for the one that continues them.</summary>
public enum PastState
{
    /// <summary>It did not end well, is not known to be on disk, or was never run: it is to run.</summary>
    NotDone,

    /// <summary>It was loaded, and all of it is on disk.</summary>
    Loaded,

    /// <summary>It ended well without loading anything: disabled, or a handler that was not needed.</summary>
    Settled,

    /// <summary>The first of the runs was not asked for it, so that those that continue it are not either.</summary>
    OutOfScope,
}

/// <summary>What earlier runs have made of a package.</summary>
/// <param name="State">What came of it.</param>
/// <param name="Run">The run that it came of; 0 = none.</param>
public readonly record struct PastOutcome(PastState State, long Run);

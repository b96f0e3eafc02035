namespace Orchestrator.Core;

/// <summary>
/// What the packages of a kind are for. The ledger keeps it with each node, so that no question of it lists kinds.
/// </summary>
public enum PackagePurpose
{
    /// <summary>Of a batch, project, level or container, which has no kind.</summary>
    None,

    /// <summary>It moves rows into its target, counted and guarded.</summary>
    Load,

    /// <summary>It does something else: statements, a check, a program.</summary>
    Task,

    /// <summary>It runs around a group: started like a package, and counted apart.</summary>
    Hook,

    /// <summary>It loads rows that a load has rejected; no load itself for whoever asks what is loaded.</summary>
    Replay,
}

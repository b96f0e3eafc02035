namespace Orchestrator.Metadata.Model;

/// <summary>Loads that are not the usual one into a table, and take some of the keys under `load` alone.</summary>
[Flags]
public enum LoadForms
{
    /// <summary>The usual one, which takes all.</summary>
    None = 0,

    /// <summary>Kind absorb: into a buffer, which is drained in a way of its own.</summary>
    Buffer = 1,

    /// <summary>Kind scd: versions, which are made in a way of their own.</summary>
    Versions = 2,

    /// <summary>Rejected rows that are loaded later; what it does not take is as if nobody had written it.</summary>
    Replay = 4,

    /// <summary>Into a file. What is of tables alone and depends on the platform is refused with that.</summary>
    File = 8,
}

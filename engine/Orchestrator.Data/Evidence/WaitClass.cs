namespace Orchestrator.Data.Evidence;

/// <summary>What a session waits for in a database, in the same words on each platform.</summary>
public enum WaitClass
{
    /// <summary>Its log is on the way to disk.</summary>
    LogWrite,

    /// <summary>Others have rows or tables that it needs.</summary>
    Lock,

    /// <summary>Others have a structure in memory that it needs.</summary>
    Latch,

    /// <summary>Data, not log, is read or written.</summary>
    Io,

    /// <summary>The client sends or takes rows.</summary>
    Network,

    /// <summary>It computes, or waits for a processor.</summary>
    Cpu,

    /// <summary>Anything else.</summary>
    Other,
}

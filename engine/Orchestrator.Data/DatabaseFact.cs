namespace Orchestrator.Data;

/// <summary>What a fact is about.</summary>
public enum FactKind
{
    /// <summary>A feature of the database with which commits are always fully durable.</summary>
    AlwaysDurable,

    /// <summary>A setting with which its commits may reach the disk later, whoever makes them.</summary>
    Relaxed,

    /// <summary>The largest table, with its indexes.</summary>
    LargestTable,

    /// <summary>Room that is left and cannot grow.</summary>
    Free,
}

/// <summary>Something that a server tells of its database.</summary>
/// <param name="Kind">What it is about.</param>
/// <param name="Name">The feature, the table, or what the room is in.</param>
/// <param name="Bytes">Its size; 0 where it has none.</param>
public sealed record DatabaseFact(FactKind Kind, string Name, long Bytes);

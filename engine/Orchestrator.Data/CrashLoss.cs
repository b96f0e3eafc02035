namespace Orchestrator.Data;

/// <summary>A table that a crash of the server empties, whatever was flushed.</summary>
/// <param name="Why">Why, as a clause: "it is UNLOGGED".</param>
/// <param name="Advice">What somebody can do about it, as the end of a sentence: "make it anew with …".</param>
public sealed record CrashLoss(TableName Table, string Why, string Advice);

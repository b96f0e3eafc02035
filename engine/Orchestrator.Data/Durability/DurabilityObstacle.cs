namespace Orchestrator.Data.Durability;

/// <summary>Something that speaks against relaxing the durability of a database.</summary>
/// <param name="What">What it is: "change data capture is on".</param>
/// <param name="Advice">What somebody can do about it, as a sentence.</param>
/// <param name="RulesOut">Whether it cannot be relaxed; else it can, and people should know.</param>
public sealed record DurabilityObstacle(string What, string Advice, bool RulesOut);

namespace Orchestrator.Report.Parts;

/// <summary>A name and what stands behind it.</summary>
internal sealed record Fact(string Key, string Value);

namespace Orchestrator.Report.Parts;

/// <summary>One of the numbers at the head of the page.</summary>
internal sealed record Count(string Name, string Word, long Value, string Tone, bool IsShown = true);

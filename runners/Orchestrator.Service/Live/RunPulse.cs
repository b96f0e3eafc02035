namespace Orchestrator.Service.Live;

/// <summary>How far a run has come, as those who watch are told.</summary>
/// <param name="Run">Its number.</param>
/// <param name="Sequence">The last of its transitions.</param>
/// <param name="State">"running", or how it ended.</param>
internal sealed record RunPulse(long Run, long Sequence, string State);

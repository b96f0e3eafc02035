namespace Orchestrator.Lab.Calibrate;

/// <summary>What a calibration recommends: lines of YAML to paste, and why.</summary>
/// <param name="Yaml">The lines; empty = nothing is recommended.</param>
/// <param name="Why">A sentence for each.</param>
public sealed record Recommendation(IReadOnlyList<string> Yaml, IReadOnlyList<string> Why);

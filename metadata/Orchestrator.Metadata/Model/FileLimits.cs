namespace Orchestrator.Metadata.Model;

/// <summary>Limits in bytes; what is over is an error, not memory.</summary>
public sealed record FileLimits(long Field = 16L << 20, long Row = 64L << 20, long Expanded = 100L << 30);

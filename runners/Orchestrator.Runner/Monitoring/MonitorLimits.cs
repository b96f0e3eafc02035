namespace Orchestrator.Runner.Monitoring;

/// <summary>How much the monitor's file keeps.</summary>
public sealed record MonitorLimits
{
    /// <summary>Bytes that what is kept may take. Default: 256 MB.</summary>
    public long BytesMax { get; init; } = 256L << 20;

    /// <summary>How long what was seen is kept. Default: 30 days.</summary>
    public TimeSpan AgeMax { get; init; } = TimeSpan.FromDays(30);
}

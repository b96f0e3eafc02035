namespace Orchestrator.Lab.Monitoring;

/// <summary>How much the monitor's file keeps.</summary>
public sealed record MonitorLimits
{
    /// <summary>Bytes that what is kept may take, with the log beside it. Default: 256 MB.</summary>
    public long BytesMax { get; init; } = 256L << 20;

    /// <summary>How large the log beside the file, which counts as well, becomes before it is copied into it.</summary>
    public long LogBytesMax => Math.Min(4L << 20, BytesMax / 8);

    /// <summary>How long what was seen is kept. Default: 30 days.</summary>
    public TimeSpan AgeMax { get; init; } = TimeSpan.FromDays(30);
}

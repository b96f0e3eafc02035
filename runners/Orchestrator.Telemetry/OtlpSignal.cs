namespace Orchestrator.Telemetry;

/// <summary>How a collector is spoken to.</summary>
internal enum OtlpProtocol { HttpProtobuf, Grpc }

/// <summary>Where one kind of telemetry goes.</summary>
internal sealed record OtlpSignal
{
    /// <summary>The full address of the collector for it.</summary>
    public required Uri Endpoint { get; init; }

    /// <summary>How it is spoken to.</summary>
    public required OtlpProtocol Protocol { get; init; }

    /// <summary>Headers as the variable has them, "key=value,key=value"; may hold secrets. Empty = none.</summary>
    public string Headers { get; init; } = "";

    /// <summary>How long one sending may take.</summary>
    public TimeSpan Timeout { get; init; } = TimeSpan.FromSeconds(10);
}

namespace Orchestrator.Runner.Evidence;

/// <summary>The times that a sampler goes by.</summary>
/// <param name="Time">The clock.</param>
/// <param name="OwnProcessorTime">Processor time of the calling thread so far.</param>
/// <param name="ProgramTime">Processor time of the whole program so far.</param>
internal sealed record SamplerClock(TimeProvider Time, Func<TimeSpan> OwnProcessorTime, Func<TimeSpan> ProgramTime)
{
    /// <summary>The moment.</summary>
    public DateTimeOffset Now => Time.GetUtcNow();

    /// <summary>Processor time of the calling thread so far.</summary>
    public TimeSpan ProcessorTime => OwnProcessorTime();
}

using Orchestrator.Data.Evidence;

namespace Orchestrator.Lab.Monitoring;

/// <summary>What one look has seen of sessions and their waits.</summary>
/// <param name="At">The moment.</param>
/// <param name="Sessions">Sessions at work.</param>
/// <param name="Waits">What they waited for, and how many of them.</param>
internal sealed record MonitorSample(
    DateTimeOffset At, int Sessions, IReadOnlyList<(string Wait, WaitClass Class, int Sessions)> Waits);

/// <summary>What a `monitor run` has done so far, and what that has cost.</summary>
public sealed record MonitorPeriod
{
    public required string Connection { get; init; }

    public string Platform { get; init; } = "";

    public required DateTimeOffset Began { get; init; }

    /// <summary>Its last sign of life.</summary>
    public required DateTimeOffset Ended { get; init; }

    /// <summary>How often it has looked.</summary>
    public long Looks { get; init; }

    /// <summary>How many plans it has asked for.</summary>
    public long Fetches { get; init; }

    /// <summary>Processor time of its own.</summary>
    public TimeSpan ProcessorTime { get; init; }

    /// <summary>Time that the server took to answer.</summary>
    public TimeSpan ServerTime { get; init; }

    /// <summary>What was not seen and why, a line each.</summary>
    public IReadOnlyList<string> Unseen { get; init; } = [];

    /// <summary>What it has cost, as a share of one processor; 0 where no time has passed.</summary>
    public double Share => Ended > Began ? (ProcessorTime + ServerTime) / (Ended - Began) : 0;
}

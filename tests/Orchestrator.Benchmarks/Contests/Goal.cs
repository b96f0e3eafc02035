namespace Orchestrator.Benchmarks.Contests;

/// <summary>A ratio against the peer, and what it should be.</summary>
/// <param name="What">Of what.</param>
/// <param name="Wanted">The least, of a speed; the most, of a cost.</param>
/// <param name="IsCost">Whether it is ours ÷ the peer's, and less is better.</param>
/// <param name="Of">What is compared.</param>
internal sealed record Goal(string What, double Wanted, bool IsCost, Func<Cost, double> Of)
{
    /// <summary>Rows per second: at least that many times the peer's.</summary>
    public static Goal Speed(double wanted) => new("speed", wanted, false, cost => cost.Seconds);

    /// <summary>Time: at most that many times the peer's.</summary>
    public static Goal Time(double wanted) => new("time", wanted, true, cost => cost.Seconds);

    /// <summary>Processor time of the client: at most that many times the peer's.</summary>
    public static Goal Processor(double wanted) => new("client's processor time", wanted, true, cost => cost.Client);

    /// <summary>Processor time of client and servers together: at most that many times the peer's.</summary>
    public static Goal Processors(double wanted) =>
        new("processor time", wanted, true, cost => cost.Client + cost.Server);

    /// <summary>The most memory at a time: at most that many times the peer's.</summary>
    public static Goal Memory(double wanted) => new("memory", wanted, true, cost => cost.Memory);

    /// <summary>What the peer against itself may spread by, so that the ratio counts: half the margin.</summary>
    public double SpreadMax { get; init; } = Math.Abs(Wanted - 1) / 2;

    /// <summary>The bound as it is written.</summary>
    public string Bound => $"{(IsCost ? '≤' : '≥')} {Wanted:0.00}";

    /// <summary>The ratio of one round.</summary>
    public double Ratio(Cost ours, Cost peer) => IsCost ? Of(ours) / Of(peer) : Of(peer) / Of(ours);

    /// <summary>Whether a ratio is as wanted.</summary>
    public bool IsReached(double ratio) => IsCost ? ratio <= Wanted : ratio >= Wanted;
}

namespace Orchestrator.Lab.Calibrate.Concurrency;

/// <summary>How long a batch took at one gate.</summary>
/// <param name="Gate">Packages at work at once.</param>
/// <param name="Makespan">From the begin of the run to its end.</param>
/// <param name="Run">Number of the run.</param>
public sealed record GateTrial(int Gate, TimeSpan Makespan, long Run);

/// <summary>How a gate is looked for.</summary>
public sealed record GateTerms
{
    /// <summary>The largest gate.</summary>
    public required int Most { get; init; }

    /// <summary>What −1 stands for here.</summary>
    public required int Automatic { get; init; }

    /// <summary>How often each gate is tried. Default: 3.</summary>
    public int Rounds { get; init; } = 3;

    /// <summary>What counts as just as fast, as a share. Default: 5 %.</summary>
    public double Margin { get; init; } = 0.05;

    /// <summary>No run begins that would end later than this by what was measured. Default: 30 min.</summary>
    public TimeSpan TimeMax { get; init; } = TimeSpan.FromMinutes(30);
}

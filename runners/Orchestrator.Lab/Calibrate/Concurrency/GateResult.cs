namespace Orchestrator.Lab.Calibrate.Concurrency;

/// <summary>What is known of the makespans of a batch at several gates, and what follows. Pure.</summary>
/// <param name="Terms">How it was looked for.</param>
/// <param name="Trials">The runs that count.</param>
/// <param name="IsWhole">Whether nothing was left out.</param>
public sealed record GateResult(GateTerms Terms, IReadOnlyList<GateTrial> Trials, bool IsWhole)
{
    /// <summary>The gates with their runs, the smallest first.</summary>
    public IReadOnlyList<GateFigure> Gates => [.. Trials.GroupBy(trial => trial.Gate).OrderBy(same => same.Key)
        .Select(same => new GateFigure(same.Key, [.. same.Select(trial => trial.Makespan)]))];

    /// <summary>The gate with the shortest median; null = there is none.</summary>
    public GateFigure? Best => Gates.MinBy(gate => gate.Median);

    /// <summary>
    /// The smallest gate within the margin of the best, or within what runs of one gate differ by; null = none.
    /// </summary>
    public GateFigure? Knee => Gates.FirstOrDefault(IsGood);

    /// <summary>Whether −1 is as good as the best, as far as can be told; null = it was not tried.</summary>
    public bool? IsAutomaticRight => Gates.FirstOrDefault(gate => gate.Gate == Terms.Automatic) is { } automatic
        ? IsGood(automatic) : null;

    /// <summary>Whether a gate is faster than another by more than runs of one of them differ.</summary>
    public bool Beats(GateFigure gate, GateFigure other) => other.Median - gate.Median > Noise(gate, other);

    /// <summary>By how much runs of one of two gates differ; of one with a single run, what the others tell.</summary>
    public TimeSpan Noise(GateFigure gate, GateFigure other) => new[] { gate, other }.Max(one =>
        one.Makespans.Count > 1 ? one.Spread : Gates.Max(any => any.Spread));

    /// <summary>Whether a gate is behind another by more than the margin, and by no more than chance.</summary>
    public bool IsNoise(GateFigure gate, GateFigure best) => !IsWithin(gate, best) && !Beats(best, gate);

    private bool IsGood(GateFigure gate) => IsWithin(gate, Best!) || !Beats(Best!, gate);

    private bool IsWithin(GateFigure gate, GateFigure best) =>
        gate.Median.TotalSeconds * (1 - Terms.Margin) <= best.Median.TotalSeconds;
}

/// <summary>One gate.</summary>
/// <param name="Gate">Packages at work at once.</param>
/// <param name="Makespans">Of its runs, in order.</param>
public sealed record GateFigure(int Gate, IReadOnlyList<TimeSpan> Makespans)
{
    /// <summary>By how much its runs differ.</summary>
    public TimeSpan Spread => Makespans.Max() - Makespans.Min();

    public TimeSpan Median => TimeSpan.FromSeconds(
        new MeasuredSize(Gate, [.. Makespans.Select(makespan => makespan.TotalSeconds)]).Speed);
}

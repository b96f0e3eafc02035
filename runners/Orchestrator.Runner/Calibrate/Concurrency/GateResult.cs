namespace Orchestrator.Runner.Calibrate.Concurrency;

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

    /// <summary>The smallest gate within the margin of the best; null = there is none.</summary>
    public GateFigure? Knee => Gates.FirstOrDefault(IsGood);

    /// <summary>Whether −1 is within the margin of the best; null = it was not tried.</summary>
    public bool? IsAutomaticRight => Gates.FirstOrDefault(gate => gate.Gate == Terms.Automatic) is { } automatic
        ? IsGood(automatic) : null;

    private bool IsGood(GateFigure gate) => gate.Median.TotalSeconds * (1 - Terms.Margin) <= Best!.Median.TotalSeconds;
}

/// <summary>One gate.</summary>
/// <param name="Gate">Packages at work at once.</param>
/// <param name="Makespans">Of its runs, in order.</param>
public sealed record GateFigure(int Gate, IReadOnlyList<TimeSpan> Makespans)
{
    /// <summary>The median.</summary>
    public TimeSpan Median => TimeSpan.FromSeconds(
        new MeasuredSize(Gate, [.. Makespans.Select(makespan => makespan.TotalSeconds)]).Speed);
}

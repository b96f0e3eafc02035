using Orchestrator.Data.Evidence;

namespace Orchestrator.Report.Figures;

/// <summary>What happened in one database while the run was at work, and how it went over time.</summary>
internal sealed class DatabaseFigures
{
    private readonly Slices _commits;
    private readonly Slices _flushes;
    private readonly Slices _logWaits;
    private readonly Slices _otherWaits;

    public DatabaseFigures(DatabaseEvidence evidence, TimeAxis axis)
    {
        Evidence = evidence;
        (_commits, _flushes, _logWaits, _otherWaits) = (new(axis), new(axis), new(axis), new(axis));
        var before = new EvidenceSample(evidence.Began, 0, 0, 0, new Dictionary<WaitClass, TimeSpan>());
        foreach (var sample in evidence.Samples)
        {
            _commits.AddSum(before.At, sample.At, (sample.Commits - before.Commits) ?? 0);
            _flushes.AddSum(before.At, sample.At, (sample.Flushes - before.Flushes) ?? 0);
            _logWaits.AddSum(before.At, sample.At, LogWaits(sample) - LogWaits(before));
            _otherWaits.AddSum(before.At, sample.At, OtherWaits(sample) - OtherWaits(before));
            before = sample;
        }
    }

    public DatabaseEvidence Evidence { get; }

    public long? Commits => Evidence.Total?.Commits;

    public long? Flushes => Evidence.Total?.Flushes;

    public long? LogBytes => Evidence.Total?.LogBytes;

    /// <summary>Whether anybody was seen to wait: where not, it is not known.</summary>
    public bool KnowsWaits => Evidence.Total?.Waits.Count > 0;

    public IReadOnlyList<double> CommitsPerSecond => _commits.PerSecond;

    public IReadOnlyList<double> FlushesPerSecond => _flushes.PerSecond;

    /// <summary>Sessions that waited for the log, on average.</summary>
    public IReadOnlyList<double> LogWaiting => _logWaits.PerSecond;

    /// <summary>Sessions that waited for others or for data, on average.</summary>
    public IReadOnlyList<double> OtherWaiting => _otherWaits.PerSecond;

    private static double LogWaits(EvidenceSample sample) => Seconds(sample, WaitClass.LogWrite);

    // Network and processor are how a session works, not what holds it up.
    private static double OtherWaits(EvidenceSample sample) => Seconds(sample, WaitClass.Lock)
        + Seconds(sample, WaitClass.Latch) + Seconds(sample, WaitClass.Io) + Seconds(sample, WaitClass.Other);

    private static double Seconds(EvidenceSample sample, WaitClass one) =>
        sample.Waits.TryGetValue(one, out var waited) ? waited.TotalSeconds : 0;
}

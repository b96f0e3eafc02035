using Orchestrator.Data.Evidence;

namespace Orchestrator.Runner.Evidence;

/// <summary>
/// Samples over a time that nobody knows before: where there are too many, every second one goes, and from then on
/// twice the time lies between two. They count from the beginning, so that nothing is lost by that.
/// </summary>
internal sealed class SampleSeries
{
    /// <summary>How many are kept at most.</summary>
    public const int Max = 600;

    private static readonly TimeSpan Finest = TimeSpan.FromSeconds(1);

    private readonly List<EvidenceSample> _samples = [];
    private TimeSpan _between = Finest;

    /// <summary>All that are kept, in the order of time.</summary>
    public IReadOnlyList<EvidenceSample> All => _samples;

    /// <summary>Whether it is time for one.</summary>
    public bool IsDue(DateTimeOffset now) => _samples.Count == 0 || now - _samples[^1].At >= _between;

    public void Add(EvidenceSample sample)
    {
        if (_samples.Count >= Max)
        {
            _between *= 2;
            var kept = _samples.Where((_, i) => i % 2 == 0).ToArray();
            _samples.Clear();
            _samples.AddRange(kept);
        }

        _samples.Add(sample);
    }
}

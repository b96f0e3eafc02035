namespace Orchestrator.Packages.Absorb;

/// <summary>
/// How many rows a drainer takes next: more where there are more and the last ones were quick, fewer where they took
/// longer than the interval; but not where a batch costs something whatever it takes, so that fewer rows only paid for
/// that more often. Pure.
/// </summary>
/// <param name="max">Never more than that.</param>
/// <param name="interval">How long a batch may take.</param>
internal sealed class BatchSize(long max, TimeSpan interval)
{
    /// <summary>What it begins with, and never goes below.</summary>
    public const long Min = 1_000;

    private const int Step = 2;
    private const double LeastOfRate = 0.75;

    // Rows a second before it last took fewer; 0 = it did not. And what it does not go below, for the time being.
    private double _before;
    private long _least;

    /// <summary>Rows that are taken next.</summary>
    public long Rows { get; private set; } = Math.Min(Min, max);

    /// <summary>Learns from a batch.</summary>
    /// <param name="taken">Rows that were there, up to <see cref="Rows"/>.</param>
    /// <param name="took">How long it took.</param>
    public void Learn(long taken, TimeSpan took)
    {
        var rate = taken >= Rows ? taken / took.TotalSeconds : 0;
        if (rate > 0 && rate < _before * LeastOfRate)
        {
            _least = Rows = Math.Min(max, Rows * Step);
            _before = 0;
        }
        else if (took > interval && Math.Max(Math.Max(Math.Min(Min, max), _least), Rows / Step) is var fewer)
        {
            _before = fewer < Rows ? rate : 0;
            Rows = fewer;
        }
        else if (taken >= Rows && took * Step <= interval)
        {
            _least = 0;
            _before = 0;
            Rows = Math.Min(max, Rows * Step);
        }
    }
}

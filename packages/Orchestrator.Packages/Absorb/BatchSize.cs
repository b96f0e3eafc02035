namespace Orchestrator.Packages.Absorb;

/// <summary>
/// How many rows a drainer takes next: more where there are more and the last ones were quick, fewer where they took
/// longer than the interval. Pure.
/// </summary>
/// <param name="max">Never more than that.</param>
/// <param name="interval">How long a batch may take.</param>
internal sealed class BatchSize(long max, TimeSpan interval)
{
    /// <summary>What it begins with, and never goes below.</summary>
    public const long Min = 1_000;

    private const int Step = 2;

    /// <summary>Rows that are taken next.</summary>
    public long Rows { get; private set; } = Math.Min(Min, max);

    /// <summary>Learns from a batch.</summary>
    /// <param name="taken">Rows that were there, up to <see cref="Rows"/>.</param>
    /// <param name="took">How long it took.</param>
    public void Learn(long taken, TimeSpan took)
    {
        if (took > interval)
        {
            Rows = Math.Max(Math.Min(Min, max), Rows / Step);
        }
        else if (taken >= Rows && took * Step <= interval)
        {
            Rows = Math.Min(max, Rows * Step);
        }
    }
}

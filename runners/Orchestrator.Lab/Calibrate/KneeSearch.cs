namespace Orchestrator.Lab.Calibrate;

/// <summary>
/// Finds the knee of something that gets faster with its size up to some point: the smallest size within a margin of
/// the best. It doubles until that helps no more, then looks between the sizes beside the best, then below it. Each
/// size is measured some times, and its median counts, so that one bad measure decides nothing. Pure: whoever measures
/// asks for the next size, and may end at any time.
/// </summary>
public sealed class KneeSearch
{
    private const int IdleDoublings = 2;

    private readonly KneeTerms _terms;
    private readonly SortedDictionary<int, List<double>> _measured = [];
    private readonly int[] _doublings;

    public KneeSearch(KneeTerms terms)
    {
        _terms = terms;
        List<int> sizes = [];
        for (long size = 1; size < terms.Most; size *= 2)
        {
            sizes.Add((int)size);
        }

        _doublings = [.. sizes.Append(terms.Most).Union(terms.Also.Where(size => size <= terms.Most)).Order()];
    }

    /// <summary>What was measured, by size.</summary>
    public IReadOnlyList<MeasuredSize> Sizes =>
        [.. _measured.Where(one => one.Value.Count > 0).Select(one => new MeasuredSize(one.Key, one.Value))];

    /// <summary>The knee as far as it is known; null = nothing was measured yet.</summary>
    public Knee? Found => Sizes is not { Count: > 0 } sizes ? null
        : sizes.MaxBy(size => size.Speed)! is var best
        ? new Knee(sizes.First(size => IsGood(size, best)), best) : null;

    /// <summary>The size that is to be measured next; null = the knee is found.</summary>
    public int? Next() => Unfinished() ?? Doubling() ?? (_terms.Refines ? BesideBest() ?? BelowBest() : null);

    /// <summary>Takes what was measured: the more the better.</summary>
    public void Add(int size, double speed)
    {
        if (!_measured.TryGetValue(size, out var speeds))
        {
            _measured[size] = speeds = [];
        }

        speeds.Add(speed);
    }

    private int? Unfinished() => _measured.Where(one => one.Value.Count < _terms.Rounds)
        .Select(one => (int?)one.Key).FirstOrDefault();

    /// <summary>The next of the fixed sizes, unless it has got worse, or no better for too long.</summary>
    private int? Doubling()
    {
        double best = 0;
        var idle = 0;
        foreach (var size in _doublings)
        {
            if (idle >= IdleDoublings)
            {
                return null;
            }

            if (!_measured.ContainsKey(size))
            {
                return size;
            }

            var speed = SpeedOf(size);
            idle = speed < best * (1 - _terms.Margin) ? IdleDoublings
                : speed < best * (1 + _terms.Margin) ? idle + 1 : 0;
            best = Math.Max(best, speed);
        }

        return null;
    }

    /// <summary>Between the best and its neighbours, in the wider of the two gaps.</summary>
    private int? BesideBest()
    {
        var (sizes, best) = (Sizes, Found!.Best.Size);
        var below = sizes.LastOrDefault(size => size.Size < best)?.Size ?? best;
        var above = sizes.FirstOrDefault(size => size.Size > best)?.Size ?? best;
        return best - below > Math.Max(1, above - best) ? (below + best) / 2
            : above - best > 1 ? (best + above) / 2
            : best - below > 1 ? (below + best) / 2 : null;
    }

    /// <summary>Between the smallest size that is good and the one below it.</summary>
    private int? BelowBest()
    {
        var knee = Found!.At.Size;
        var below = Sizes.LastOrDefault(size => size.Size < knee)?.Size ?? 0;
        return knee - below > 1 ? (below + knee) / 2 : null;
    }

    private bool IsGood(MeasuredSize size, MeasuredSize best) => size.Speed >= best.Speed * (1 - _terms.Margin);

    private double SpeedOf(int size) => new MeasuredSize(size, _measured[size]).Speed;
}

/// <summary>How a knee is looked for.</summary>
public sealed record KneeTerms
{
    /// <summary>The largest size.</summary>
    public required int Most { get; init; }

    /// <summary>Further sizes that are to be measured on the way.</summary>
    public IReadOnlyList<int> Also { get; init; } = [];

    /// <summary>How often each size is measured. Default: once.</summary>
    public int Rounds { get; init; } = 1;

    /// <summary>What counts as just as fast, as a share. Default: 5 %.</summary>
    public double Margin { get; init; } = 0.05;

    /// <summary>Whether sizes between the doubled ones are looked at as well. Default: yes.</summary>
    public bool Refines { get; init; } = true;
}

/// <summary>A size with all that was measured of it.</summary>
/// <param name="Size">The size.</param>
/// <param name="Speeds">What was measured, in order.</param>
public sealed record MeasuredSize(int Size, IReadOnlyList<double> Speeds)
{
    /// <summary>The median.</summary>
    public double Speed => Speeds.Order().ToArray() is var sorted && sorted.Length % 2 == 1
        ? sorted[sorted.Length / 2] : (sorted[(sorted.Length / 2) - 1] + sorted[sorted.Length / 2]) / 2;
}

/// <summary>A knee.</summary>
/// <param name="At">The smallest size that is as fast as the best, within the margin.</param>
/// <param name="Best">The fastest.</param>
public sealed record Knee(MeasuredSize At, MeasuredSize Best);

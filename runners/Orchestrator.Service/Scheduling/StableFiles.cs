namespace Orchestrator.Service.Scheduling;

/// <summary>
/// Whether nobody writes to files any more: by their own times, and where the clock of whoever wrote them is ahead, by
/// how long they have been seen so. Used by one thread.
/// </summary>
/// <param name="stableFor">How long nobody must have written to one.</param>
/// <param name="time">The clock.</param>
internal sealed class StableFiles(TimeSpan stableFor, TimeProvider time)
{
    private static readonly TimeSpan ToldAfter = TimeSpan.FromHours(1);

    private Dictionary<string, long> _seen = [];
    private FoundFile? _restless;
    private long? _since;
    private bool _isTold;

    /// <summary>Whether all of them are still.</summary>
    public bool Of(IReadOnlyList<FoundFile> files)
    {
        var now = time.GetTimestamp();
        _seen = files.Select(file => file.Stamp).Distinct()
            .ToDictionary(stamp => stamp, stamp => _seen.GetValueOrDefault(stamp, now));
        _restless = files.FirstOrDefault(file => !IsStill(file));
        if (_restless is null)
        {
            (_since, _isTold) = (null, false);
        }

        _since ??= _restless is null ? null : now;
        return _restless is null;
    }

    /// <summary>The name of one that has kept others from firing for an hour, told once; null = none has.</summary>
    public string? Tell()
    {
        if (_isTold || _since is not { } begun || time.GetElapsedTime(begun) < ToldAfter)
        {
            return null;
        }

        _isTold = true;
        return _restless?.Name;
    }

    private bool IsStill(FoundFile file) => time.GetUtcNow() - file.Written >= stableFor
        || time.GetElapsedTime(_seen[file.Stamp]) >= stableFor;
}

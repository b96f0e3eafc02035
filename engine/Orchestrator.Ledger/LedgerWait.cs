using Orchestrator.Data.Sqlite;

namespace Orchestrator.Ledger;

/// <summary>
/// Watches over the waits for a locked ledger: says so when one lasts, and ends it where the run has not begun.
/// </summary>
internal sealed class LedgerWait
{
    private static readonly TimeSpan Silence = TimeSpan.FromSeconds(1);

    private readonly LedgerPatience _patience;
    private readonly TimeProvider _time;
    private ITimer? _timer;
    private volatile Action<LedgerHold>? _told;
    private volatile bool _isOver;

    public LedgerWait(LedgerPatience patience, TimeProvider time) =>
        (_patience, _time, _told) = (patience, time, patience.Told);

    /// <summary>Ends the wait before the run has begun; what a run at work writes is waited for to the end.</summary>
    public CancellationToken Cancellation => _isOver ? CancellationToken.None : _patience.Cancellation;

    /// <summary>Told of a wait that lasts for a second, on any thread; null = somebody else says so.</summary>
    public Action<LedgerHold>? Told
    {
        get => _told;
        set => _told = value;
    }

    /// <summary>Told by the connection that waits, and with null when it goes on.</summary>
    public void HeldUp(string? over)
    {
        _timer?.Dispose();
        _timer = over is null || _told is not { } tell ? null : Timer(tell, _time.GetUtcNow());
    }

    /// <summary>The batch and environment whose lock the caller has: a run of it that has not ended is dead.</summary>
    public RunLock? Held => _patience.Held;

    /// <summary>Told of a migration: the version before, and the file of the copy that was made first.</summary>
    public Action<long, string>? Migrated => _patience.Migrated;

    /// <summary>
    /// The version to make, where it is older: that of this program, but for a copy of an older ledger.
    /// </summary>
    public long Version { get; init; } = LedgerSql.Version;

    /// <summary>The ledger is a copy of one: it is migrated without another copy.</summary>
    public bool IsCopy { get; init; }

    /// <summary>The run has begun.</summary>
    public void End() => _isOver = true;

    private ITimer Timer(Action<LedgerHold> tell, DateTimeOffset since) => _time.CreateTimer(
        _ => tell(new LedgerHold(since, since + SqliteOptions.DefaultPatience)), null, Silence,
        Timeout.InfiniteTimeSpan);
}

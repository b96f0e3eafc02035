namespace Orchestrator.Ledger;

/// <summary>Watches over the wait for a locked ledger until the run has begun: says so when it lasts.</summary>
internal sealed class LedgerWait(LedgerPatience patience, TimeProvider time)
{
    private static readonly TimeSpan Silence = TimeSpan.FromSeconds(1);

    private ITimer? _timer;
    private volatile bool _isOver;

    /// <summary>Ends the wait before the run has begun; what a run at work writes is waited for to the end.</summary>
    public CancellationToken Cancellation => _isOver ? CancellationToken.None : patience.Cancellation;

    /// <summary>Told by the connection that waits, and with null when it goes on.</summary>
    public void HeldUp(string? over)
    {
        _timer?.Dispose();
        _timer = over is null || _isOver || patience.Told is not { } tell
            ? null
            : time.CreateTimer(_ => tell(), null, Silence, Timeout.InfiniteTimeSpan);
    }

    /// <summary>The batch and environment whose lock the caller has: a run of it that has not ended is dead.</summary>
    public RunLock? Held => patience.Held;

    /// <summary>Told of a migration: the version before, and the file of the copy that was made first.</summary>
    public Action<long, string>? Migrated => patience.Migrated;

    /// <summary>
    /// The version to make, where it is older: that of this program, but for a copy of an older ledger.
    /// </summary>
    public long Version { get; init; } = LedgerSql.Version;

    /// <summary>The ledger is a copy of one: it is migrated without another copy.</summary>
    public bool IsCopy { get; init; }

    /// <summary>The run has begun.</summary>
    public void End() => _isOver = true;
}

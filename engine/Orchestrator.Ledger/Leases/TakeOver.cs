using Orchestrator.Core.Leases;

namespace Orchestrator.Ledger.Leases;

/// <summary>
/// Takes the lock of a batch: at once where nobody has it, and from a holder whose lease is over, which is ended first.
/// </summary>
internal sealed class TakeOver(LedgerLocation location, string batch, string environment)
{
    private const int TriesOfFile = 60;
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(5);
    private static readonly TimeSpan Between = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan UntilItSays = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan UntilItEnds = TimeSpan.FromSeconds(10);

    private TimeSpan _patience = UntilItSays;
    private bool _areSessionsHidden;
    private long _began = TimeProvider.System.GetTimestamp();

    /// <summary>Whether the lock is held by a session of a server.</summary>
    public bool HasSessions { get; init; } = location.Server is not null;

    /// <summary>How long a holder whose lease is over is waited for before somebody is told.</summary>
    public TimeSpan Patience { init => _patience = value; }

    /// <summary>The lock.</summary>
    /// <exception cref="LedgerException">ORC4105: another run has it; the message says who, and until when.</exception>
    public RunLock Acquire()
    {
        for (var tries = HasSessions ? 1 : TriesOfFile; ; tries = 1)
        {
            if (TryLock(tries) is { } taken)
            {
                if (!HasSessions || IsOurs(taken))
                {
                    return taken;
                }
            }
            else if (Find() is var lease && Verdict(lease, isLockFree: false) is var verdict
                && (!Clear(lease, verdict) || IsTooLate()))
            {
                throw Refused(lease, HiddenOf(lease));
            }

            CancellationToken.None.WaitHandle.WaitOne(Between);
        }
    }

    /// <summary>Whether a lock that is free may be had: its holder may live without it for a moment.</summary>
    private bool IsOurs(RunLock taken)
    {
        var isOurs = false;
        try
        {
            var lease = Find();
            var verdict = Verdict(lease, isLockFree: true);
            return isOurs = Clear(lease, verdict) ? true : throw Refused(lease);
        }
        finally
        {
            if (!isOurs)
            {
                taken.Dispose();
            }
        }
    }

    /// <summary>Ends a holder whose lease is over; false = nobody may take the batch.</summary>
    private bool Clear(LeaseRecord? lease, LeaseVerdict verdict)
    {
        switch (verdict)
        {
            case LeaseVerdict.Held or LeaseVerdict.OutOfReach:
                return false;
            case LeaseVerdict.EndProcess:
                EndProcess(lease!);
                EndSessions(lease!);
                return true;
            case LeaseVerdict.EndSessions:
                EndSessions(lease!);
                return true;
            default:
                return true;
        }
    }

    private void EndProcess(LeaseRecord lease)
    {
        if (MachineProcess.End(lease) is { } why)
        {
            throw Refused(lease, why);
        }

        Extend();
    }

    private void EndSessions(LeaseRecord lease)
    {
        if (!HasSessions)
        {
            return;
        }

        try
        {
            var ended = location.Platform.EndSessions(location, lease.Session);
            _areSessionsHidden = ended < 0;
            if (ended > 0)
            {
                Extend();
            }
        }
        catch (LedgerException refused)
        {
            throw Refused(lease, $"its sessions ('{lease.Session}') could not be ended: {refused.Message}", refused);
        }
    }

    private string? HiddenOf(LeaseRecord? lease) => !_areSessionsHidden || lease is not { IsOver: true } ? null
        : $"its sessions ('{lease.Session}') cannot be seen by this user, let alone ended: have `VIEW SERVER STATE` "
            + $"granted, or end process {lease.Origin.ProcessId} on {lease.Origin.Host}, then run again";

    private void Extend()
    {
        if (_patience < UntilItEnds)
        {
            (_patience, _began) = (UntilItEnds, TimeProvider.System.GetTimestamp());
        }
    }

    private bool IsTooLate() => TimeProvider.System.GetElapsedTime(_began) > _patience;

    private RunLock? TryLock(int tries)
    {
        // Whoever only looks whether the lock of a file is held has it for an instant, so one refusal proves nothing. A
        // server tells without that, and each try would be a session.
        for (var i = 0; i < tries; i++)
        {
            if (location.Platform.TryLock(location, batch, environment) is { } acquired)
            {
                return acquired;
            }

            CancellationToken.None.WaitHandle.WaitOne(Pause);
        }

        return null;
    }

    private LeaseVerdict Verdict(LeaseRecord? lease, bool isLockFree) =>
        LeaseRules.Take(lease?.Found, isLockFree, HasSessions);

    /// <summary>What the ledger says; null also where it cannot be read: who has the lock may be making it.</summary>
    private LeaseRecord? Find()
    {
        try
        {
            using var database = location.OpenForReading(TimeProvider.System);
            if (database is null)
            {
                return null;
            }

            using var statements = new StatementCache(database);
            return LedgerFaults.Guarded(
                location, () => LeaseStatements.Read(database, statements, batch, environment),
                LedgerFaults.CannotRead);
        }
        catch (LedgerException)
        {
            return null;
        }
    }

    private LedgerException Refused(LeaseRecord? lease, string? why = null, Exception? inner = null) => new(
        LedgerCodes.HeldByAnotherRun,
        $"Batch '{batch}' is already running in environment '{environment}': "
        + (lease is null || (why is null && lease.Found.Process == HolderProcess.Gone)
            ? "another process, which has not said who it is. " + Wait
            : $"{lease}. " + (why, lease.IsOver) switch
            {
                ({ } known, _) => $"{SilentFor(lease)}, and {known.TrimEnd('.')}.",
                (null, true) => $"{SilentFor(lease)}, and it cannot be ended from here. End process "
                    + $"{lease.Origin.ProcessId} on {lease.Origin.Host}, then run again.",
                _ => $"Unless it goes on renewing its lease, that ends in {Seconds(lease.LastsUntil - lease.Now)} s at "
                    + $"the latest. {Wait}",
            }),
        inner);

    private const string Wait =
        "Wait until that run has ended, or stop it; a batch runs once at a time in an environment.";

    private static string SilentFor(LeaseRecord lease) =>
        $"It has given no sign of life for {Seconds(lease.Now - lease.RenewedAt)} s";

    private static long Seconds(TimeSpan time) => (long)Math.Ceiling(time.TotalSeconds);
}

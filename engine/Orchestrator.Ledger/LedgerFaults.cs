using System.Data.Common;
using System.Net.Sockets;
using Microsoft.Data.Sqlite;
using Orchestrator.Data.Sqlite;
using Orchestrator.Ledger.Serving;
using SQLitePCL;

namespace Orchestrator.Ledger;

/// <summary>What a failure of the file says to people.</summary>
internal static class LedgerFaults
{
    private const string OfConnection =
        "The ledger is in that connection's database; `orchestrator connections test` looks at it alone.";

    public static LedgerException CannotOpen(LedgerLocation location, Exception error) =>
        LockedToReaders(location, error) ?? Locked(location, error) ?? new LedgerException(
            LedgerCodes.CannotOpen,
            $"The ledger '{location.Name}' cannot be opened: {Reason(location, error)} "
            + (DiskFaults.Way(location, error) ?? (location.Server is null
                ? "Check that the file is a ledger and that this user may write it and its folder."
                : OfConnection)),
            error);

    public static LedgerException CannotRead(LedgerLocation location, Exception error) =>
        Locked(location, error) ?? new LedgerException(
            LedgerCodes.CannotOpen,
            $"The ledger '{location.Name}' cannot be read: {Reason(location, error)} "
            + (IsOfContent(error)
                ? "It is damaged or was changed by hand. Put a copy of it back, or name another ledger with --ledger."
                : DiskFaults.Way(location, error)
                ?? (location.Server is null ? "Check that this user may read it and its folder, then ask again."
                : OfConnection)),
            error);

    // A statement that the file does not know is of tables that somebody has changed.
    private static bool IsOfContent(Exception error) => error is ArgumentException or FormatException
        || (error is SqliteException fault
            && (SqliteDamage.Is(fault) || fault.SqliteErrorCode is raw.SQLITE_ERROR or raw.SQLITE_MISMATCH));

    public static LedgerException CannotWrite(LedgerLocation location, Exception error) =>
        Locked(location, error) ?? new LedgerException(
            LedgerCodes.WriteFailed,
            $"The ledger '{location.Name}' cannot be written: {Reason(location, error)} "
            + "The run stops, because what is not recorded must not happen."
            + (DiskFaults.Way(location, error) is { } way ? $" {way}" : ""),
            error);

    /// <summary>Of a command that changes the ledger outside of any run.</summary>
    public static LedgerException CannotChange(LedgerLocation location, Exception error) =>
        Locked(location, error) ?? new LedgerException(
            LedgerCodes.CannotChange,
            $"The ledger '{location.Name}' could not be changed: {Reason(location, error)} "
            + (DiskFaults.Way(location, error) ?? "See `orchestrator ledger status`, then try again."),
            error);

    /// <summary>Does something, and says in the ledger's words what its surroundings refuse.</summary>
    public static T Guarded<T>(
        LedgerLocation location, Func<T> work, Func<LedgerLocation, Exception, LedgerException> say)
    {
        try
        {
            return work();
        }
        catch (Exception fault) when (IsOfSurroundings(location, fault))
        {
            throw say(location, fault);
        }
    }

    private static bool IsOfSurroundings(LedgerLocation location, Exception fault) =>
        fault is DbException or SocketException or IOException or UnauthorizedAccessException
        || location.Platform.Explain(fault) is not null;

    public static LedgerException Newer(LedgerLocation location, long version) => new(
        LedgerCodes.Newer,
        $"The ledger '{location.Name}' was written by a newer version of this program (its schema is {version}, "
        + $"this version knows up to {LedgerSql.Version}). Use that version, or another ledger (--ledger).");

    public static LedgerException OfAnotherSolution(string other, string environment, string solution) => new(
        LedgerCodes.OfAnotherSolution,
        $"The ledger has runs of the solution '{other}' in the environment '{environment}'. Watermarks and files go by "
        + "environment and package there, so two solutions in it would pass over rows. Give "
        + $"'{solution}' a ledger of its own (`ledger:`, `--ledger`), or its old name if renamed.");

    /// <summary>Of a run whose lease somebody else has taken.</summary>
    public static LedgerException TakenOver(RunLock held) => new(
        LedgerCodes.LockLost,
        $"The run lost the lease of its batch '{held.Batch}', and another run has taken it over. It stops, because two "
        + "runs of a batch must not work at a time.");

    /// <summary>Of a run that was to begin for a firing which it does not belong to any more.</summary>
    public static LedgerException FiringTakenOver(FiringFence fence) => new(
        LedgerCodes.FiringTakenOver,
        $"The run does not begin: firing {fence.Firing} was taken over by another service, has ended, or has a run "
        + "already, and none is run twice. See `orchestrator history`, or run the batch without a firing.");

    /// <summary>Of a run that could not renew its lease for so long.</summary>
    public static LedgerException NotRenewed(RunLock held, TimeSpan since, TimeSpan left, string why) => new(
        LedgerCodes.LeaseNotRenewed,
        $"The lease of batch '{held.Batch}' could not be renewed for {since.TotalSeconds:0} s"
        + $"{(why.Length > 0 ? $": {why}" : "")}. The run stops, because another one may take over in "
        + $"{left.TotalSeconds:0} s.");

    /// <summary>Of a ledger that takes nothing at the moment, while the run goes on.</summary>
    public static string TakesNothing(LedgerLocation location, TimeSpan since, TimeSpan limit, string why) =>
        $"The ledger '{location.Name}' has taken nothing for {since.TotalSeconds:0} s: "
        + $"{(why.Length > 0 ? why : "it does not answer")}. The run stops its packages after "
        + $"{limit.TotalSeconds:0} s of that, because what is not recorded must not happen.";

    /// <summary>What happened, without the frames of clients around it.</summary>
    public static string Reason(LedgerLocation location, Exception error) =>
        location.Platform.Explain(error) ?? error.Message;

    private static LedgerException? LockedToReaders(LedgerLocation location, Exception error) =>
        location.ReadPatience >= SqliteOptions.DefaultPatience || Locked(location, error) is null ? null
            : new LedgerException(
                LedgerCodes.Locked,
                $"The ledger '{location.Name}' is locked by another process, also for reading "
                + $"(asked for {location.ReadPatience.TotalSeconds:0.0} s). Close what has the file open, then ask "
                + "again.",
                error);

    private static LedgerException? Locked(LedgerLocation location, Exception error) =>
        error is not SqliteException { SqliteErrorCode: raw.SQLITE_BUSY or raw.SQLITE_LOCKED } ? null
            : new LedgerException(
                LedgerCodes.Locked,
                $"The ledger '{location.Name}' stayed locked by another process for "
                + $"{SqliteOptions.DefaultPatience.TotalSeconds:0} s. What is not recorded must not happen, so the run "
                + "stops. Close what has the file open for writing, then run again.",
                error);
}

using Microsoft.Data.Sqlite;
using Orchestrator.Data.Sqlite;
using SQLitePCL;

namespace Orchestrator.Ledger;

/// <summary>What a failure of the file says to people.</summary>
internal static class LedgerFaults
{
    public static LedgerException CannotOpen(LedgerLocation location, Exception error) =>
        Locked(location, error) ?? new LedgerException(
            LedgerCodes.CannotOpen,
            $"The ledger '{location.File}' cannot be opened: {error.Message} "
            + "Check that the file is a ledger and that this user may write it and its folder.",
            error);

    public static LedgerException CannotRead(LedgerLocation location, Exception error) =>
        Locked(location, error) ?? new LedgerException(
            LedgerCodes.CannotOpen,
            $"The ledger '{location.File}' cannot be read: {error.Message} "
            + "It is damaged or was changed by hand. Put a copy of it back, or name another ledger with --ledger.",
            error);

    public static LedgerException CannotWrite(LedgerLocation location, Exception error) =>
        Locked(location, error) ?? new LedgerException(
            LedgerCodes.WriteFailed,
            $"The ledger '{location.File}' cannot be written: {error.Message} "
            + "The run stops, because what is not recorded must not happen.",
            error);

    private static LedgerException? Locked(LedgerLocation location, Exception error) =>
        error is not SqliteException { SqliteErrorCode: raw.SQLITE_BUSY or raw.SQLITE_LOCKED } ? null
            : new LedgerException(
                LedgerCodes.Locked,
                $"The ledger '{location.File}' stayed locked by another process for "
                + $"{SqliteOptions.DefaultPatience.TotalSeconds:0} s. What is not recorded must not happen, so the run "
                + "stops. Close what has the file open for writing, then run again.",
                error);
}

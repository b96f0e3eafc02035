using System.Globalization;
using Microsoft.Data.Sqlite;
using SQLitePCL;

namespace Orchestrator.Ledger;

/// <summary>The file of a ledger that is not whole any more, and how it makes room for a copy of it.</summary>
public static class DamagedLedger
{
    /// <summary>
    /// What is damaged; null where the file is whole or missing, is a database of somebody else's, or cannot be looked
    /// at, and on a server, which looks after that itself.
    /// </summary>
    public static string? WhyOf(LedgerLocation location, TimeProvider time)
    {
        if (location.IsOnServer)
        {
            return null;
        }

        try
        {
            using var database = location.OpenForReading(time) as SqliteLedger;
            return database is null ? null : LedgerDamage.OfPages(database.Database).FirstOrDefault();
        }
        catch (LedgerException fault) when (fault.InnerException is SqliteException inner && IsDamage(inner))
        {
            return inner.Message;
        }
        catch (SqliteException fault) when (IsDamage(fault))
        {
            return fault.Message;
        }
        catch (LedgerException)
        {
            // Whoever wants to use it is told.
            return null;
        }
    }

    /// <summary>Gives the file another name, with all that SQLite keeps beside it.</summary>
    /// <returns>That name.</returns>
    /// <exception cref="LedgerException">ORC4123: a run is at work. ORC4122: the file cannot be moved.</exception>
    public static string MoveAside(LedgerLocation location, TimeProvider time)
    {
        if (FileRunLock.IsAnyTaken(location))
        {
            throw new LedgerException(LedgerCodes.RunsAtWork,
                $"The ledger '{location.Name}' cannot be restored while a run is at work. Wait until it has ended.");
        }

        var stamp = time.GetUtcNow().ToString("yyyyMMdd'T'HHmmssfff", CultureInfo.InvariantCulture);
        var aside = $"{location.File}.damaged-{stamp}";
        return LedgerFaults.Guarded(location, () => Moved(location.File, aside), LedgerFaults.CannotChange);
    }

    private static string Moved(string file, string aside)
    {
        // The log first: without its database it is nothing, and beside another one it would be taken for that one's.
        foreach (var part in new[] { "-wal", "-shm", "" }.Where(part => File.Exists(file + part)))
        {
            File.Move(file + part, aside + part);
        }

        return aside;
    }

    private static bool IsDamage(SqliteException fault) =>
        fault.SqliteErrorCode is raw.SQLITE_CORRUPT or raw.SQLITE_NOTADB;
}

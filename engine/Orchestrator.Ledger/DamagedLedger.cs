using System.Globalization;
using Microsoft.Data.Sqlite;
using Orchestrator.Data.Sqlite;

namespace Orchestrator.Ledger;

/// <summary>The file of a ledger that is not whole any more, and how it makes room for a copy of it.</summary>
public static class DamagedLedger
{
    // The log first: without its database it is nothing, and beside another one it would be taken for that one's.
    private static readonly string[] Parts = ["-wal", "-shm", ""];

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
        catch (LedgerException fault) when (fault.InnerException is SqliteException inner && SqliteDamage.Is(inner))
        {
            return inner.Message;
        }
        catch (SqliteException fault) when (SqliteDamage.Is(fault))
        {
            return fault.Message;
        }
        catch (LedgerException)
        {
            // Whoever wants to use it is told.
            return null;
        }
    }

    /// <summary>
    /// Puts another one in its place. That is made whole beside it first, so that whatever happens there is a ledger;
    /// then the damaged one gets another name, with all that SQLite keeps beside it.
    /// </summary>
    /// <param name="location">The ledger.</param>
    /// <param name="time">The clock that names the file.</param>
    /// <param name="make">Makes the other one where it is told.</param>
    /// <returns>The name of the damaged file.</returns>
    /// <exception cref="LedgerException">ORC4123: a run is at work. ORC4122: the file cannot be moved.</exception>
    public static string Replace(LedgerLocation location, TimeProvider time, Action<LedgerLocation> make)
    {
        RefuseAtWork(location);
        var stamp = time.GetUtcNow().ToString("yyyyMMdd'T'HHmmssfff", CultureInfo.InvariantCulture);
        var made = $"{location.File}.restored-{stamp}";
        try
        {
            make(new LedgerLocation(made));
            RefuseAtWork(location);
            return LedgerFaults.Guarded(location, () =>
            {
                Move(location.File, $"{location.File}.damaged-{stamp}");
                Move(made, location.File);
                return $"{location.File}.damaged-{stamp}";
            }, LedgerFaults.CannotChange);
        }
        catch
        {
            foreach (var part in Parts)
            {
                File.Delete(made + part);
            }

            throw;
        }
    }

    private static void RefuseAtWork(LedgerLocation location)
    {
        if (FileRunLock.IsAnyTaken(location))
        {
            throw new LedgerException(LedgerCodes.RunsAtWork,
                $"The ledger '{location.Name}' cannot be restored while a run is at work. Wait until it has ended.");
        }
    }

    private static void Move(string file, string to)
    {
        foreach (var part in Parts.Where(part => File.Exists(file + part)))
        {
            File.Move(file + part, to + part);
        }
    }
}

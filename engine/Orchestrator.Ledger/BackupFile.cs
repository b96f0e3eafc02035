using Microsoft.Data.Sqlite;
using Orchestrator.Data;
using Orchestrator.Data.Sqlite;

namespace Orchestrator.Ledger;

/// <summary>
/// A copy of a ledger appears whole: it is written under a name of its own beside the file, and renamed at the end.
/// What a failure leaves is removed.
/// </summary>
internal static class BackupFile
{
    /// <summary>How a copy is opened: not across machines, and for the owner alone.</summary>
    public static SqliteOptions Options(string file) => new()
    {
        Path = file,
        Access = SqliteAccess.Create,
        OwnerOnly = true,
        RefuseNetworkFolder = true,
    };

    /// <summary>Makes the file of a ledger's copy.</summary>
    /// <param name="ledger">The ledger that is copied.</param>
    /// <param name="file">The file, which does not exist.</param>
    /// <param name="write">Writes the copy into the file that it is told, and closes it.</param>
    /// <exception cref="LedgerException">ORC4124: the file cannot be made. ORC4102: the ledger cannot be read.
    /// </exception>
    public static void Make(LedgerLocation ledger, string file, Action<string> write)
    {
        var aside = $"{file}.{Guid.NewGuid():N}.new";
        try
        {
            OwnedFolder.Make(Path.GetDirectoryName(Path.GetFullPath(file))!);
            _ = LedgerFaults.Guarded(ledger, () => Written(aside, write), LedgerFaults.CannotRead);
            File.Move(aside, file);
        }
        catch (Exception refused) when (refused is CopyException or IOException or UnauthorizedAccessException)
        {
            var reason = (refused.InnerException ?? refused).Message;
            throw new LedgerException(
                LedgerCodes.Backup,
                $"The ledger '{ledger.Name}' cannot be copied to '{file}': {reason} Name a file on a local disk, in a "
                + "folder that this user may write to; from there it can be taken elsewhere.",
                refused);
        }
        finally
        {
            Remove(aside);
        }
    }

    private static bool Written(string aside, Action<string> write)
    {
        try
        {
            write(aside);
            return true;
        }
        catch (Exception refused) when (refused is SqliteException or IOException or UnauthorizedAccessException)
        {
            throw new CopyException(refused);
        }
    }

    private static void Remove(string aside)
    {
        string[] parts = [aside, aside + "-wal", aside + "-shm", aside + "-journal"];
        foreach (var path in parts.Where(File.Exists))
        {
            File.Delete(path);
        }
    }

    /// <summary>What is in the way of the copy, and not of the ledger.</summary>
    private sealed class CopyException(Exception inner) : Exception(inner.Message, inner);
}

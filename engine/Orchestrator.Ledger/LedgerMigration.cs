using System.Globalization;
using Orchestrator.Data;

namespace Orchestrator.Ledger;

/// <summary>What comes before an older ledger is changed: nobody is at work with it, and it is copied.</summary>
internal static class LedgerMigration
{
    /// <exception cref="LedgerException">ORC4123: a run is at work. ORC4124: the copy cannot be made.</exception>
    public static void Prepare(LedgerLocation location, ILedgerDatabase database, TimeProvider time, LedgerWait wait)
    {
        RefuseRunsAtWork(location, database, wait.Held, "migrated");
        var version = database.Version;
        var folder = Path.Combine(location.Folder, "backups");
        OwnedFolder.Make(location.Folder);
        OwnedFolder.Make(folder);
        var now = time.GetUtcNow().ToString("yyyyMMdd'T'HHmmssfff", CultureInfo.InvariantCulture);
        var file = Path.Combine(folder, $"ledger-v{version}-{now}.db");
        LedgerBackup.Copy(location, database, file, time);
        wait.Migrated?.Invoke(version, file);
    }

    /// <summary>The runs at work: those without an end whose lock is held.</summary>
    public static IReadOnlyList<long> RunsAtWork(LedgerLocation location, ILedgerDatabase database, RunLock? held)
    {
        using var statements = new StatementCache(database);
        var notEnded = LedgerRows.All(
            statements["select_batches_not_ended"],
            row => (Number: row.Number(0), Batch: row.Text(1), Environment: row.Text(2)));
        return [.. notEnded
            .Where(run => held is null || run.Batch != held.Batch || run.Environment != held.Environment)
            .Where(run => location.Platform.IsLocked(location, run.Batch, run.Environment))
            .Select(run => run.Number)];
    }

    public static void RefuseRunsAtWork(
        LedgerLocation location, ILedgerDatabase database, RunLock? held, string what)
    {
        if (RunsAtWork(location, database, held) is [var run, ..])
        {
            throw new LedgerException(LedgerCodes.RunsAtWork,
                $"The ledger '{location.Name}' cannot be {what} while run {run} is at work. Wait until it has ended.");
        }
    }
}

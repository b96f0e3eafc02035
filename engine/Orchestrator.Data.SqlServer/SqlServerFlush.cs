using System.Collections.Concurrent;
using Orchestrator.Data.Durability;

namespace Orchestrator.Data.SqlServer;

/// <summary>Brings the log of a database to disk, and knows a flush that failed.</summary>
/// <remarks>
/// The vendor calls a return code of 1 a success, other procedures return 0: so what the first one returns while
/// commits are still durable, when it has nothing to do, is taken for success from then on. Where others had relaxed
/// the database before, both are.
/// </remarks>
internal sealed class SqlServerFlush(
    SqlServerDatabase database, DatabaseIdentity identity, ConcurrentDictionary<string, int> learned)
{
    private static readonly int[] Usual = [0, 1];

    /// <summary>All that was committed before is on disk when it returns.</summary>
    public void Run()
    {
        var (setting, code) = database.Rows(
            SqlServerScripts.Read("flush"),
            row => (row.GetString(0), row.IsDBNull(1) ? (int?)null : row.GetInt32(1))).Single();
        if (code is { } first && (setting != SqlServerSetting.Relaxed || Usual.Contains(first)))
        {
            learned.TryAdd(identity.Server, first);
        }

        var isLearned = learned.TryGetValue(identity.Server, out var success);
        if (!isLearned || code != success)
        {
            throw new SqlServerDurabilityException(
                $"sys.sp_flush_log of {identity} returned {code?.ToString() ?? "nothing"}"
                + (isLearned ? $" where one that worked had returned {success}" : ", which says that it failed"),
                "What was committed may not be on disk: see the server's log and the disk of the database's log.");
        }
    }
}

using Orchestrator.Data.Durability;

namespace Orchestrator.Data.SqlServer;

/// <summary>Brings the log of a database to disk, and knows a flush that failed.</summary>
/// <remarks>
/// The vendor calls a return code of 1 a success, other procedures return 0: so what the first one returns while
/// commits are still durable, when it has nothing to do, is taken for success from then on. Where others had relaxed
/// the database before, both are.
/// </remarks>
internal sealed class SqlServerFlush(SqlServerDatabase database, DatabaseIdentity identity)
{
    private static readonly int?[] Usual = [0, 1];

    private int? success;

    /// <summary>All that was committed before is on disk when it returns.</summary>
    public void Run()
    {
        var (setting, code) = SqlServerCatalog.Rows(
            database, SqlServerScripts.Read("flush"),
            row => (row.GetString(0), row.IsDBNull(1) ? (int?)null : row.GetInt32(1))).Single();
        if (success is null && (setting != SqlServerSetting.Relaxed || Usual.Contains(code)))
        {
            success = code;
        }

        if (code is null || code != success)
        {
            throw new SqlServerDurabilityException(
                $"sys.sp_flush_log of {identity} returned {code?.ToString() ?? "nothing"}"
                + (success is null ? ", which says that it failed" : $" where one that worked had returned {success}"),
                "What was committed may not be on disk: see the server's log and the disk of the database's log.");
        }
    }
}

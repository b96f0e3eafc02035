using Orchestrator.Data;

namespace Orchestrator.Packages.Tests.Absorb;

/// <summary>
/// The drainer as it was published with the idea of the buffer: it merges the latest row of each key up to the highest
/// number that it sees, and then deletes everything up to that number. For comparison only: it loses rows.
/// </summary>
internal static class PublishedAlgorithm
{
    public static void Merge(IDatabase database, long highest) => database.Execute(
        """
        INSERT INTO t ("K", "V", "At", "RowBufferId")
        SELECT "K", "V", "At", "RowBufferId" FROM t_buffer WHERE "RowBufferId" IN (
            SELECT max("RowBufferId") FROM t_buffer WHERE "RowBufferId" <= @highest GROUP BY "K")
        ON CONFLICT ("K") DO UPDATE SET "V" = EXCLUDED."V", "At" = EXCLUDED."At",
            "RowBufferId" = EXCLUDED."RowBufferId"
        """, ("highest", highest));

    public static void Delete(IDatabase database, long highest) =>
        database.Execute("DELETE FROM t_buffer WHERE \"RowBufferId\" <= @highest", ("highest", highest));
}

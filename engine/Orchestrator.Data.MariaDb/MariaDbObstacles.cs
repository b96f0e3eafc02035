using Orchestrator.Data.Durability;

namespace Orchestrator.Data.MariaDb;

/// <summary>Tells from what the server says of itself what stands in the way of relaxing a database. Pure.</summary>
internal static class MariaDbObstacles
{
    private const string True = "true";

    /// <summary>The obstacles.</summary>
    /// <param name="facts">The row of `durability_facts`.</param>
    /// <param name="setting">The setting of the server.</param>
    public static IReadOnlyList<DurabilityObstacle> Of(IReadOnlyList<string?> facts, string setting)
    {
        var (isReadOnly, flushMethod) = (facts[2] == True, facts[3]!);
        var (hasLog, syncsLog, engines) = (facts[4] == True, facts[5] == "1", facts[7]!);
        return
        [
            .. Where(isReadOnly, "the server only reads (read_only)", "Name one that takes changes.", rulesOut: true),
            .. Where(flushMethod.Contains("nosync", StringComparison.OrdinalIgnoreCase),
                $"innodb_flush_method = {flushMethod} brings nothing to disk",
                "A crash of the machine can lose or destroy anything, flushed or not: change it where data count.",
                rulesOut: true),
            .. Where(engines.Length > 0, $"there are tables of other engines than InnoDB ({engines})",
                "What is written into them is not in the log that is flushed."),
            .. Where(!MariaDbDurabilityDialect.IsDurable(setting),
                $"innodb_flush_log_at_trx_commit is {setting} already",
                "Commits of everybody can be lost in a crash; only what the engine loads is flushed and looked up."),
            .. Where(hasLog && !syncsLog, "the binary log is not brought to disk with each commit (sync_binlog)",
                "A crash of the machine can take back commits that are not in it; replicas may be ahead then. Set "
                + "sync_binlog = 1."),
        ];
    }

    private static DurabilityObstacle[] Where(bool isSo, string what, string advice, bool rulesOut = false) =>
        isSo ? [new DurabilityObstacle(what, advice, rulesOut)] : [];
}

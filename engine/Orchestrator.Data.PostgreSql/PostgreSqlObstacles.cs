using Orchestrator.Data.Durability;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Tells from what the server says of itself what stands in the way of relaxing a database. Pure.</summary>
internal static class PostgreSqlObstacles
{
    /// <summary>The obstacles.</summary>
    /// <param name="facts">The row of `durability_facts`.</param>
    /// <param name="setting">The setting of the database; empty = absent.</param>
    /// <param name="ofDatabase">Whether the setting of the database is to be changed.</param>
    public static IReadOnlyList<DurabilityObstacle> Of(
        IReadOnlyList<string?> facts, string setting, bool ofDatabase)
    {
        var (mayChange, owner, isStandby) = (facts[0] == "true", facts[1]!, facts[2] == "true");
        var (fsync, standbys, atStart, ofRole) = (facts[3]!, facts[4]!, facts[5]!, facts[6]!);
        const string off = PostgreSqlDurabilityDialect.Relaxed;
        var isOffAnyway = atStart == off && (!ofDatabase || (setting != off && ofRole != off));
        return
        [
            .. Where(isStandby, "the server is a standby, which nobody can write to",
                "Name the primary server in the connection.", rulesOut: true),
            .. Where(ofDatabase && !mayChange, $"the user does not own the database, '{owner}' does",
                "Name a connection of its owner, or of a member of that role, in `delayedDurability.connection`, or "
                + "leave `scope` at session.", rulesOut: true),
            .. Where(ofDatabase && ofRole.Length > 0,
                $"the role of the connection has synchronous_commit = {ofRole}, which counts more than the database's",
                "ALTER ROLE … RESET synchronous_commit lets the database's count; sessions of the engine are relaxed "
                + "all the same."),
            .. Where(isOffAnyway, "synchronous_commit is off already",
                "Commits of everybody can be lost in a crash; only what the engine loads is flushed and looked up."),
            .. Where(fsync == off, "fsync is off on the server",
                "A crash of the machine can lose or destroy anything, flushed or not: switch it on where data count."),
            .. Where(standbys.Length > 0, "commits wait for standby servers (synchronous_standby_names)",
                "Relaxed ones do not: what is not flushed yet is lost in a fail-over, and loaded again."),
        ];
    }

    private static DurabilityObstacle[] Where(bool isSo, string what, string advice, bool rulesOut = false) =>
        isSo ? [new DurabilityObstacle(what, advice, rulesOut)] : [];
}

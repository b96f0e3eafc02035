using Orchestrator.Data.Durability;

namespace Orchestrator.Data.SqlServer;

/// <summary>What speaks against delayed durability of a database, in words.</summary>
internal static class SqlServerObstacles
{
    /// <summary>Asks the server.</summary>
    public static IReadOnlyList<DurabilityObstacle> Of(SqlServerDatabase database) => database.Rows(
        SqlServerScripts.Read("durability_facts"), row => Of(row.GetString(0), row.GetString(1)));

    private static DurabilityObstacle Of(string what, string detail) => what switch
    {
        "version" => new DurabilityObstacle(
            $"version {detail} knows no delayed durability",
            "It came with SQL Server 2014; what only speaks as one may lack it.", RulesOut: true),
        "system" => new DurabilityObstacle(
            $"{detail} is a database of the server's own", "Load into a database of your own.", RulesOut: true),
        "read-only" => new DurabilityObstacle(
            $"{detail} is read-only", "Set it READ_WRITE, or load into another.", RulesOut: true),
        "capture" => OfFeature("change data capture is on", "sys.sp_cdc_disable_db"),
        "tracking" => OfFeature(
            "change tracking is on", "ALTER DATABASE … SET CHANGE_TRACKING = OFF, once no table is tracked"),
        "replication" => OfFeature("it is published for replication", "sp_replicationdboption"),
        "feed" => OfFeature("a change feed is on (Synapse Link, Fabric)", "sys.sp_change_feed_disable_db"),
        "group" => new DurabilityObstacle(
            "it is in an availability group, none of whose replicas keeps what is not flushed yet",
            "After a failover the run finds what was lost by its attempt markers, and loads it again.",
            RulesOut: false),
        "right" => new DurabilityObstacle(
            $"{detail} lacks ALTER on the database",
            "Grant it, or name under delayedDurability a connection that has it; `connections grants` prints the "
            + "statement.", RulesOut: true),
        _ => throw new InvalidOperationException($"'{what}' is no obstacle that is known"),
    };

    private static DurabilityObstacle OfFeature(string what, string howToEnd) => new(
        what, $"Commits that others read from the log must be on disk: load into another database, or end it "
            + $"({howToEnd}).", RulesOut: true);
}

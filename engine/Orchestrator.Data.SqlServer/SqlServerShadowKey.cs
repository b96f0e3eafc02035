namespace Orchestrator.Data.SqlServer;

/// <summary>
/// A foreign key of a table or one that points to it, with which there is no TRUNCATE or SWITCH: taken away and made
/// again within one transaction.
/// </summary>
/// <param name="What">Kind and name, for a message.</param>
/// <param name="Remove">Takes it away; empty where that was done before.</param>
/// <param name="Restore">Makes it, or what belongs to it, again.</param>
internal sealed record SqlServerShadowKey(string What, string Remove, string Restore)
{
    /// <summary>
    /// All of a table. The texts hold all that the catalog tells of a key, so that equal ones are keys that are alike.
    /// </summary>
    public static List<SqlServerShadowKey> Of(SqlServerDatabase database, TableName target) => database.Rows(
        SqlServerScripts.Read("shadow_keys"),
        row => new SqlServerShadowKey(row.GetString(0), row.GetString(1), row.GetString(2)),
        ("schema", target.Schema), ("name", target.Name));

    /// <summary>
    /// Takes them away. Each takes the definitions of both of its tables, until the end of the transaction: to make it
    /// again waits for nobody.
    /// </summary>
    public static void TakeAway(SqlServerDatabase database, IReadOnlyList<SqlServerShadowKey> keys)
    {
        foreach (var key in keys.Where(key => key.Remove.Length > 0))
        {
            database.Execute(key.Remove);
        }
    }

    /// <summary>Refuses what was made again otherwise than it was.</summary>
    /// <exception cref="DataRefusedException">A key differs.</exception>
    public static void RefuseUnlessAlike(
        SqlServerDatabase database, TableName target, IReadOnlyList<SqlServerShadowKey> keys)
    {
        var made = Of(database, target);
        if (keys.Concat(made).FirstOrDefault(key => keys.Contains(key) != made.Contains(key)) is { } other)
        {
            throw new DataRefusedException(
                "ORC3414", $"`swap: shadow` cannot exchange '{target}': the server has made its {other.What} otherwise "
                + "than it was. Nothing was published, and it is as it was. Use `swap: transaction`.");
        }
    }
}

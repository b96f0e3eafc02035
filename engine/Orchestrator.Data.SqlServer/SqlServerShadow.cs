using Microsoft.Data.SqlClient;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// A load table made as its target is, whose rows become the target's: the target stays the object that it is, with
/// grants, triggers, named defaults and the rest, and only its pages are exchanged (SWITCH). What has to look at rows
/// is made beside the target while everybody reads on; only foreign keys are made again behind the exchange.
/// </summary>
internal static class SqlServerShadow
{
    /// <summary>Makes and registers it.</summary>
    public static void Make(SqlServerDatabase database, TableName load, TableName target, long attempt)
    {
        SqlServerSchemas.EnsureOwn(database);
        database.Execute(database.Dialect.Drop(load));
        foreach (var statement in Texts(database, "shadow_make", load, target))
        {
            database.Execute(statement);
        }

        LoadRegister.Add(database, load, target, attempt);
    }

    /// <summary>
    /// Makes what has to look at its rows. Not in the transaction that publishes: whoever lists tables waits for the
    /// end of one that makes an index.
    /// </summary>
    /// <returns>What was made.</returns>
    /// <exception cref="DataRefusedException">An index or constraint refuses its rows.</exception>
    public static IReadOnlyList<(string What, string Statement)> Complete(
        SqlServerDatabase database, TableName load, TableName target)
    {
        var parts = Parts(database, load, target);
        foreach (var (what, statement) in parts)
        {
            Build(database, target, what, statement);
        }

        return parts;
    }

    /// <summary>Makes its rows those of its target, which is emptied before.</summary>
    /// <exception cref="DataRefusedException">The target was changed meanwhile, or a foreign key refuses the rows.
    /// </exception>
    public static void Exchange(
        SqlServerDatabase database, TableName load, TableName target,
        IReadOnlyList<(string What, string Statement)> made, DatabaseUse use)
    {
        // Its lock on the definition is the one that SWITCH needs, and whoever was in the table is out of it.
        List<SqlServerShadowKey> keys = [];
        SqlServerLocks.Take(database, target, use, () =>
        {
            keys = SqlServerShadowKey.Of(database, target);
            SqlServerShadowKey.TakeAway(database, keys);
            database.Execute(database.Dialect.Truncate(target));
        });
        var isSame = Parts(database, load, target).SequenceEqual(made)
            && database.Number(SqlServerScripts.Read("shadow_shape"), ShadowTable.Values(load, target)) == 0
            && database.Uncarried(target).Count == 0;
        if (!isSame)
        {
            throw ShadowTable.Changed(target);
        }

        database.Execute(database.Dialect.Switch(load, target));
        foreach (var statement in Texts(database, "shadow_numbers", load, target))
        {
            database.Execute(statement);
        }

        foreach (var key in keys)
        {
            Build(database, target, key.What, key.Restore);
        }

        SqlServerShadowKey.RefuseUnlessAlike(database, target, keys);
        database.DropLoadTable(load);
    }

    private static void Build(SqlServerDatabase database, TableName target, string what, string statement)
    {
        try
        {
            database.Execute(statement);
        }
        catch (SqlException fault) when (SqlServerErrors.Explain(fault).Class == DatabaseFaultClass.Data)
        {
            throw ShadowTable.Refused(target, what, $"{SqlServerErrors.Explain(fault).Text} ({fault.Number})", fault);
        }
    }

    private static List<(string What, string Statement)> Parts(
        SqlServerDatabase database, TableName load, TableName target) => database.Rows(
            SqlServerScripts.Read("shadow_build"), ShadowTable.Part, ShadowTable.Values(load, target));

    private static List<string> Texts(SqlServerDatabase database, string script, TableName load, TableName target) =>
        database.Texts(SqlServerScripts.Read(script), ShadowTable.Values(load, target));
}

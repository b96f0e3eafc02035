using System.Data.Common;
using Npgsql;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// A table made as its target is, which takes the target's place with all that hangs on it. What has to look at rows is
/// made beside the target while everybody reads on; then one short try after the other takes the locks and changes
/// names, each giving way where somebody else is in between.
/// </summary>
internal static class PostgreSqlShadow
{
    /// <summary>Makes and registers it.</summary>
    public static void Make(PostgreSqlDatabase database, TableName load, TableName target, long attempt)
    {
        PostgreSqlSchemas.EnsureOwn(database);
        database.Execute(database.Dialect.Drop(load));
        Run(database, Captured(database, "shadow_make", Text, ShadowTable.Values(load, target)));
        database.Number(PostgreSqlScripts.Read("shadow_numbers"), ShadowTable.Values(load, target));
        CrashPoint.Around("shadow.register", () => LoadRegister.Add(database, load, target, attempt));
    }

    /// <summary>Puts it in the place of its target.</summary>
    /// <exception cref="DataRefusedException">An index or constraint refuses its rows, or the target was changed
    /// meanwhile.</exception>
    public static void Exchange(PostgreSqlDatabase database, TableName load, TableName target, DatabaseUse use)
    {
        var build = Parts(database, load, target);
        foreach (var (what, statement) in build)
        {
            Build(database, target, what, statement);
        }

        var carry = Captured(database, "shadow_carry", Text, ShadowTable.Values(load, target));
        PostgreSqlLocks.Take(database, target, use, () =>
        {
            database.Execute(database.Dialect.LockForExchange([.. database.Referrers(target), target]));
            var isSame = Parts(database, load, target).SequenceEqual(build)
                && Captured(database, "shadow_carry", Text, ShadowTable.Values(load, target)).SequenceEqual(carry)
                && database.Number(PostgreSqlScripts.Read("shadow_shape"), ShadowTable.Values(load, target)) == 0
                && database.Uncarried(target).Count == 0;
            if (!isSame)
            {
                throw ShadowTable.Changed(target);
            }

            CrashPoint.Around("shadow.carry", () => Run(database, carry));
        });
        LoadRegister.Remove(database, load);
    }

    private static void Build(PostgreSqlDatabase database, TableName target, string what, string statement)
    {
        try
        {
            Run(database, [statement]);
        }
        catch (PostgresException fault) when (
            what.Length > 0 && PostgreSqlStates.ClassOf(fault.SqlState) == DatabaseFaultClass.Data)
        {
            throw ShadowTable.Refused(target, what, $"{fault.MessageText} ({fault.SqlState})", fault);
        }
    }

    private static List<(string What, string Statement)> Parts(
        PostgreSqlDatabase database, TableName load, TableName target) =>
        Captured(database, "shadow_build", ShadowTable.Part, ShadowTable.Values(load, target));

    private static string Text(DbDataReader row) => row.GetString(0);

    // Names in what the server writes for us are whole only where no schema is looked for by itself.
    internal static List<T> Captured<T>(
        PostgreSqlDatabase database, string script, Func<DbDataReader, T> read,
        params IReadOnlyList<(string Name, object? Value)> values)
    {
        var path = database.Texts("SELECT current_setting('search_path')")[0];
        database.Execute("SET LOCAL search_path = pg_catalog");
        var rows = database.Rows(PostgreSqlScripts.Read(script), read, values);
        database.Execute(PostgreSqlScripts.Read("set_parameter"), ("name", "search_path"), ("value", path));
        return rows;
    }

    internal static void Run(PostgreSqlDatabase database, IReadOnlyList<string> statements)
    {
        if (statements.Count == 0)
        {
            return;
        }

        using var batch = PostgreSqlCommands.Batch(database.Connection, statements);
        database.Watched("", 1, batch.ExecuteNonQuery);
    }
}

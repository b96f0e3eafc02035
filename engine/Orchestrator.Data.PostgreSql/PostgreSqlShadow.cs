using Npgsql;

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
        Run(database, Captured(database, "shadow_make", Text, Names(load, target)));
        database.Number(PostgreSqlScripts.Read("shadow_numbers"), Names(load, target));
        CrashPoint.Around("shadow.register", () => PostgreSqlRegister.Add(database, load, target, attempt));
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

        var carry = Captured(database, "shadow_carry", Text, Names(load, target));
        PostgreSqlLocks.Take(database, target, use, () =>
        {
            database.Execute(database.Dialect.LockForExchange(
                [.. PostgreSqlCatalog.Referrers(database, target), target]));
            var isSame = Parts(database, load, target).SequenceEqual(build)
                && Captured(database, "shadow_carry", Text, Names(load, target)).SequenceEqual(carry)
                && database.Number(PostgreSqlScripts.Read("shadow_shape"), Names(load, target)) == 0
                && PostgreSqlCatalog.Uncarried(database, target).Count == 0;
            if (!isSame)
            {
                throw new DataRefusedException(
                    "ORC3470", $"The table '{target}' was changed while rows for it were loaded, so that the loaded "
                    + "table is no longer made as it is. Nothing was published; run it again.");
            }

            CrashPoint.Around("shadow.carry", () => Run(database, carry));
        });
        PostgreSqlRegister.Remove(database, load);
    }

    /// <summary>Puts a table of its own making in the place of a target, of which nothing is kept.</summary>
    public static void Replace(PostgreSqlDatabase database, TableName load, TableName target, DatabaseUse use)
    {
        var isThere = database.KindOf(target) is not null;
        if (isThere)
        {
            PostgreSqlLocks.Take(database, target, use);
        }
        else
        {
            PostgreSqlSchemas.Ensure(database, target.Schema!);
        }

        var dialect = database.Dialect;
        foreach (var statement in isThere ? dialect.Exchange(load, target) : dialect.Rename(load, target))
        {
            database.Execute(statement);
        }

        PostgreSqlRegister.Remove(database, load);
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
            throw new DataRefusedException(
                "ORC3471",
                $"The rows cannot take the place of those of '{target}', because of its {what}: {fault.MessageText} "
                + $"({fault.SqlState}). Nothing was published; with `swap: transaction` and `onError: redirect` the "
                + "rows at fault are rejected alone.",
                fault);
        }
    }

    private static List<(string What, string Statement)> Parts(
        PostgreSqlDatabase database, TableName load, TableName target) =>
        Captured(database, "shadow_build", row => (row.GetString(0), row.GetString(1)), Names(load, target));

    private static string Text(NpgsqlDataReader row) => row.GetString(0);

    // Names in what the server writes for us are whole only where no schema is looked for by itself.
    internal static List<T> Captured<T>(
        PostgreSqlDatabase database, string script, Func<NpgsqlDataReader, T> read,
        params IReadOnlyList<(string Name, object? Value)> values)
    {
        var path = PostgreSqlCatalog.Texts(database, "SELECT current_setting('search_path')")[0];
        database.Execute("SET LOCAL search_path = pg_catalog");
        var rows = PostgreSqlCatalog.Rows(database, PostgreSqlScripts.Read(script), read, values);
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

    private static (string, object?)[] Names(TableName load, TableName target) =>
        [("schema", target.Schema), ("name", target.Name), ("load_schema", load.Schema), ("load", load.Name)];
}

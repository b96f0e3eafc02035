using Orchestrator.Data.Servers;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// Makes schemas that are missing, beside the transaction of the package: inside it, everybody else who needs the same
/// one would wait for its end, and fail then.
/// </summary>
internal static class PostgreSqlSchemas
{
    /// <summary>Makes a schema if it is missing.</summary>
    public static void Ensure(PostgreSqlDatabase database, string schema) => Ensure(database, schema, inside: []);

    /// <summary>Makes the engine's own schema and its tables if they are missing.</summary>
    public static void EnsureOwn(PostgreSqlDatabase database)
    {
        if (!LoadRegister.IsThere(database))
        {
            Ensure(database, PostgreSqlDialect.OwnSchema, [PostgreSqlScripts.Read("catalog")]);
        }
    }

    // What stands in it is made in the same session, as each costs the server more than what it does there.
    private static void Ensure(PostgreSqlDatabase database, string schema, string[] inside)
    {
        var isMissing = database.Number(PostgreSqlScripts.Read("has_schema"), ("schema", schema)) == 0;
        string[] made = [.. isMissing ? [database.Dialect.CreateSchema(schema)] : Array.Empty<string>(), .. inside];
        if (made.Length > 0)
        {
            RunBeside(database, made);
        }

        if (isMissing)
        {
            // Who is called as the schema has looked for it, and remembers that there was none until it locks a table
            // that its transaction has not locked before.
            database.Ask(PostgreSqlScripts.Read("take_notice"));
        }
    }

    private static void RunBeside(PostgreSqlDatabase database, string[] made)
    {
        using var beside = database.OpenBeside();
        database.Use.Fence();
        using var batch = PostgreSqlCommands.Batch(beside, [PostgreSqlScripts.Read("one_at_a_time"), .. made]);
        batch.ExecuteNonQuery();
    }
}

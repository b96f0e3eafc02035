using Microsoft.Data.SqlClient;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Makes schemas that are missing, beside the transaction of the package: inside it, everybody else who needs the same
/// one would wait for its end, and fail then.
/// </summary>
internal static class SqlServerSchemas
{
    /// <summary>Makes a schema if it is missing.</summary>
    public static void Ensure(SqlServerDatabase database, string schema)
    {
        if (!Has(database, schema))
        {
            Beside(database, (connection, transaction) => Ensure(database, connection, transaction, schema));
        }
    }

    /// <summary>Makes the engine's own schema and its tables if they are missing.</summary>
    public static void EnsureOwn(SqlServerDatabase database)
    {
        if (!LoadRegister.IsThere(database))
        {
            Beside(database, (connection, transaction) =>
            {
                Ensure(database, connection, transaction, SqlServerDialect.OwnSchema);
                Run(connection, transaction, SqlServerScripts.Read("catalog"));
            });
        }
    }

    private static bool Has(SqlServerDatabase database, string schema) =>
        database.Number(SqlServerScripts.Read("has_schema"), ("schema", schema)) > 0;

    // One after the other, and asked again: somebody may have made it meanwhile.
    private static void Ensure(
        SqlServerDatabase database, SqlConnection connection, SqlTransaction transaction, string schema)
    {
        using var command = SqlServerCommands.Make(
            connection, transaction, SqlServerScripts.Read("has_schema"), [("schema", schema)]);
        if (command.ExecuteScalar() is 0)
        {
            Run(connection, transaction, database.Dialect.CreateSchema(schema));
        }
    }

    private static void Beside(SqlServerDatabase database, Action<SqlConnection, SqlTransaction> work)
    {
        using var connection = database.OpenBeside();
        using var transaction = connection.BeginTransaction();
        Run(connection, transaction, SqlServerScripts.Read("one_at_a_time"));
        work(connection, transaction);
        database.Use.Fence();
        transaction.Commit();
    }

    private static void Run(SqlConnection connection, SqlTransaction transaction, string sql)
    {
        using var command = SqlServerCommands.Make(connection, transaction, sql, []);
        command.ExecuteNonQuery();
    }
}

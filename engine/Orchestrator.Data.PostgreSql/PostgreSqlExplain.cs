using Npgsql;
using NpgsqlTypes;
using Orchestrator.Data.QueryPlans;

namespace Orchestrator.Data.PostgreSql;

/// <summary>What EXPLAIN said.</summary>
/// <param name="Plan">The plan; empty = there is none.</param>
/// <param name="Relations">The relations that the planner looked at, by their numbers.</param>
/// <param name="WhyNot">Why there is none, in a few words.</param>
internal sealed record Explained(string Plan, IReadOnlyList<long> Relations, string WhyNot = "");

/// <summary>
/// Asks for the plan of a text that others have written: of one statement, which the server sees to as well, within a
/// transaction that cannot write and ends by itself, and never with ANALYZE, so that it does not run.
/// </summary>
internal sealed class PostgreSqlExplain(NpgsqlConnection connection, Dialect dialect)
{
    private const string Name = "orchestrator_monitor";
    private const string LeftOut = "its names may be in a schema where other users may create";

    // Syntax and names; a text that has run before is right in itself.
    private const string ClassOfNames = "42";

    private static readonly TimeSpan StatementTimeout = TimeSpan.FromSeconds(1);
    private static readonly TimeSpan LockTimeout = TimeSpan.FromMilliseconds(100);

    /// <summary>The plan of a statement, or why there is none.</summary>
    public Explained Of(string text)
    {
        if (SingleQuery.Refusal(text, dialect) is { } refusal)
        {
            return new Explained("", [], refusal);
        }

        using var transaction = new PostgreSqlReadTransaction(connection, StatementTimeout, LockTimeout);
        var isPathWhole = true;
        try
        {
            Run("SET LOCAL plan_cache_mode = force_generic_plan");
            isPathWhole = FindNames();
            var parameters = SingleQuery.Parameters(text, dialect);
            return parameters == 0 ? new Explained(Lines($"EXPLAIN (COSTS OFF) {text}"), Locked())
                : Prepared(text, parameters);
        }
        catch (PostgresException refused) when (refused.InvariantSeverity == "ERROR")
        {
            return new Explained("", [], refused.SqlState.StartsWith(ClassOfNames, StringComparison.Ordinal)
                && !isPathWhole ? LeftOut : $"refused by the server ({refused.SqlState})");
        }
    }

    /// <summary>
    /// Lets names be found where the session finds them, but for schemas in which others could plant what the planner
    /// runs; whether that is all of them.
    /// </summary>
    private bool FindNames()
    {
        Run("SET LOCAL search_path TO DEFAULT");
        using var schemas = PostgreSqlCommands.Make(
            connection, "SELECT pg_catalog.current_schemas(false)::pg_catalog.text", []);
        schemas.CommandTimeout = PostgreSqlReadTransaction.PatienceSeconds;
        var all = schemas.ExecuteScalar();
        Run("SET LOCAL search_path = pg_catalog");
        using var path = PostgreSqlCommands.Make(connection, PostgreSqlScripts.Read("plans_path"), [("schemas", all)]);
        path.CommandTimeout = PostgreSqlReadTransaction.PatienceSeconds;
        using var reader = path.ExecuteReader();
        reader.Read();
        return !reader.GetBoolean(1);
    }

    /// <summary>
    /// A statement that was prepared outlives its transaction, and behind that a pooler may lend another session: it is
    /// removed within, also where its plan is refused.
    /// </summary>
    private Explained Prepared(string text, int parameters)
    {
        Lines($"PREPARE {Name} AS {text}");
        Run("SAVEPOINT prepared");
        try
        {
            var values = string.Join(", ", Enumerable.Repeat("NULL", parameters));
            return new Explained(Lines($"EXPLAIN (COSTS OFF) EXECUTE {Name} ({values})"), Locked());
        }
        finally
        {
            if (connection.State == System.Data.ConnectionState.Open)
            {
                Run("ROLLBACK TO SAVEPOINT prepared", $"DEALLOCATE {Name}");
            }
        }
    }

    private void Run(params string[] statements)
    {
        foreach (var statement in statements)
        {
            using var command = PostgreSqlCommands.Make(connection, statement, []);
            command.CommandTimeout = PostgreSqlReadTransaction.PatienceSeconds;
            command.ExecuteNonQuery();
        }
    }

    /// <summary>What one statement answers in its first column; the server refuses several.</summary>
    internal string Lines(string sql)
    {
        using var command = connection.CreateCommand();
#pragma warning disable CA2100 // The text of another session: looked at above, and one statement to the server.
        command.CommandText = sql;
#pragma warning restore CA2100
        command.CommandTimeout = PostgreSqlReadTransaction.PatienceSeconds;
        // With a parameter by place the client sends the text as it is, and does not cut it into statements.
        command.Parameters.Add(new NpgsqlParameter<long> { TypedValue = 0, NpgsqlDbType = NpgsqlDbType.Bigint });
        return string.Join('\n', command.Rows(row => row.GetString(0)));
    }

    private List<long> Locked()
    {
        using var command = PostgreSqlCommands.Make(connection, PostgreSqlScripts.Read("plans_locked"), []);
        command.CommandTimeout = PostgreSqlReadTransaction.PatienceSeconds;
        return command.Rows(row => row.GetInt64(0));
    }
}

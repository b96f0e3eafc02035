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
    private const int PatienceSeconds = 5;
    private const string Name = "orchestrator_monitor";

    private static readonly string[] Beginning =
    [
        "BEGIN ISOLATION LEVEL READ COMMITTED READ ONLY", "SET LOCAL statement_timeout = 1000",
        "SET LOCAL lock_timeout = 100", "SET LOCAL idle_in_transaction_session_timeout = 10000",
        "SET LOCAL plan_cache_mode = force_generic_plan",
    ];

    /// <summary>The plan of a statement, or why there is none.</summary>
    public Explained Of(string text)
    {
        if (SingleQuery.Refusal(text, dialect) is { } refusal)
        {
            return new Explained("", [], refusal);
        }

        var isPrepared = false;
        try
        {
            Run(Beginning);
            var parameters = SingleQuery.Parameters(text, dialect);
            if (parameters == 0)
            {
                return new Explained(Lines($"EXPLAIN (COSTS OFF) {text}"), Locked());
            }

            Lines($"PREPARE {Name} AS {text}");
            isPrepared = true;
            var values = string.Join(", ", Enumerable.Repeat("NULL", parameters));
            return new Explained(Lines($"EXPLAIN (COSTS OFF) EXECUTE {Name} ({values})"), Locked());
        }
        catch (PostgresException refused) when (refused.InvariantSeverity == "ERROR")
        {
            return new Explained("", [], $"refused by the server ({refused.SqlState})");
        }
        finally
        {
            End(isPrepared);
        }
    }

    // A statement that was prepared outlives the transaction.
    private void End(bool isPrepared)
    {
        if (connection.State == System.Data.ConnectionState.Open)
        {
            Run(isPrepared ? ["ROLLBACK", $"DEALLOCATE {Name}"] : ["ROLLBACK"]);
        }
    }

    private void Run(params string[] statements)
    {
        foreach (var statement in statements)
        {
            using var command = PostgreSqlCommands.Make(connection, statement, []);
            command.CommandTimeout = PatienceSeconds;
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
        command.CommandTimeout = PatienceSeconds;
        // With a parameter by place the client sends the text as it is, and does not cut it into statements.
        command.Parameters.Add(new NpgsqlParameter<long> { TypedValue = 0, NpgsqlDbType = NpgsqlDbType.Bigint });
        List<string> lines = [];
        using var reader = command.ExecuteReader();
        while (reader.Read())
        {
            lines.Add(reader.GetString(0));
        }

        return string.Join('\n', lines);
    }

    private List<long> Locked()
    {
        using var command = PostgreSqlCommands.Make(connection, PostgreSqlScripts.Read("plans_locked"), []);
        command.CommandTimeout = PatienceSeconds;
        using var reader = command.ExecuteReader();
        List<long> relations = [];
        while (reader.Read())
        {
            relations.Add(reader.GetInt64(0));
        }

        return relations;
    }
}

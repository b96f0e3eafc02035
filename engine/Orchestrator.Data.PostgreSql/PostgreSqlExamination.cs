using System.Data;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Has the server look at a statement that it does not run.</summary>
internal static class PostgreSqlExamination
{
    // Only a plan asks for the rights; of other statements no more is read than what they are.
    private static readonly HashSet<string> Planned =
    [
        "SELECT", "WITH", "VALUES", "INSERT", "UPDATE", "DELETE", "MERGE",
    ];

    public static void Of(PostgreSqlDatabase database, ScriptStatement statement,
        IReadOnlyList<(string Name, object? Value)> values) =>
        database.Watched(statement.Text, statement.Line, () =>
        {
            var isPlanned = Planned.Contains(statement.FirstWord);
            using var command = PostgreSqlCommands.Make(
                database.Connection, isPlanned ? $"EXPLAIN {statement.Text}" : statement.Text, values);
            using var reader = command.ExecuteReader(
                isPlanned ? CommandBehavior.Default : CommandBehavior.SchemaOnly);
            reader.Drain();
            return 0;
        });
}

using Npgsql;

namespace Orchestrator.Data.PostgreSql;

/// <summary>Answers to questions, as text.</summary>
internal static class PostgreSqlAnswers
{
    /// <summary>Runs the statements one after the other and keeps the first row of all.</summary>
    public static Answer Ask(
        PostgreSqlDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        var found = new AnswerRows();
        foreach (var statement in PostgreSqlScript.Split(sql))
        {
            database.Watched(statement.Text, statement.Line, () => Read(database, statement.Text, values, found));
        }

        return new Answer(found.Rows, Origins(database, found.Columns), found.First);
    }

    /// <summary>Runs one statement of a script and keeps the first row of it.</summary>
    public static Answer Ask(
        PostgreSqlDatabase database, ScriptStatement statement, IReadOnlyList<(string Name, object? Value)> values)
    {
        var found = new AnswerRows();
        database.Watched(statement.Text, statement.Line, () => Read(database, statement.Text, values, found));
        return new Answer(found.Rows, Origins(database, found.Columns), found.First);
    }

    private static int Read(
        PostgreSqlDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values, AnswerRows found)
    {
        using var command = PostgreSqlCommands.Make(database.Connection, sql, values);
        command.AllResultTypesAreUnknown = true;
        using var reader = command.ExecuteReader();
        for (; reader.Read(); found.Rows++)
        {
            if (found.Rows == 0)
            {
                Keep(reader, found);
            }
        }

        return 0;
    }

    private static void Keep(NpgsqlDataReader reader, AnswerRows found)
    {
        foreach (var column in reader.GetColumnSchema())
        {
            found.Columns.Add((column.ColumnName, column.TableOID, column.ColumnAttributeNumber ?? 0));
        }

        for (var i = 0; i < reader.FieldCount; i++)
        {
            found.First.Add(reader.IsDBNull(i) ? null : reader.GetString(i));
        }
    }

    private static List<(string Name, string? Origin)> Origins(
        PostgreSqlDatabase database, List<(string Name, uint Table, short Number)> columns)
    {
        var named = new List<(string Name, string? Origin)>();
        foreach (var (name, table, number) in columns)
        {
            named.Add((name, table == 0 ? null : PostgreSqlCatalog.ColumnName(database, table, number)));
        }

        return named;
    }

    private sealed class AnswerRows
    {
        public long Rows { get; set; }

        public List<(string Name, uint Table, short Number)> Columns { get; } = [];

        public List<string?> First { get; } = [];
    }
}

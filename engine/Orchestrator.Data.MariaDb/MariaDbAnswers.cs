using System.Globalization;
using MySqlConnector;

namespace Orchestrator.Data.MariaDb;

/// <summary>Answers to questions, as text.</summary>
internal static class MariaDbAnswers
{
    /// <summary>Runs the statements one after the other and keeps the first row of all.</summary>
    public static Answer Ask(
        MariaDbDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        var found = new FoundRows();
        foreach (var statement in MariaDbScript.Split(sql))
        {
            database.Watched(statement.Text, statement.Line, () => Read(database, statement.Text, values, found));
        }

        return new Answer(found.Rows, found.Columns, found.First);
    }

    /// <summary>Runs one statement of a script and keeps the first row of it.</summary>
    public static Answer Ask(
        MariaDbDatabase database, ScriptStatement statement, IReadOnlyList<(string Name, object? Value)> values)
    {
        var found = new FoundRows();
        database.Watched(statement.Text, statement.Line, () => Read(database, statement.Text, values, found));
        return new Answer(found.Rows, found.Columns, found.First);
    }

    /// <summary>A value of the client's as text, invariant; null = NULL.</summary>
    public static string? Text(MySqlDataReader reader, int column) => reader.IsDBNull(column) ? null
        : reader.GetDataTypeName(column) switch
        {
            // More digits than the client's own numbers hold.
            "DECIMAL" => reader.GetMySqlDecimal(column).ToString(),
            "DATE" => Date(reader, column),
            _ => Text(reader.GetValue(column)),
        };

    /// <summary>A value of a parameter as text, invariant; null = NULL.</summary>
    public static string? Text(object? value) => value switch
    {
        MySqlDateTime { IsValidDateTime: true } time => MariaDbCommands.Text(time.GetDateTime()),
        MySqlDateTime zero => string.Create(
            CultureInfo.InvariantCulture,
            $"{zero.Year:0000}-{zero.Month:00}-{zero.Day:00} {zero.Hour:00}:{zero.Minute:00}:{zero.Second:00}"),
        TimeSpan time => OfTime(time),
        float number => number.ToString("R", CultureInfo.InvariantCulture),
        double number => number.ToString("R", CultureInfo.InvariantCulture),
        _ => MariaDbCommands.Text(value),
    };

    // Only prepared ones answer with all digits of a number; few statements cannot be.
    private static int Read(
        MariaDbDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values, FoundRows found)
    {
        using var command = MariaDbCommands.Make(database.Connection, sql, values);
        try
        {
            command.Prepare();
        }
        catch (MySqlException fault) when (fault.Number == MariaDbNumbers.NotPreparable)
        {
            // It is sent as it is.
        }

        // The client would say nothing of a failure behind the first result.
        using var reader = command.ExecuteReader();
        do
        {
            for (; reader.Read(); found.Rows++)
            {
                if (found.Rows == 0)
                {
                    Keep(reader, found);
                }
            }
        }
        while (reader.NextResult());
        return 0;
    }

    private static void Keep(MySqlDataReader reader, FoundRows found)
    {
        foreach (var column in reader.GetColumnSchema())
        {
            found.Columns.Add((
                column.ColumnName, string.IsNullOrEmpty(column.BaseColumnName) || string.IsNullOrEmpty(
                    column.BaseTableName) ? null : column.BaseColumnName));
        }

        for (var i = 0; i < reader.FieldCount; i++)
        {
            found.First.Add(Text(reader, i));
        }
    }

    private static string Date(MySqlDataReader reader, int column)
    {
        var date = reader.GetMySqlDateTime(column);
        return string.Create(CultureInfo.InvariantCulture, $"{date.Year:0000}-{date.Month:00}-{date.Day:00}");
    }

    private static string OfTime(TimeSpan time)
    {
        var hours = (long)Math.Truncate(Math.Abs(time.TotalHours));
        return (time < TimeSpan.Zero ? "-" : "") + hours.ToString("00", CultureInfo.InvariantCulture)
            + time.ToString(@"\:mm\:ss", CultureInfo.InvariantCulture)
            + time.ToString(@"\.FFFFFF", CultureInfo.InvariantCulture).TrimEnd('.');
    }

    private sealed class FoundRows
    {
        public long Rows { get; set; }

        public List<(string Name, string? Origin)> Columns { get; } = [];

        public List<string?> First { get; } = [];
    }
}

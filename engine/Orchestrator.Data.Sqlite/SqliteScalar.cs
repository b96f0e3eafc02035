using System.Globalization;
using System.Text.Unicode;
using Microsoft.Data.Sqlite;

namespace Orchestrator.Data.Sqlite;

/// <summary>Single values, for questions that are asked once per package.</summary>
public static class SqliteScalar
{
    /// <summary>The first value of the first row as a number; 0 where there is none.</summary>
    /// <exception cref="SqliteException">SQLite refused the statement.</exception>
    public static long Long(
        SqliteDatabase database, string sql, params IReadOnlyList<(string Name, object? Value)> values)
    {
        using var command = Command(database, sql, values);
        return command.ExecuteScalar() is long number ? number : 0;
    }

    /// <summary>Runs a statement with parameters.</summary>
    /// <returns>Rows changed.</returns>
    /// <exception cref="SqliteException">SQLite refused the statement.</exception>
    public static long Run(
        SqliteDatabase database, string sql, params IReadOnlyList<(string Name, object? Value)> values)
    {
        using var command = Command(database, sql, values);
        return command.ExecuteNonQuery();
    }

    /// <summary>Goes through all rows of all results and keeps the first.</summary>
    /// <exception cref="SqliteException">SQLite refused the statement.</exception>
    internal static Answer Ask(
        SqliteDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        SqliteStatement.RefuseUnknown(database, sql, values);
        using var command = Command(database, sql, values);
        using var reader = command.ExecuteReader();
        var answer = new Answer(0, [], []);
        do
        {
            while (reader.Read())
            {
                answer = (answer.Rows == 0 ? First(reader) : answer) with { Rows = answer.Rows + 1 };
            }
        }
        while (reader.NextResult());

        return answer;
    }

    private static Answer First(SqliteDataReader reader)
    {
        var places = Enumerable.Range(0, reader.FieldCount);
        return new Answer(
            1, [.. places.Select(i => (reader.GetName(i), OriginOf(reader, i)))],
            [.. places.Select(i => TextOf(reader, i))])
        {
            // Behind the texts: what was asked for as a text has its bytes in UTF-8.
            NoTexts = [.. places.Where(i => !Utf8.IsValid(SQLitePCL.raw.sqlite3_column_blob(reader.Handle!, i)))],
        };
    }

    // SQLite writes fifteen digits of a number, and a double may need seventeen.
    private static string? TextOf(SqliteDataReader reader, int column)
    {
        var text = reader.IsDBNull(column) ? null : reader.GetString(column);
        return text is not null && reader.GetFieldType(column) == typeof(double)
            && reader.GetDouble(column) is var number
            && double.TryParse(text, CultureInfo.InvariantCulture, out var written) && written != number
            ? number.ToString("R", CultureInfo.InvariantCulture) : text;
    }

    private static string? OriginOf(SqliteDataReader reader, int column) =>
        SQLitePCL.raw.sqlite3_column_origin_name(reader.Handle!, column).utf8_to_string();

    /// <summary>A command with its parameters bound.</summary>
    public static SqliteCommand Command(
        SqliteDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        var command = database.Connection.CreateCommand();
#pragma warning disable CA2100 // The text comes from the dialect and its .sql files; values are parameters.
        command.CommandText = sql;
#pragma warning restore CA2100
        foreach (var (name, value) in values)
        {
            command.Parameters.AddWithValue(name, SqliteValue.Plain(value) ?? DBNull.Value);
        }

        return command;
    }
}

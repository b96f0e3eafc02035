using System.Data;
using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>Answers to questions that are asked once per package.</summary>
internal static class SqlServerAnswers
{
    /// <summary>Goes through all rows of all results and keeps the first.</summary>
    public static Answer Ask(
        SqlServerDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        var answer = database.Run(sql, 1, values, Read);
        return answer.Rows == 0 ? answer : answer with { Columns = WithOrigins(database, sql, values, answer.Columns) };
    }

    /// <summary>The same of a command that is there, without the columns behind the names.</summary>
    public static Answer Read(SqlCommand command)
    {
        using var reader = command.ExecuteReader(CommandBehavior.SequentialAccess);
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

    private static Answer First(SqlDataReader reader)
    {
        var places = Enumerable.Range(0, reader.FieldCount);
        return new Answer(
            1, [.. places.Select(i => (reader.GetName(i), (string?)null))],
            [.. places.Select(i => Text(reader, i))]);
    }

    // Long texts only by the client's reader; StreamedTextReader says why.
    private static string? Text(SqlDataReader reader, int place)
    {
        if (reader.IsDBNull(place))
        {
            return null;
        }

        if (reader.GetFieldType(place) != typeof(string) || reader.GetDataTypeName(place) == "xml")
        {
            return SqlServerText.Of(reader.GetSqlValue(place));
        }

        using var text = reader.GetTextReader(place);
        return text.ReadToEnd();
    }

    // The server tells which column of a table is behind a name only when it is asked for that alone.
    private static IReadOnlyList<(string Name, string? Origin)> WithOrigins(
        SqlServerDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values,
        IReadOnlyList<(string Name, string? Origin)> columns)
    {
        var origins = SqlServerQuery.Describe(database, sql, values);
        return origins.Count != columns.Count
            ? columns
            : [.. columns.Zip(origins, (column, found) => (column.Name, found.Origin))];
    }
}

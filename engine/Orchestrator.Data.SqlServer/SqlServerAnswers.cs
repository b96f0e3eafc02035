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

    private static Answer Read(SqlCommand command)
    {
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

    private static Answer First(SqlDataReader reader)
    {
        var places = Enumerable.Range(0, reader.FieldCount);
        return new Answer(
            1, [.. places.Select(i => (reader.GetName(i), (string?)null))],
            [.. places.Select(i => SqlServerText.Of(reader.GetSqlValue(i)))]);
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

using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>What the server knows of a query's columns beyond what comes with its rows.</summary>
/// <param name="Collation">Collation of a text; null for the rest.</param>
/// <param name="CodePage">Its code page; 0 where there is none.</param>
/// <param name="Origin">The table column behind it; null where there is none.</param>
internal sealed record SqlServerQuery(string? Collation, int CodePage, string? Origin)
{
    /// <summary>
    /// Asks beside the transaction, because a query that the server cannot describe (one with a temporary table, say)
    /// is an error that would end it; empty then.
    /// </summary>
    public static IReadOnlyList<SqlServerQuery> Describe(
        SqlServerDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        using var inner = SqlServerCommands.Make(database.Connection, null, sql, values);
        var declared = string.Join(", ", inner.Parameters.Cast<SqlParameter>().Select(Declare));
        try
        {
            using var beside = database.OpenBeside();
            using var command = SqlServerCommands.Make(
                beside, null, SqlServerScripts.Read("query_columns"),
                [("query", sql), ("parameters", declared.Length == 0 ? null : declared)]);
            using var reader = command.ExecuteReader();
            var columns = new List<SqlServerQuery>();
            while (reader.Read())
            {
                columns.Add(new SqlServerQuery(
                    reader.IsDBNull(0) ? null : reader.GetString(0),
                    reader.IsDBNull(1) ? 0 : reader.GetInt32(1),
                    reader.IsDBNull(2) ? null : reader.GetString(2)));
            }

            return columns;
        }
        catch (SqlException)
        {
            return [];
        }
    }

    private static string Declare(SqlParameter parameter) => parameter.SqlDbType switch
    {
        System.Data.SqlDbType.BigInt => $"{parameter.ParameterName} bigint",
        System.Data.SqlDbType.VarBinary => $"{parameter.ParameterName} varbinary(max)",
        System.Data.SqlDbType.DateTime2 => $"{parameter.ParameterName} datetime2(7)",
        _ => $"{parameter.ParameterName} nvarchar(max)",
    };
}

using Microsoft.Data.SqlClient;
using Orchestrator.Core.Types;

namespace Orchestrator.Data.SqlServer;

/// <summary>What the server knows of a query's columns beyond what comes with its rows.</summary>
/// <param name="Collation">Collation of a text; null for the rest.</param>
/// <param name="CodePage">Its code page; 0 where there is none.</param>
/// <param name="Origin">The table column behind it; null where there is none.</param>
internal sealed record SqlServerQuery(string? Collation, int CodePage, string? Origin)
{
    /// <summary>Asks; empty where the server cannot tell, as for a query with a temporary table.</summary>
    public static IReadOnlyList<SqlServerQuery> Describe(
        SqlServerDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values) =>
        database.Rows(
            SqlServerScripts.Read("query_columns"), row => new SqlServerQuery(
                row.IsDBNull(0) ? null : row.GetString(0),
                row.IsDBNull(1) ? 0 : row.GetInt32(1),
                row.IsDBNull(2) ? null : row.GetString(2)),
            ("query", sql), ("parameters", Declared(database, sql, values)));

    /// <summary>Asks for the type of a query's only column.</summary>
    /// <returns>Null where the server cannot tell.</returns>
    public static string? TypeOf(
        SqlServerDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values) =>
        database.Rows(
            SqlServerScripts.Read("result_type"), row => row.IsDBNull(0) ? null : row.GetString(0),
            ("query", sql), ("parameters", Declared(database, sql, values))).FirstOrDefault();

    /// <summary>Asks for the columns; empty where the server cannot tell.</summary>
    public static IReadOnlyList<DescribedColumn> ColumnsOf(
        SqlServerDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values) =>
        database.Rows(
            SqlServerScripts.Read("described_columns"), row => new DescribedColumn(
                row.IsDBNull(0) ? "" : row.GetString(0), row.IsDBNull(1) ? null : Known(row.GetString(1))),
            ("query", sql), ("parameters", Declared(database, sql, values)));

    private static SqlType? Known(string type) => SqlType.TryParse(type, out var known, out _) ? known : null;

    private static string Declared(
        SqlServerDatabase database, string sql, IReadOnlyList<(string Name, object? Value)> values)
    {
        // Only what the statement names becomes a parameter of it.
        using var command = database.Command(sql, values);
        return string.Join(", ", command.Parameters.Cast<SqlParameter>().Select(
            parameter => $"{parameter.ParameterName} {TypedParameter.Declare(parameter)}"));
    }
}

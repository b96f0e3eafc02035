using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>What a session may look at, and how the server calls it.</summary>
/// <param name="IsHosted">Whether only the database can be looked at, and not the server (Azure SQL Database).</param>
/// <param name="HasRight">Whether it has the right that came with 2022; null = the version does not know it.</param>
/// <param name="Physical">The name by which counters know the database, where that is another; null = none.</param>
/// <param name="IsOnThisMachine">Whether the server shares the machine with this program.</param>
internal sealed record SqlServerSight(bool IsHosted, bool? HasRight, string? Physical, bool IsOnThisMachine)
{
    // SELECT on a view, a right on the database, on anything, on the server.
    private static readonly int[] Refusals = [229, 262, 297, 300];

    /// <summary>
    /// What counts and waits ask for here, where they are refused. In pools and the smallest sizes Azure SQL Database
    /// refuses them also to who has the right.
    /// </summary>
    public string Needed => (IsHosted, HasRight) switch
    {
        (true, true) => "the role ##MS_ServerStateReader##",
        (true, null) => "VIEW DATABASE STATE",
        (true, false) => "VIEW DATABASE PERFORMANCE STATE",
        (false, null) => "VIEW SERVER STATE",
        _ => "VIEW SERVER PERFORMANCE STATE",
    };

    /// <summary>Whether the server says that a right is missing.</summary>
    public static bool IsRefused(SqlException fault) =>
        fault.Errors.Cast<SqlError>().Any(error => Refusals.Contains(error.Number));

    /// <summary>Asks the server, which needs no right.</summary>
    public static SqlServerSight Of(SqlConnection connection, int patienceSeconds)
    {
        using var command = SqlServerCommands.Make(connection, null, SqlServerScripts.Read("evidence_sees"), []);
        command.CommandTimeout = patienceSeconds;
        using var reader = command.ExecuteReader();
        reader.Read();
        return new SqlServerSight(
            reader.GetInt32(0) > 0,
            reader.IsDBNull(1) ? null : reader.GetInt32(1) > 0,
            reader.IsDBNull(2) ? null : reader.GetString(2),
            reader.GetInt32(3) > 0);
    }
}

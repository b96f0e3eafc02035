using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>What a session may look at, and how the server calls it.</summary>
/// <param name="IsHosted">Whether only the database can be looked at, and not the server (Azure SQL Database).</param>
/// <param name="HasRight">Whether it has the right that came with 2022; null = the version does not know it.</param>
/// <param name="Physical">The name by which counters know the database, where that is another; null = none.</param>
/// <param name="IsOnThisMachine">Whether the server shares the machine with this program.</param>
internal sealed record SqlServerVisibility(bool IsHosted, bool? HasRight, string? Physical, bool IsOnThisMachine)
{
    // SELECT on a view, a right on the database, on anything, on the server.
    private static readonly int[] Refusals = [229, 262, 297, 300];

    // No such column, view, procedure, function; not in this edition or service.
    private static readonly int[] Lacks = [195, 207, 208, 2812, 4121, 40512, 40517];

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

    /// <summary>
    /// Whether the server has no such view or column: which ones there are differs between versions, editions and what
    /// only speaks as SQL Server does. Asked for, and not looked up before, as what is found missing is seldom.
    /// </summary>
    public static bool IsMissing(SqlException fault) =>
        fault.Errors.Cast<SqlError>().Any(error => Lacks.Contains(error.Number));

    /// <summary>Why something cannot be seen, behind "not available: "; null where it is another failure.</summary>
    public string? WhyHidden(SqlException fault) => IsRefused(fault) ? $"needs {Needed}"
        : IsMissing(fault) ? "the server does not have it"
        : null;

    /// <summary>Asks the server, which needs no right.</summary>
    public static SqlServerVisibility Of(SqlConnection connection, int patienceSeconds)
    {
        using var command = SqlServerCommands.Make(connection, null, SqlServerScripts.Read("evidence_sees"), []);
        command.CommandTimeout = patienceSeconds;
        using var reader = command.ExecuteReader();
        reader.Read();
        return new SqlServerVisibility(
            reader.GetInt32(0) > 0,
            reader.IsDBNull(1) ? null : reader.GetInt32(1) > 0,
            reader.IsDBNull(2) ? null : reader.GetString(2),
            reader.GetInt32(3) > 0);
    }
}

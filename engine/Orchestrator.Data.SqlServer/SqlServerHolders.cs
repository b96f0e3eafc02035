using Microsoft.Data.SqlClient;

namespace Orchestrator.Data.SqlServer;

/// <summary>Who is in the way.</summary>
internal static class SqlServerHolders
{
    /// <summary>
    /// Who holds a lock on what a script asks about, in words. Asked beside our transaction: not everybody may ask, and
    /// the refusal would end it.
    /// </summary>
    public static string Of(
        SqlServerDatabase database, string script, IReadOnlyList<(string Name, object? Value)> values)
    {
        try
        {
            using var beside = database.OpenBeside();
            using var command = SqlServerCommands.Make(
                beside, null, SqlServerScripts.Read(script),
                [.. values, ("session", database.Connection.ServerProcessId)]);
            var found = command.Rows(row => row.GetString(0));
            return found.Count == 0 ? "another session" : string.Join(" and ", found);
        }
        catch (SqlException)
        {
            return "another session";
        }
    }
}

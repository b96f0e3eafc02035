namespace Orchestrator.Data.MariaDb;

/// <summary>Who has the marker of a table: the row itself tells it, to who reads what is not committed.</summary>
internal static class MariaDbMarkers
{
    private const string SeeAll = "SET TRANSACTION ISOLATION LEVEL READ UNCOMMITTED; ";

    /// <summary>The run that has written into the row, in words; null = none is to be seen.</summary>
    public static string? HolderOf(MariaDbDatabase database, IReadOnlyList<(string Name, object? Value)> table)
    {
        using var beside = database.OpenBeside();
        using var command = MariaDbCommands.Make(beside, SeeAll + MariaDbScripts.Read("marker_holder"), table);
        return command.Rows(row => row.GetString(0)).FirstOrDefault();
    }
}

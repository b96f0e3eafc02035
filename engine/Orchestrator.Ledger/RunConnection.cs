namespace Orchestrator.Ledger;

/// <summary>Where a connection of a run led to, without secrets.</summary>
/// <param name="Connection">Its name.</param>
/// <param name="Platform">Its platform, as people write it.</param>
/// <param name="Server">The server, with its port; empty for a file or a folder.</param>
/// <param name="Database">The database; else the full path of the file or folder.</param>
public sealed record RunConnection(string Connection, string Platform, string Server, string Database)
{
    /// <summary>Whether both lead to the same place; names of hosts know no capitals.</summary>
    public bool IsSamePlace(RunConnection other) => Platform == other.Platform && Database == other.Database
        && string.Equals(Server, other.Server, StringComparison.OrdinalIgnoreCase);

    /// <summary>The place, for people.</summary>
    public string Place => Server.Length == 0 ? Database : $"{Database} on {Server}";
}

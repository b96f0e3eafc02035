namespace Orchestrator.Data.Durability;

/// <summary>A database as its server names it, so that two connections that lead to one are known to.</summary>
/// <param name="Server">The server, or the host of a file.</param>
/// <param name="Database">The database, or the file's real path.</param>
public sealed record DatabaseIdentity(string Server, string Database)
{
    /// <summary>For messages.</summary>
    public override string ToString() => $"{Database} on {Server}";
}

namespace Orchestrator.Data;

/// <summary>Where a database is, as it is written.</summary>
/// <param name="Server">The server, with its port; empty where the database is a file.</param>
/// <param name="Database">The database, or the full path of its file.</param>
public readonly record struct DatabaseLocation(string Server, string Database);

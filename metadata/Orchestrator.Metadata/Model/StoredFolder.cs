namespace Orchestrator.Metadata.Model;

/// <summary>A folder that is not on this machine: its files are listed and read where they are.</summary>
/// <param name="Server">The file server that has it.</param>
/// <param name="Path">The folder below that of the server, placeholders as written; empty = that one.</param>
public sealed record StoredFolder(FileServer Server, string Path);

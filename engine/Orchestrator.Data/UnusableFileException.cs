namespace Orchestrator.Data;

/// <summary>A file of a connection that no further attempt finds otherwise: whoever owns the metadata must act.
/// </summary>
public sealed class UnusableFileException(string message) : IOException(message);

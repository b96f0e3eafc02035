namespace Orchestrator.Compare.Parts;

/// <summary>What is kept on disk of the rows found no room there, which is no failure of a side.</summary>
/// <param name="cause">What the disk answered.</param>
public sealed class SpillFailedException(Exception cause) : Exception(cause.Message, cause);

namespace Orchestrator.Metadata.Git;

/// <summary>What git's files say cannot be followed; the message is for people.</summary>
internal sealed class GitException(string message) : Exception(message);

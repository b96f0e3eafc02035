namespace Orchestrator.Cli;

/// <summary>The command was called in a way that cannot be carried out: exit 2 and at most three lines.</summary>
internal sealed class UsageException(string message, string? hint = null) : Exception(message)
{
    /// <summary>What to do instead.</summary>
    public string? Hint { get; } = hint;
}

namespace Orchestrator.Cli;

/// <summary>What was asked for is well asked for, and the machine cannot take it now: exit 4.</summary>
internal sealed class UnwritableException(string message, string? hint = null) : Exception(message)
{
    /// <summary>What to do about it.</summary>
    public string? Hint { get; } = hint;
}

namespace Orchestrator.Ssis.Scripts;

/// <summary>What a script does with a file.</summary>
/// <param name="Operation">What a File System Task calls it.</param>
/// <param name="From">The path, as an expression over the variables as they are when the script begins.</param>
/// <param name="To">Where it goes, in the same way; null = nowhere.</param>
internal sealed record ScriptFileWork(string Operation, string From, string? To)
{
    public bool Overwrites { get; init; }

    /// <summary>Whether the script has looked first whether it is there.</summary>
    public bool IsGuarded { get; init; }
}

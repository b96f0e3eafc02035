namespace Orchestrator.Ssis.Scripts;

/// <summary>All that a script does, where that is known.</summary>
/// <param name="Sets">The variables that it sets, by name; none = it shows messages, raises events, or does
/// nothing.</param>
/// <param name="Refused">Why it is not known what it does; null = it is.</param>
internal sealed record ScriptWork(IReadOnlyList<ScriptSet> Sets, string? Refused)
{
    /// <summary>Whether all that it does is known.</summary>
    public bool IsKnown => Refused is null;

    /// <summary>What it does with files, one behind the other; then it sets nothing.</summary>
    public IReadOnlyList<ScriptFileWork> Files { get; init; } = [];

    /// <summary>Whether it shows or tells something.</summary>
    public bool Tells { get; init; }
}

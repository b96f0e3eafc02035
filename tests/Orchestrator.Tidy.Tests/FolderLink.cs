namespace Orchestrator.Tidy.Tests;

/// <summary>A folder that knows another one beside it.</summary>
/// <param name="Place">The project, or the folder in it, that both lie in.</param>
/// <param name="From">The folder that knows.</param>
/// <param name="To">The folder that is known.</param>
internal readonly record struct FolderLink(string Place, string From, string To)
{
    public override string ToString() => $"{Place}: {From} → {To}";
}

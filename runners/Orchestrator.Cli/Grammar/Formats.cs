namespace Orchestrator.Cli.Grammar;

/// <summary>Every word that `-o` takes on some verb.</summary>
internal static class Formats
{
    public static IReadOnlyList<string> All { get; } =
        ["text", "json", "github", "sarif", "tree", "mermaid", "dot"];
}

namespace Orchestrator.Cli.Grammar;

/// <summary>Verbs that a later version brings: unknown until then, but not a slip of the finger.</summary>
internal static class Later
{
    private static readonly string[] Verbs =
    [
        "serve",
    ];

    public static bool IsVerb(string token) => Verbs.Contains(token);
}

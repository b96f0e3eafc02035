namespace Orchestrator.Cli.Grammar;

/// <summary>Verbs and options that a later version brings: unknown until then, but not a slip of the finger.</summary>
internal static class Later
{
    private static readonly string[] Verbs =
    [
        "serve",
    ];

    private static readonly string[] OptionsOfEveryVerb = ["--yes", "--dry-run"];

    public static bool IsVerb(string token) => Verbs.Contains(token);

    public static bool IsOption(string token) => OptionsOfEveryVerb.Contains(token);
}

namespace Orchestrator.Cli.Serve;

/// <summary>How this program is started once more, as a process of its own.</summary>
internal static class OwnCommand
{
    private const string Name = "orchestrator";

    /// <summary>The program, and what it needs in front of a verb.</summary>
    public static IReadOnlyList<string> Words { get; } = Of(Environment.ProcessPath ?? "dotnet");

    private static IReadOnlyList<string> Of(string executable) =>
        Path.GetFileNameWithoutExtension(executable) == Name
            ? [executable]
            : [executable, Path.Combine(AppContext.BaseDirectory, Name + ".dll")];
}

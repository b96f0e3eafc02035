using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Compile;

/// <summary>Puts the line itself beside what was found in it.</summary>
public static class SourceLines
{
    /// <summary>Diagnostics with their lines.</summary>
    public static IReadOnlyList<Diagnostic> With(IReadOnlyList<Diagnostic> diagnostics, Solution solution)
    {
        List<Diagnostic> found = [.. diagnostics];
        Attach(found, solution);
        return found;
    }

    internal static void Attach(List<Diagnostic> diagnostics, Solution solution)
    {
        var files = new Dictionary<string, string[]>(StringComparer.Ordinal);
        for (var i = 0; i < diagnostics.Count; i++)
        {
            var found = diagnostics[i];
            if (found.SourceLine is not null || found.At.Line < 1)
            {
                continue;
            }

            if (!files.TryGetValue(found.At.File, out var lines))
            {
                lines = solution.Files.FirstOrDefault(file => file.Path == found.At.File)?.Text.Split('\n') ?? [];
                files.Add(found.At.File, lines);
            }

            diagnostics[i] = found with { SourceLine = Line(lines, found.At.Line) };
        }
    }

    private static string? Line(string[] lines, int number) =>
        number <= lines.Length && lines[number - 1].TrimEnd('\r') is var line && !SecretLine.MayHoldOne(line)
            ? line : null;
}

using System.Globalization;

namespace Orchestrator.Packages.Programs;

/// <summary>
/// The attempts that wait for this process: one of their programs has started it, or a run that one of those started,
/// and so on. Known by the variables that programs are passed.
/// </summary>
public static class OuterAttempts
{
    /// <summary>The variable that names those behind the nearest one, as run/attempt, with blanks between.</summary>
    public const string Variable = "ORCHESTRATOR_OUTER_ATTEMPTS";

    // Where a program leaves a service behind whose runs start such a program again, the rest are long over.
    private const int NearestMax = 64;

    /// <summary>Their runs and numbers, the nearest first; of very many those alone.</summary>
    /// <param name="variables">The variables of this process.</param>
    public static IReadOnlyList<(Guid Run, long Attempt)> Of(Func<string, string?> variables)
    {
        var nearest = $"{variables(LeftPrograms.RunVariable)}/{variables(LeftPrograms.AttemptVariable)}";
        return [.. $"{nearest} {variables(Variable)}".Split(' ').SelectMany(Parsed).Take(NearestMax)];
    }

    /// <summary>What a program of this process is passed of them; empty = nobody waits.</summary>
    /// <param name="variables">The variables of this process.</param>
    public static string ForPrograms(Func<string, string?> variables) =>
        string.Join(' ', Of(variables).Select(one => $"{one.Run}/{one.Attempt}"));

    private static (Guid Run, long Attempt)[] Parsed(string text) =>
        text.Split('/') is [var run, var attempt] && Guid.TryParse(run, out var id)
        && long.TryParse(attempt, CultureInfo.InvariantCulture, out var number) ? [(id, number)] : [];
}

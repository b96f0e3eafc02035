using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using System.Text;

namespace Orchestrator.Packages.Programs;

/// <summary>
/// Programs that attempts have started, with all that those have started themselves, found by what is in their
/// environment: on Linux, those of this machine that our user may look into.
/// </summary>
public static class LeftPrograms
{
    /// <summary>The variable that says of which run a program is.</summary>
    public const string RunVariable = "ORCHESTRATOR_RUN_ID";

    /// <summary>The variable that says of which attempt it is.</summary>
    public const string AttemptVariable = "ORCHESTRATOR_ATTEMPT_ID";

    private const string Processes = "/proc";

    /// <summary>Ends those that are there at once, and does not wait for it.</summary>
    /// <returns>The numbers of the processes that were there; none = all have ended.</returns>
    public static IReadOnlyList<int> End(Guid run, IReadOnlySet<long> attempts)
    {
        if (!OperatingSystem.IsLinux() || attempts.Count == 0)
        {
            return [];
        }

        var ours = OwnLine();
        return [.. Directory.EnumerateDirectories(Processes).Select(Path.GetFileName)
            .Select(name => int.TryParse(name, CultureInfo.InvariantCulture, out var number) ? number : 0)
            .Where(number => number > 0 && !ours.Contains(number) && IsOf(number, run, attempts) && TryKill(number))];
    }

    private static bool IsOf(int number, Guid run, IReadOnlySet<long> attempts)
    {
        // One that has ended, and whose parent has not asked for it yet, has no environment any more.
        var variables = Encoding.UTF8.GetString(Read(number, "environ")).Split('\0');
        return variables.Contains($"{RunVariable}={run}") && variables.Any(one =>
            one.StartsWith($"{AttemptVariable}=", StringComparison.Ordinal)
            && long.TryParse(one[(AttemptVariable.Length + 1)..], CultureInfo.InvariantCulture, out var attempt)
            && attempts.Contains(attempt));
    }

    /// <summary>Ourselves and those that have started us, who may be such a program.</summary>
    private static HashSet<int> OwnLine()
    {
        HashSet<int> line = [];
        for (var number = Environment.ProcessId; number > 0 && line.Add(number);)
        {
            // Behind the name, which is in brackets and may hold anything: state, parent.
            var text = Encoding.UTF8.GetString(Read(number, "stat"));
            string[] fields = text[(text.LastIndexOf(')') + 1)..].Split(' ', StringSplitOptions.RemoveEmptyEntries);
            number = fields.Length > 1 ? int.Parse(fields[1], CultureInfo.InvariantCulture) : 0;
        }

        return line;
    }

    private static byte[] Read(int number, string what)
    {
        try
        {
            return File.ReadAllBytes(Path.Combine(Processes, $"{number}", what));
        }
        catch (Exception hidden) when (hidden is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    private static bool TryKill(int number)
    {
        try
        {
            using var process = Process.GetProcessById(number);
            process.Kill();
            return true;
        }
        catch (Exception gone) when (gone is ArgumentException or InvalidOperationException or Win32Exception)
        {
            return false;
        }
    }
}

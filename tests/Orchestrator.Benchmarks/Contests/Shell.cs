using System.Diagnostics;
using System.Globalization;

namespace Orchestrator.Benchmarks.Contests;

/// <summary>Runs the peers' command lines.</summary>
internal static class Shell
{
    /// <summary>Whether a command is installed; says so where it is not.</summary>
    public static bool Has(string command)
    {
        var found = (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
            .Any(folder => File.Exists(Path.Combine(folder, command)));
        if (!found)
        {
            Console.WriteLine($"{command} is not installed here: nothing was measured against it");
        }

        return found;
    }

    /// <summary>Runs a script of bash and tells what it took with all its children.</summary>
    /// <exception cref="InvalidOperationException">It failed.</exception>
    public static Cost Run(string script, IReadOnlyDictionary<string, string> environment)
    {
        var start = new ProcessStartInfo("bash", ["-c", $"exec 1>&2; set -eo pipefail; {script}; times"])
        {
            RedirectStandardError = true,
        };
        foreach (var (name, value) in environment)
        {
            start.Environment[name] = value;
        }

        var begun = Stopwatch.GetTimestamp();
        using var process = Process.Start(start)!;
        var output = process.StandardError.ReadToEnd();
        process.WaitForExit();
        var seconds = Stopwatch.GetElapsedTime(begun).TotalSeconds;
        return process.ExitCode == 0
            ? new Cost(seconds, Times(output.TrimEnd().Split('\n')[^1]))
            : throw new InvalidOperationException($"the peer failed: {output}");
    }

    /// <summary>Asks a process to end, as a service manager does: what runs in the background does not hear Ctrl-C.
    /// </summary>
    public static void End(Process process)
    {
        using var kill = Process.Start("kill", ["-TERM", process.Id.ToString(CultureInfo.InvariantCulture)]);
        kill.WaitForExit();
    }

    // "0m1.250s 0m0.310s": user and system of the children.
    private static double Times(string line) => line.Split(' ').Sum(each => each.Split('m') switch
    {
        [var minutes, var seconds] => int.Parse(minutes) * 60
            + double.Parse(seconds.TrimEnd('s'), CultureInfo.InvariantCulture),
        _ => throw new FormatException($"'{line}' is not what times prints"),
    });
}

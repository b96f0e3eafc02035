using System.Diagnostics;
using Orchestrator.Benchmarks.Contests;

namespace Orchestrator.Benchmarks.Nights;

/// <summary>A solution in a folder of its own, and the command that runs it: a whole process, as the shell sees it.
/// </summary>
internal sealed class NightSolution : IDisposable
{
    private const string CommandVariable = "ORCHESTRATOR_TEST_COMMAND";
    private const string Said = "out.txt";

    /// <summary>Its folder; the data files are in `data`.</summary>
    public string Folder { get; } = Directory.CreateTempSubdirectory("orchestrator-nights-").FullName;

    /// <summary>What the command finds in its environment beside what there is.</summary>
    public Dictionary<string, string> Variables { get; } = new() { ["NO_COLOR"] = "1" };

    /// <summary>Where its data files are.</summary>
    public string Data => Directory.CreateDirectory(Path.Combine(Folder, "data")).FullName;

    /// <summary>Writes the solution: a connection to load into, and the objects as YAML.</summary>
    public void Write(string target, IEnumerable<string> objects) => File.WriteAllText(
        Path.Combine(Folder, "solution.yaml"),
        $$"""
        formatVersion: 1
        solution: Nights
        connections:
          - {connection: Files, platform: Files, folder: data}
          - {connection: Staging, {{target}}}
        batches:
          - {batch: Nightly, projects: [Staging]}
        projects:
          - project: Staging
            source: Files
            target: Staging
            objects:
        {{string.Join('\n', objects)}}

        """);

    /// <summary>An object that loads `NAME.csv` with the columns of the night's file.</summary>
    public static string ObjectOf(string name) =>
        $"      - object: {name}\n        source: {{file: {name}.csv}}\n        columns:\n" + string.Join('\n',
            NightFile.Columns.Select(column => $"          - {{column: {column.Name}, dataType: \"{column.Type}\"}}"));

    /// <summary>Runs the command with arguments and tells what the whole process took.</summary>
    public Cost Run(string arguments) =>
        Shell.Run($"cd {Folder}; {Command} {arguments} >out.txt 2>&1 || (cat out.txt; exit 1)", Variables);

    /// <summary>The same, watched from outside, so that the most memory that the process had is known.</summary>
    /// <param name="arguments">What it is called with.</param>
    /// <param name="exitCode">How it has to end.</param>
    /// <exception cref="InvalidOperationException">It ended otherwise.</exception>
    public Cost Watch(string arguments, int exitCode = 0)
    {
        var begun = Stopwatch.GetTimestamp();
        using var process = Begin($"{arguments} >{Said} 2>&1");
        var (memory, processor) = Peak.Await(process);
        var seconds = Stopwatch.GetElapsedTime(begun).TotalSeconds;
        return process.ExitCode == exitCode ? new Cost(seconds, processor) { Memory = memory }
            : throw new InvalidOperationException($"{arguments} ended with {process.ExitCode}: {SaidLast}");
    }

    /// <summary>What the command said when it was watched last.</summary>
    public string SaidLast => File.ReadAllText(Path.Combine(Folder, Said));

    /// <summary>Begins the command as a process of its own.</summary>
    public Process Begin(string arguments)
    {
        var start = new ProcessStartInfo("bash", ["-c", $"exec {Command} {arguments}"])
        {
            WorkingDirectory = Folder,
            RedirectStandardError = true,
        };
        foreach (var (name, value) in Variables)
        {
            start.Environment[name] = value;
        }

        return Process.Start(start)!;
    }

    /// <inheritdoc/>
    public void Dispose() => Directory.Delete(Folder, recursive: true);

    // The one that was built beside this program, unless another one is named.
    private static string Command => Environment.GetEnvironmentVariable(CommandVariable) is { Length: > 0 } named
        ? $"dotnet {named}"
        : Path.GetFullPath(Path.Combine(
            AppContext.BaseDirectory, "..", "..", "Orchestrator.Cli", "release", "orchestrator"));
}

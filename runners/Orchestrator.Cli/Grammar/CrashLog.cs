using Orchestrator.Cli.Output;
using Orchestrator.Runner.Artifacts;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Grammar;

/// <summary>Keeps the trace of a mistake of our own: for the log, never for the screen.</summary>
internal static class CrashLog
{
    /// <summary>Ends the process with one message where a thread ends with an exception that nobody catches: one of a
    /// plug-in's own, as ours catch theirs.</summary>
    public static void OfThreads(Host host) => AppDomain.CurrentDomain.UnhandledException += (_, told) =>
    {
        var bug = told.ExceptionObject as Exception ?? new InvalidOperationException($"{told.ExceptionObject}");
        new Printer(host.Error, colour: false, new OutsideText(host.Secrets)).Write(
            Told(host, bug, "a thread that nobody watches, of a plug-in where one is at work, ended it"));
        Environment.Exit(ExitCode.OwnBug);
    };

    /// <summary>What is said of a bug on the screen, once its trace is in a file.</summary>
    public static IEnumerable<Line> Told(Host host, Exception bug, string what)
    {
        var log = Write(host, bug);
        return
        [
            $"orchestrator: {what}: {bug.GetType().Name}",
            $"the details are in {log}; please report them",
        ];
    }

    // Below the solution if that has a folder for runs, else among temporary files, where others may have put a link
    // of that name.
    private static string Write(Host host, Exception bug)
    {
        var beside = Path.Combine(host.Folder, ".orchestrator");
        var folder = Directory.Exists(beside) ? beside : Path.GetTempPath();
        var stamp = host.Time.GetUtcNow().ToString("yyyyMMdd-HHmmss-fff");
        var path = Path.Combine(folder, $"orchestrator-crash-{stamp}-{Environment.ProcessId}.log");
        try
        {
            using var file = new StreamWriter(PrivateFiles.CreateNewFile(path));
            file.Write($"{Guide.VersionVerb.Text}\n{bug}\n");
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return $"no file ({failure.Message})";
        }

        return path;
    }
}

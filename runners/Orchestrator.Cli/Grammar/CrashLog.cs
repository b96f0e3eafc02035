namespace Orchestrator.Cli.Grammar;

/// <summary>Keeps the trace of a mistake of our own: for the log, never for the screen.</summary>
internal static class CrashLog
{
    /// <summary>Writes it below the solution if that has a folder for runs, else among temporary files.</summary>
    public static string Write(Host host, Exception bug)
    {
        var beside = Path.Combine(host.Folder, ".orchestrator");
        var folder = Directory.Exists(beside) ? beside : Path.GetTempPath();
        var stamp = host.Time.GetUtcNow().ToString("yyyyMMdd-HHmmss-fff");
        var path = Path.Combine(folder, $"orchestrator-crash-{stamp}-{Environment.ProcessId}.log");
        try
        {
            File.WriteAllText(path, $"{Verbs.VersionVerb.Text}\n{bug}\n");
            if (!OperatingSystem.IsWindows())
            {
                File.SetUnixFileMode(path, UnixFileMode.UserRead | UnixFileMode.UserWrite);
            }
        }
        catch (Exception failure) when (failure is IOException or UnauthorizedAccessException)
        {
            return $"no file ({failure.Message})";
        }

        return path;
    }
}

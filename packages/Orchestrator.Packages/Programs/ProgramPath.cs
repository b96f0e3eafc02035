namespace Orchestrator.Packages.Programs;

/// <summary>Where the program is that a command names.</summary>
internal static class ProgramPath
{
    private const UnixFileMode MayRun =
        UnixFileMode.UserExecute | UnixFileMode.GroupExecute | UnixFileMode.OtherExecute;

    /// <summary>
    /// The full path of a program that is named by a path, which begins at the solution, or that is on the PATH; null
    /// where there is none that can be executed. Where the system finds programs by rules of its own, a name stays.
    /// </summary>
    public static string? Find(string program, string solution)
    {
        if (program.AsSpan().IndexOfAny(Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar) >= 0)
        {
            var full = Path.GetFullPath(program, solution);
            return OperatingSystem.IsWindows() || IsProgram(full) ? full : null;
        }

        return OperatingSystem.IsWindows() ? program
            : (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
                .Where(Path.IsPathRooted).Select(folder => Path.Combine(folder, program)).FirstOrDefault(IsProgram);
    }

    private static bool IsProgram(string file) =>
        !OperatingSystem.IsWindows() && File.Exists(file) && (File.GetUnixFileMode(file) & MayRun) != 0;
}

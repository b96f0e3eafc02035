using Orchestrator.Core;
using Orchestrator.Metadata.Loading;
using Orchestrator.Packages.Store;

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
            RefuseOutside(program, full, solution);
            return OperatingSystem.IsWindows() || IsProgram(full) ? full : null;
        }

        return OperatingSystem.IsWindows() ? program
            : (Environment.GetEnvironmentVariable("PATH") ?? "").Split(Path.PathSeparator)
                .Where(Path.IsPathRooted).Select(folder => Path.Combine(folder, program)).FirstOrDefault(IsProgram);
    }

    // A full path is meant to lie elsewhere; any other lies below the solution, wherever links on it lead.
    private static void RefuseOutside(string program, string full, string solution)
    {
        if (!Path.IsPathRooted(program) && Path.Exists(full) && !FollowedPath.IsBelow(solution, full))
        {
            throw new PackageRefusedException("ORC3456", ErrorClass.Config, "open",
                $"The program '{program}' cannot be started: a link leads out of the solution to it. Give its full "
                + "path, or one below the solution, or the name of one on the PATH.");
        }
    }

    private static bool IsProgram(string file) =>
        !OperatingSystem.IsWindows() && File.Exists(file) && (File.GetUnixFileMode(file) & MayRun) != 0;
}

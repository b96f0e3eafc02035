using System.Diagnostics;

/// <summary>A pipe that lies in a folder under a name of its own, as no folder of Windows has them.</summary>
internal static class NamedPipe
{
    /// <summary>Makes one.</summary>
    public static void Make(string path)
    {
        using var made = Process.Start("mkfifo", [path]);
        made.WaitForExit();
        if (made.ExitCode != 0)
        {
            throw new IOException($"mkfifo {path} ended with {made.ExitCode}");
        }
    }
}

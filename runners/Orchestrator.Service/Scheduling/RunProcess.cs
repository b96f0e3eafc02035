using System.ComponentModel;
using System.Diagnostics;
using System.Text;

namespace Orchestrator.Service.Scheduling;

/// <summary>
/// Starts a run in a process of its own, so that whatever ends a run ends no other and not the service; a service that
/// is killed leaves its runs at work, and whoever comes next finds them in the ledger.
/// </summary>
internal static class RunProcess
{
    private const int SaidMax = 2000;

    // Out of reach of the terminal's signals: a service that is asked to stop lets its runs come to their end.
    private static readonly string? OwnSession = OperatingSystem.IsLinux()
        ? Array.Find(["/usr/bin/setsid", "/bin/setsid"], File.Exists) : null;

    /// <summary>Starts it.</summary>
    /// <param name="command">The program and its arguments.</param>
    /// <param name="folder">Full path of the folder that it works in.</param>
    /// <param name="traceParent">The span that it continues, as W3C's trace context has it; empty = none.</param>
    /// <param name="ended">Told from any thread when it has ended.</param>
    /// <exception cref="Win32Exception">It cannot be started.</exception>
    public static StartedRun Start(
        IReadOnlyList<string> command, string folder, string traceParent, Action ended)
    {
        var start = OwnSession is null
            ? new ProcessStartInfo(command[0], command.Skip(1))
            : new ProcessStartInfo(OwnSession, command);
        if (OperatingSystem.IsWindows())
        {
            start.CreateNewProcessGroup = true;
        }

        start.WorkingDirectory = folder;
        // What the service itself was started in is not what each of its nights is a part of.
        start.Environment.Remove("TRACESTATE");
        start.Environment["TRACEPARENT"] = traceParent.Length > 0 ? traceParent : null;
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        var said = new StringBuilder();
        var process = new Process { StartInfo = start, EnableRaisingEvents = true };
        process.OutputDataReceived += (_, line) => Keep(said, line.Data);
        process.ErrorDataReceived += (_, line) => Keep(said, line.Data);
        process.Exited += (_, _) => ended();
        process.Start();
        process.StandardInput.Close();
        process.BeginOutputReadLine();
        process.BeginErrorReadLine();
        return new StartedRun(() => ExitCode(process), () => Said(said));
    }

    private static int? ExitCode(Process process)
    {
        if (!process.HasExited)
        {
            return null;
        }

        // Until its last words are read.
        process.WaitForExit();
        return process.ExitCode;
    }

    private static string Said(StringBuilder said)
    {
        lock (said)
        {
            return said.ToString();
        }
    }

    private static void Keep(StringBuilder said, string? line)
    {
        if (string.IsNullOrWhiteSpace(line))
        {
            return;
        }

        lock (said)
        {
            said.Append(said.Length == 0 ? "" : " ").Append(line.Trim());
            said.Remove(0, Math.Max(0, said.Length - SaidMax));
        }
    }
}

using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.InteropServices;
using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Programs;

/// <summary>
/// A program that a package has started: without a shell, with a small environment, and ended with all that it has
/// started itself. The one way in which others are started. Where our process is killed it goes on, until the next
/// run ends it.
/// </summary>
internal sealed partial class StartedProgram : IDisposable
{
    private const int Kill9 = 9;

    // A program finds its way and its language; what else our environment holds is none of its business.
    private static readonly string[] Inherited =
    [
        "PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TEMP", "TMP", "SystemRoot",
        "ComSpec", "PATHEXT", "USERPROFILE",
    ];

    private static readonly string? OwnSession = OperatingSystem.IsLinux()
        ? Array.Find(["/usr/bin/setsid", "/bin/setsid"], File.Exists) : null;

    private readonly Process _process;

    private StartedProgram(Process process) => _process = process;

    /// <summary>What it writes, as bytes.</summary>
    public Stream Output => _process.StandardOutput.BaseStream;

    /// <summary>What it writes, as text.</summary>
    public StreamReader OutputText => _process.StandardOutput;

    /// <summary>What it says on its standard error.</summary>
    public StreamReader Errors => _process.StandardError;

    /// <summary>Starts it with nothing to read.</summary>
    /// <param name="command">The program and its arguments.</param>
    /// <param name="folder">Full path of the folder that it works in.</param>
    /// <param name="environment">Names of variables that it is passed beside those that every program needs.</param>
    /// <param name="context">The attempt.</param>
    /// <param name="variables">Further ones with their values.</param>
    /// <exception cref="PackageRefusedException">It may not run, or does not start.</exception>
    public static StartedProgram Start(
        Command command, string folder, IEnumerable<string> environment, PackageContext context,
        params IEnumerable<ProcessVariable> variables)
    {
        if (!context.AllowsProcesses)
        {
            throw new PackageRefusedException("ORC3457", ErrorClass.Config, "open", $"The package would start "
                + $"'{command.Program}', and nobody has allowed that. Run it with `--allow process`.");
        }

        var program = ProgramPath.Find(command.Program, context.Solution.Folder)
            ?? throw NotStarted(command, "there is none that can be executed");
        if (command.Items.FirstOrDefault(item => item.Contains('\0', StringComparison.Ordinal)) is not null)
        {
            throw NotStarted(command, "an argument holds a character NUL, at which the system would cut it");
        }

        // In a session of its own it is out of reach of the terminal's signals, and all of it can be ended at once.
        var start = OwnSession is null
            ? new ProcessStartInfo(program, command.Items.Skip(1))
            : new ProcessStartInfo(OwnSession, [program, .. command.Items.Skip(1)]);
        start.WorkingDirectory = folder;
        start.RedirectStandardInput = start.RedirectStandardOutput = start.RedirectStandardError = true;
        start.Environment.Clear();
        foreach (var name in Inherited.Concat(environment))
        {
            if (Environment.GetEnvironmentVariable(name) is { } value)
            {
                start.Environment[name] = value;
            }
        }

        foreach (var variable in variables)
        {
            start.Environment[variable.Name] = variable.Text;
        }

        // By these it is found when our process is killed, and cannot end it any more.
        start.Environment[LeftPrograms.RunVariable] = $"{context.RunId}";
        start.Environment[LeftPrograms.AttemptVariable] = $"{context.AttemptId}";
        if (OuterAttempts.ForPrograms(Environment.GetEnvironmentVariable) is { Length: > 0 } outer)
        {
            start.Environment[OuterAttempts.Variable] = outer;
        }

        context.Fence.Pass();
        try
        {
            var process = Process.Start(start)!;
            process.StandardInput.Close();
            return new StartedProgram(process);
        }
        catch (Win32Exception missing)
        {
            throw NotStarted(command, missing.Message);
        }
    }

    /// <summary>Begins to read one of its ways out on a thread of its own, which keeps nobody alive.</summary>
    public static Thread Listen(string what, Command command, ThreadStart read)
    {
        var thread = new Thread(read) { IsBackground = true, Name = $"{what} of {command.Program}" };
        thread.Start();
        return thread;
    }

    /// <summary>Waits for its end; what it has started may go on.</summary>
    /// <returns>The code that it ended with.</returns>
    /// <exception cref="OperationCanceledException">The token fired.</exception>
    public int WaitForEnd(CancellationToken cancellation)
    {
        _process.WaitForExitAsync(cancellation).GetAwaiter().GetResult();
        return _process.ExitCode;
    }

    /// <summary>Ends it with all that it has started, and waits until it is gone: it never asks.</summary>
    public void Kill()
    {
        try
        {
            _process.Kill(entireProcessTree: true);
        }
        catch (Exception ended) when (ended is InvalidOperationException or Win32Exception or AggregateException)
        {
            // It has ended by itself.
        }

        // Whose parent has ended is in no tree any more, but still in the group.
        _ = OwnSession is null ? 0 : Signal(-_process.Id, Kill9);
        _process.WaitForExit();
    }

    public void Dispose() => _process.Dispose();

    private static PackageRefusedException NotStarted(Command command, string why) => new(
        "ORC3456", ErrorClass.Config, "open",
        $"The program '{command.Program}' cannot be started: {why.TrimEnd('.')}. Give its full path, or one below the "
        + "solution, or the name of one on the PATH.");

    [LibraryImport("libc", EntryPoint = "kill")]
    private static partial int Signal(int group, int signal);
}

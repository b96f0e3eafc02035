using System.ComponentModel;
using System.Diagnostics;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>
/// What a program wrote, whole, in a private file of the run: nothing of it is loaded before the program has ended
/// well. Disposing removes the file.
/// </summary>
internal sealed class CommandOutput : IDisposable
{
    private const int BytesAtOnce = 64 << 10;
    private const long BytesBetweenLooks = 16L << 20;
    private const long LeastFree = 32L << 20;

    // What it said last may still be on its way, unless something that it left behind goes on talking.
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(5);

    // A program finds its way and its language; what else our environment holds is none of its business.
    private static readonly string[] Inherited =
    [
        "PATH", "HOME", "USER", "LOGNAME", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "TEMP", "TMP", "SystemRoot",
        "ComSpec", "PATHEXT", "USERPROFILE",
    ];

    private CommandOutput(string file, long length) => (File, Length) = (file, length);

    /// <summary>Full path of the file.</summary>
    public string File { get; }

    /// <summary>Bytes in it.</summary>
    public long Length { get; }

    /// <summary>Runs the command of the object to its end, in the connection's folder.</summary>
    /// <exception cref="PackageRefusedException">It may not run, does not start, or ends with a code but 0.</exception>
    /// <exception cref="OperationCanceledException">The attempt shall stop; the program and what it started are
    /// gone.</exception>
    public static CommandOutput Of(PackageContext context, Connection connection, string folder)
    {
        var command = context.Object.Source!.Command!;
        if (!context.AllowsProcesses)
        {
            throw new PackageRefusedException("ORC3457", ErrorClass.Config, "open",
                $"The package would start '{command[0]}', and nobody has allowed that. Run it with `--allow process`.");
        }

        var file = Path.Combine(context.Folder, $"command.{context.AttemptId}.stdout");
        using var process = Start(command, context.Solution.Folder, folder);
        try
        {
            var length = Take(process, command[0], file, connection.Limits.Expanded, context);
            return new CommandOutput(file, length);
        }
        catch
        {
            Kill(process);
            System.IO.File.Delete(file);
            throw;
        }
    }

    /// <inheritdoc/>
    public void Dispose() => System.IO.File.Delete(File);

    private static Process Start(IReadOnlyList<string> command, string solution, string folder)
    {
        var program = command[0];
        var isPath = program.AsSpan().IndexOfAny(Path.DirectorySeparatorChar, Path.AltDirectorySeparatorChar) >= 0;
        var start = new ProcessStartInfo(isPath ? Path.GetFullPath(program, solution) : program, command.Skip(1))
        {
            WorkingDirectory = folder,
            RedirectStandardInput = true,
            RedirectStandardOutput = true,
            RedirectStandardError = true,
        };
        start.Environment.Clear();
        foreach (var name in Inherited)
        {
            if (Environment.GetEnvironmentVariable(name) is { } value)
            {
                start.Environment[name] = value;
            }
        }

        try
        {
            return Process.Start(start)!;
        }
        catch (Win32Exception missing)
        {
            throw new PackageRefusedException("ORC3456", ErrorClass.Config, "open",
                $"The program '{program}' cannot be started: {missing.Message}. Give its full path, or one below the "
                + "solution, or the name of one on the PATH.");
        }
    }

    private static long Take(Process process, string program, string file, long bytesMax, PackageContext context)
    {
        // What a grandchild keeps open nobody can close, so that others read, and the attempt can be stopped.
        var (errors, output) = (new CommandErrors(context.Message), new TaskCompletionSource<long>());
        process.StandardInput.Close();
        using var stop = context.Cancellation.Register(() => output.TrySetCanceled(context.Cancellation));
        var listener = Begin("stderr", program, () => errors.Read(process.StandardError));
        Begin("stdout", program, () =>
        {
            try
            {
                output.TrySetResult(Copy(process.StandardOutput.BaseStream, file, bytesMax, program));
            }
            catch (Exception fault)
            {
                // Whatever it was ends the package on its own thread, a bug too.
                output.TrySetException(fault);
            }
        });
        var length = output.Task.GetAwaiter().GetResult();
        process.WaitForExitAsync(context.Cancellation).GetAwaiter().GetResult();
        listener.Join(Patience);
        return process.ExitCode == 0 ? length : throw new PackageRefusedException("ORC3455", ErrorClass.Transient,
            "read", $"The program '{program}' ended with code {process.ExitCode}, so that nothing of what it wrote is "
            + $"loaded.{errors.Last} The rest of what it said is in run.log.");
    }

    private static Thread Begin(string what, string program, ThreadStart read)
    {
        var thread = new Thread(read) { IsBackground = true, Name = $"{what} of {program}" };
        thread.Start();
        return thread;
    }

    private static long Copy(Stream from, string file, long bytesMax, string program)
    {
        var options = new FileStreamOptions { Mode = FileMode.Create, Access = FileAccess.Write, BufferSize = 0 };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = UnixFileMode.UserRead | UnixFileMode.UserWrite;
        }

        using var to = new FileStream(file, options);
        var (buffer, looked) = (new byte[BytesAtOnce], 0L);
        for (var read = from.Read(buffer); read > 0; read = from.Read(buffer))
        {
            to.Write(buffer, 0, read);
            if (to.Position > bytesMax)
            {
                throw new PackageRefusedException("ORC3107", ErrorClass.Data, "read",
                    $"The program '{program}' wrote more than {bytesMax:N0} bytes. If that is right, raise "
                    + "`limits.expanded` of the connection.");
            }

            if (to.Position - looked >= BytesBetweenLooks)
            {
                looked = to.Position;
                RefuseWithoutRoom(file, program);
            }
        }

        return to.Position;
    }

    private static void RefuseWithoutRoom(string file, string program)
    {
        if (FreeDisk.Of(Path.GetDirectoryName(file)!) < LeastFree)
        {
            throw new PackageRefusedException("ORC3405", ErrorClass.Config, "read",
                $"What the program '{program}' writes fills the disk of the run's folder. Make room.");
        }
    }

    private static void Kill(Process process)
    {
        try
        {
            process.Kill(entireProcessTree: true);
        }
        catch (Exception ended) when (ended is InvalidOperationException or Win32Exception or AggregateException)
        {
            // It has ended by itself.
        }
    }
}

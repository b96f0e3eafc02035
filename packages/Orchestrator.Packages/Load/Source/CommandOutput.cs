using Orchestrator.Core;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Programs;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Source;

/// <summary>
/// What a program wrote, whole, in a private file of the run: nothing of it is loaded before the program has ended
/// well. Disposing removes the file.
/// </summary>
internal sealed class CommandOutput : IDisposable
{
    private const int BytesAtOnce = 64 << 10;
    private const long BytesBetweenLooks = 16L << 20;
    private const long LeastFree = 32L << 20;
    private const int LinesMax = 200;

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
        using var program = StartedProgram.Start(command, folder, [], context);
        var file = Path.Combine(context.Folder, $"command.{context.AttemptId}.stdout");
        try
        {
            return new CommandOutput(file, Take(program, command, file, connection.Limits.Expanded, context));
        }
        catch
        {
            program.Kill();
            System.IO.File.Delete(file);
            throw;
        }
    }

    public void Dispose() => System.IO.File.Delete(File);

    private static long Take(
        StartedProgram started, Command command, string file, long bytesMax, PackageContext context)
    {
        // What a grandchild keeps open nobody can close, so that others read, and the attempt can be stopped.
        var (errors, output) = (new ProgramLines(context, LinesMax), new TaskCompletionSource<long>());
        var program = command.Program;
        using var stop = context.Cancellation.Register(() => output.TrySetCanceled(context.Cancellation));
        var listener = StartedProgram.Listen("stderr", command, () => errors.Read(started.Errors));
        StartedProgram.Listen("stdout", command, () =>
        {
            try
            {
                output.TrySetResult(Copy(started.Output, file, bytesMax, program));
            }
            catch (Exception fault)
            {
                // Whatever it was ends the package on its own thread, a bug too.
                output.TrySetException(fault);
            }
        });
        var length = output.Task.GetAwaiter().GetResult();
        var code = started.WaitForEnd(context.Cancellation);

        // What it said last may still be on its way, unless something that it left behind goes on talking.
        listener.Join(ProgramContract.Patience);
        return code == 0 ? length : throw new PackageRefusedException("ORC3455", ErrorClass.Transient,
            "read", $"The program '{program}' ended with code {code}, so that nothing of what it wrote is "
            + $"loaded.{errors.Last} The rest of what it said is in run.log.");
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
}

namespace Orchestrator.Data.Files;

/// <summary>
/// Opens a file that can keep who opens it waiting: a named pipe opens when somebody writes into it, and until then
/// nothing gets its thread out of the system. So another thread waits there, and this one can be stopped.
/// </summary>
internal static class PipeWait
{
    private static readonly TimeSpan ToldAfter = TimeSpan.FromMilliseconds(200);

    /// <summary>Opens it.</summary>
    /// <param name="file">Its name below the folder.</param>
    /// <param name="open">Opens it, on whatever thread.</param>
    /// <param name="heldUp">Told what it waits for and, with null, that it goes on.</param>
    /// <param name="cancellation">Ends the wait; once the pipe has a writer it is closed.</param>
    /// <exception cref="OperationCanceledException">The token fired.</exception>
    public static FileStream Open(
        string file, Func<FileStream> open, Action<string?> heldUp, CancellationToken cancellation)
    {
        var opening = Task.Factory.StartNew(
            open, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
        try
        {
            Wait(opening, file, heldUp, cancellation);
        }
        catch (OperationCanceledException)
        {
            _ = CloseAsync(opening);
            throw;
        }

        return opening.GetAwaiter().GetResult();
    }

    private static async Task CloseAsync(Task<FileStream> opening)
    {
        using var late = await opening.ConfigureAwait(false);
    }

    // What became of it is asked for by the caller, as the exception that it was.
    private static void Wait(Task opening, string file, Action<string?> heldUp, CancellationToken cancellation)
    {
        var ended = Task.WhenAny(opening);
        if (!ended.Wait(ToldAfter, cancellation))
        {
            heldUp($"'{file}', a pipe that nobody writes into");
            ended.Wait(cancellation);
            heldUp(null);
        }
    }
}

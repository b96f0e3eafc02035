using System.Threading.Channels;

namespace Orchestrator.Packages.Transfer;

/// <summary>
/// A thread that asks a server one thing after the other, so that whoever waits for the answers can leave: the client
/// itself waits as long as the server may be silent, also where its session is closed under it.
/// </summary>
internal sealed class AskingThread : IDisposable
{
    private readonly Channel<Action> _steps = Channel.CreateUnbounded<Action>();
    private Thread? _thread;

    /// <summary>Does a step there. Steps are handed over by one thread at a time, and never by another step.</summary>
    /// <param name="step">The step. Where it was left behind it may still be at work: what it writes into must be its
    /// own.</param>
    /// <param name="cancellation">Whoever waits leaves at once.</param>
    /// <exception cref="OperationCanceledException">The step was left behind.</exception>
    public T Do<T>(Func<T> step, CancellationToken cancellation)
    {
        var answer = new TaskCompletionSource<T>();
        ObjectDisposedException.ThrowIf(!_steps.Writer.TryWrite(() => Answer(step, answer)), this);

        if (_thread is null)
        {
            _thread = new Thread(Work) { Name = "file server", IsBackground = true };
            _thread.Start();
        }

        return answer.Task.WaitAsync(cancellation).GetAwaiter().GetResult();
    }

    /// <summary>Lets the thread end behind its last step.</summary>
    public void Dispose() => _steps.Writer.TryComplete();

    private static void Answer<T>(Func<T> step, TaskCompletionSource<T> answer)
    {
        try
        {
            answer.SetResult(step());
        }
#pragma warning disable CA1031 // Whoever waits for the step is told, whatever it is.
        catch (Exception fault)
#pragma warning restore CA1031
        {
            answer.SetException(fault);
        }
    }

    private void Work()
    {
        while (_steps.Reader.WaitToReadAsync().AsTask().GetAwaiter().GetResult())
        {
            while (_steps.Reader.TryRead(out var step))
            {
                step();
            }
        }
    }
}

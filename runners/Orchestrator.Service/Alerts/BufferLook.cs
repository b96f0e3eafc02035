using Orchestrator.Alerts;

namespace Orchestrator.Service.Alerts;

/// <summary>
/// Looks at buffers once a minute on a thread of its own, as their servers may not answer. What is not heard of for
/// five minutes is not known. Used by one thread.
/// </summary>
internal sealed class BufferLook(Action<string> log, TimeProvider time)
{
    private static readonly TimeSpan Every = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan KnownFor = TimeSpan.FromMinutes(5);

    private Task<IReadOnlyList<BufferAge>> _look = Task.FromResult<IReadOnlyList<BufferAge>>([]);
    private IReadOnlyList<BufferAge> _found = [];
    private long? _began;

    /// <summary>What was found last.</summary>
    public IReadOnlyList<BufferAge> Of(ServedAlerts alerts)
    {
        if (!alerts.TellsOfBuffers)
        {
            return [];
        }

        if (_look.IsCompleted)
        {
            _found = _look.IsCompletedSuccessfully ? _look.GetAwaiter().GetResult() : [];
        }

        if (_look.IsCompleted && (_began is not { } last || time.GetElapsedTime(last) >= Every))
        {
            _began = time.GetTimestamp();
            _look = Task.Factory.StartNew(() => alerts.Buffers(log), CancellationToken.None,
                TaskCreationOptions.LongRunning, TaskScheduler.Default);
        }

        return time.GetElapsedTime(_began!.Value) < KnownFor ? _found : [];
    }
}

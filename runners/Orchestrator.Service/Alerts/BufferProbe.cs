using Orchestrator.Core.Alerts;

namespace Orchestrator.Service.Alerts;

/// <summary>
/// Looks at buffers once a minute on a thread of its own, as their servers may not answer. What is not heard of for
/// five minutes is not known. Used by one thread.
/// </summary>
internal sealed class BufferProbe(Action<string> log, TimeProvider time)
{
    private static readonly TimeSpan Every = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan KnownFor = TimeSpan.FromMinutes(5);

    private Task<IReadOnlyList<BufferAge>> _look = Task.FromResult<IReadOnlyList<BufferAge>>([]);
    private HashSet<string> _said = [];
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
            _found = _look.GetAwaiter().GetResult();
        }

        if (_look.IsCompleted && (_began is not { } last || time.GetElapsedTime(last) >= Every))
        {
            _began = time.GetTimestamp();
            _look = Task.Factory.StartNew(() => Looked(alerts), CancellationToken.None,
                TaskCreationOptions.LongRunning, TaskScheduler.Default);
        }

        return time.GetElapsedTime(_began!.Value) < KnownFor ? _found : [];
    }

    // What is the same at each look is said once.
    private IReadOnlyList<BufferAge> Looked(ServedAlerts alerts)
    {
        HashSet<string> said = [];
        void Say(string line)
        {
            if (said.Add(line) && !_said.Contains(line))
            {
                log(line);
            }
        }

        try
        {
            return alerts.Buffers(Say);
        }
        catch (Exception mistake)
        {
            Say($"alerts: the buffers cannot be looked at: {mistake.Message}");
            return [];
        }
        finally
        {
            _said = said;
        }
    }
}

namespace Orchestrator.Runner;

/// <summary>
/// How a run is asked to stop: the first request lets packages stop in their own time (up to the grace time), the
/// second abandons them. Safe for threads; requests made before the run begins count.
/// </summary>
public sealed class StopRequests
{
    private readonly Lock _lock = new();
    private Action<StopRequests>? _listener;

    /// <summary>How many requests came.</summary>
    public int Count { get; private set; }

    /// <summary>Who asked first: "SIGINT", "SIGTERM", …; empty = nobody.</summary>
    public string By { get; private set; } = "";

    /// <summary>Exit code that the first request asks for: 130 or 143; 0 = nobody asked.</summary>
    public int ExitCode { get; private set; }

    /// <summary>Asks once more. <paramref name="exitCode"/> counts only with the first request.</summary>
    public void Request(string by, int exitCode)
    {
        Action<StopRequests>? listener;
        lock (_lock)
        {
            if (Count++ == 0)
            {
                (By, ExitCode) = (by, exitCode);
            }

            listener = _listener;
        }

        listener?.Invoke(this);
    }

    /// <summary>Told of each request from now on, and at once if one has come already.</summary>
    public void Listen(Action<StopRequests>? listener)
    {
        lock (_lock)
        {
            _listener = listener;
            if (Count == 0)
            {
                return;
            }
        }

        listener?.Invoke(this);
    }
}

namespace Orchestrator.Dataflow.Running;

/// <summary>The thread of a worker that may block.</summary>
internal sealed class OwnThread : IDisposable
{
    // Not an event, which would have to be disposed of: somebody may wake the worker from outside behind the run.
    private readonly object _news = new();
    private readonly Thread _body;
    private bool _hasNews;
    private volatile bool _isOver;

    public OwnThread(Worker worker, Action<Worker> work)
    {
        _body = new Thread(() => Work(worker, work))
        {
            IsBackground = true,
            Name = $"flow {worker.Name}",
        };
    }

    public void Start() => _body.Start();

    public void Wake()
    {
        lock (_news)
        {
            _hasNews = true;
            Monitor.Pulse(_news);
        }
    }

    /// <summary>It gets no more turns.</summary>
    public void Stop()
    {
        _isOver = true;
        Wake();
    }

    /// <summary>Returns when it has ended its last turn.</summary>
    public void Dispose()
    {
        Stop();
        Interrupts.Await(_body);
    }

    private void Work(Worker worker, Action<Worker> work)
    {
        while (!_isOver && !worker.Turns.IsOver)
        {
            if (worker.Turns.IsDue)
            {
                work(worker);
            }
            else
            {
                Await();
            }
        }
    }

    private void Await()
    {
        lock (_news)
        {
            while (!_hasNews)
            {
                Monitor.Wait(_news);
            }

            _hasNews = false;
        }
    }
}

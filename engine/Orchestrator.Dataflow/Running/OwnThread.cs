namespace Orchestrator.Dataflow.Running;

/// <summary>The thread of a worker that may block.</summary>
internal sealed class OwnThread : IDisposable
{
    private readonly AutoResetEvent _news = new(initialState: false);
    private readonly Thread _body;
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

    public void Wake() => _news.Set();

    /// <summary>Returns when it has ended its last turn.</summary>
    public void Dispose()
    {
        _isOver = true;
        _news.Set();
        if (_body.IsAlive)
        {
            _body.Join();
        }

        _news.Dispose();
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
                _news.WaitOne();
            }
        }
    }
}

using Orchestrator.Dataflow.Running;

namespace Orchestrator.Dataflow;

/// <summary>
/// Workers and the links between them. Build it once, run it as often as its sources allow, one run at a time.
/// </summary>
public sealed class Flow
{
    private readonly List<Worker> _workers = [];
    private readonly HashSet<string> _names = [];
    private readonly Stack<CompositeWorker> _open = [];
    private int _isRunning;

    /// <param name="name">Shown in results and errors.</param>
    public Flow(string name = "flow") => Name = name;

    /// <summary>Its name.</summary>
    public string Name { get; }

    /// <summary>Options of the links for which none are given.</summary>
    public LinkOptions Options { get; init; } = LinkOptions.Default;

    /// <summary>Threads for the workers that do not block; as many as there are processors unless told.</summary>
    public int Threads { get; init; } = Environment.ProcessorCount;

    /// <summary>Buffers that the last run lost.</summary>
    internal int BuffersAway { get; private set; }

    /// <summary>Its workers, in the order in which they were made.</summary>
    internal IReadOnlyList<Worker> Workers => _workers;

    /// <summary>Moves all rows, on threads that have ended when it returns.</summary>
    /// <returns>What became of it; it never throws for what went wrong on the way.</returns>
    /// <exception cref="InvalidOperationException">The flow cannot run: a worker has no link, for example, or it is
    /// running already.</exception>
    /// <exception cref="ThreadInterruptedException">Somebody has interrupted the caller; the flow has ended, too.
    /// </exception>
    public FlowResult Run(CancellationToken cancellation = default)
    {
        if (Interlocked.Exchange(ref _isRunning, 1) == 1)
        {
            throw new InvalidOperationException(
                $"the flow '{Name}' is running already: build another one for what runs beside it");
        }

        try
        {
            FlowChecks.Check(this);
            using var run = new FlowRun(this);
            try
            {
                return run.Run(cancellation);
            }
            finally
            {
                BuffersAway = run.BuffersAway;
            }
        }
        finally
        {
            Volatile.Write(ref _isRunning, 0);
        }
    }

    /// <summary>How far it is; from any thread, while it runs or behind that.</summary>
    public FlowProgress Progress() => new(
        [.. _workers.Select(worker => worker.Result)],
        [.. _workers.SelectMany(worker => worker.Outputs).Where(output => output.Link is not null)
            .Select(output => output.Link!.Progress)]);

    /// <summary>
    /// Workers that are made until the end become parts of one: for a method that adds several and gives an output.
    /// </summary>
    /// <param name="name">Its name; those of its parts stand behind it.</param>
    public IDisposable Within(string name) => new NamedGroup(this, name).Open();

    /// <summary>The worker whose parts are being made; null = none is.</summary>
    internal CompositeWorker? Outer => _open.TryPeek(out var outer) ? outer : null;

    internal void Add(Worker worker)
    {
        if (!_names.Add(worker.Name))
        {
            throw new ArgumentException($"the flow '{Name}' has a worker '{worker.Name}' already", nameof(worker));
        }

        _workers.Add(worker);
    }

    internal void Open(CompositeWorker worker) => _open.Push(worker);

    internal void Close(CompositeWorker worker)
    {
        if (_open.TryPeek(out var open) && open == worker)
        {
            _open.Pop();
        }
    }

    private sealed class NamedGroup(Flow flow, string name) : CompositeWorker(flow, name)
    {
        public IDisposable Open() => Parts();
    }
}

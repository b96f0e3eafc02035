using System.Runtime.ExceptionServices;

namespace Orchestrator.Lab.Calibrate.Inserts;

/// <summary>
/// The writers of one step, each on a thread of its own: all connect first, then begin together. Whatever one of them
/// meets ends all. A server that does not answer is told to stop, once the time is long over.
/// </summary>
internal sealed class RungCrew(Rung rung, RungSurroundings around, RungQuota quota, TimeSpan patience, bool isRelaxed)
    : IDisposable
{
    private readonly RungWriter[] _writers =
        [.. Enumerable.Range(0, rung.Writers).Select(_ => new RungWriter(rung, around, isRelaxed))];
    private readonly TimeSpan[] _worked = new TimeSpan[rung.Writers];
    private readonly ManualResetEventSlim _go = new();
    private readonly CountdownEvent _ready = new(rung.Writers);
    private readonly CountdownEvent _done = new(rung.Writers);
    private readonly ManualResetEventSlim _close = new();
    private ExceptionDispatchInfo? _fault;

    /// <summary>From the begin of all to the end of the last.</summary>
    public TimeSpan Elapsed { get; private set; }

    /// <summary>Time of all writers together.</summary>
    public TimeSpan WriterTime => _worked.Aggregate(TimeSpan.Zero, (sum, time) => sum + time);

    /// <summary>Rows that were measured.</summary>
    public long Rows { get; private set; }

    /// <summary>Rows that were inserted before.</summary>
    public long WarmedUp { get; private set; }

    /// <summary>Transactions that were measured.</summary>
    public long Commits { get; private set; }

    /// <summary>Processor time of their sessions; null = not known of all.</summary>
    public TimeSpan? ServerTime { get; private set; }

    /// <summary>The sessions, by their numbers, once all are ready.</summary>
    public IReadOnlySet<long> Sessions { get; private set; } = new HashSet<long>();

    /// <summary>Works.</summary>
    /// <param name="began">Told when all are ready; not where it comes to nothing.</param>
    /// <param name="ended">Told when all are done; not where it comes to nothing.</param>
    /// <exception cref="Exception">What the driver threw first.</exception>
    public void Work(Action began, Action ended)
    {
        Thread[] threads = [.. Enumerable.Range(0, _writers.Length).Select(at =>
            new Thread(() => Work(at)) { IsBackground = true, Name = $"writer {at + 1}" })];
        foreach (var thread in threads)
        {
            thread.Start();
        }

        var time = around.Use.Time;
        long start;
        using (var late = time.CreateTimer(_ => StopAll(), null, patience, Timeout.InfiniteTimeSpan))
        using (around.Use.Cancellation.Register(() => late.Change(TimeSpan.Zero, Timeout.InfiniteTimeSpan)))
        {
            _ready.Wait();
            Sessions = _writers.Select(writer => writer.Session).ToHashSet();
            if (_fault is null)
            {
                Tell(began);
                late.Change(patience, Timeout.InfiniteTimeSpan);
                if (around.Use.Cancellation.IsCancellationRequested)
                {
                    late.Change(TimeSpan.Zero, Timeout.InfiniteTimeSpan);
                }
            }

            quota.Begin();
            start = time.GetTimestamp();
            _go.Set();
            _done.Wait();
        }

        Elapsed = time.GetElapsedTime(start);
        if (_fault is null)
        {
            Tell(ended);
        }

        _close.Set();
        foreach (var thread in threads)
        {
            thread.Join();
        }

        _fault?.Throw();
    }

    /// <summary>All of its threads have ended by then.</summary>
    public void Dispose()
    {
        foreach (var one in (IDisposable[])[_ready, _go, _done, _close])
        {
            one.Dispose();
        }
    }

    // Who is told may fail, too: the writers still have to come to their end.
    private void Tell(Action told)
    {
        try
        {
            told();
        }
#pragma warning disable CA1031 // It is thrown again once they have ended.
        catch (Exception met)
#pragma warning restore CA1031
        {
            _fault = ExceptionDispatchInfo.Capture(met);
        }
    }

    private void Work(int at)
    {
        var isReady = false;
        try
        {
            _writers[at].Open();
            _ready.Signal();
            isReady = true;
            _go.Wait();
            var began = around.Use.Time.GetTimestamp();
            if (_fault is null)
            {
                _writers[at].Work(quota);
            }

            _worked[at] = around.Use.Time.GetElapsedTime(began);
        }
#pragma warning disable CA1031 // It is thrown again on the thread that waits.
        catch (Exception met)
#pragma warning restore CA1031
        {
            Interlocked.CompareExchange(ref _fault, ExceptionDispatchInfo.Capture(met), null);
            quota.End();
        }

        if (!isReady)
        {
            _ready.Signal();
        }

        _done.Signal();
        _close.Wait();
        Close(at);
    }

    private void Close(int at)
    {
        try
        {
            Count(_writers[at]);
            _writers[at].Dispose();
        }
#pragma warning disable CA1031 // It is thrown again on the thread that waits.
        catch (Exception met)
#pragma warning restore CA1031
        {
            Interlocked.CompareExchange(ref _fault, ExceptionDispatchInfo.Capture(met), null);
        }
    }

    private void Count(RungWriter writer)
    {
        if (_fault is not null)
        {
            return;
        }

        var server = writer.Worked;
        lock (_writers)
        {
            Rows += writer.Rows;
            WarmedUp += writer.WarmedUp;
            Commits += writer.Commits;
            ServerTime = server is null ? ServerTime : (ServerTime ?? TimeSpan.Zero) + server;
        }
    }

    private void StopAll() => Array.ForEach(_writers, writer => writer.Stop());
}

using Orchestrator.Data.Evidence;

namespace Orchestrator.Runner.Evidence;

/// <summary>
/// Looks at the databases that a run writes, on a thread and sessions of its own. What goes wrong here ends the looking
/// and never the run. It begins once a package has a session somewhere: who opens the first one in a program pays for
/// making its code ready, which is many times what looking costs in some seconds.
/// </summary>
internal sealed class Sampler : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan TellEvery = TimeSpan.FromMinutes(1);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    /// <summary>When it begins at the latest, whether a package has a session or not.</summary>
    public static readonly TimeSpan Latest = TimeSpan.FromSeconds(1);

    private readonly IReadOnlyList<WatchedDatabase> _databases;
    private readonly AttemptMeters _meters;
    private readonly SamplerClock _clock;
    private readonly Func<Exception, string> _explain;
    private readonly Action<IReadOnlyList<DatabaseEvidence>> _tell;
    private readonly object _gate = new();
    private readonly List<DatabaseWatch> _watches = [];
    private readonly List<DatabaseEvidence> _unseen = [];
    private IReadOnlyList<DatabaseEvidence> _told = [];
    private DateTimeOffset _tellDue;
    private readonly Thread? _thread;
    private bool _hasBegun;
    private bool _isStopped;
    private bool _isDue;
    private TimeSpan _woke;
    private TimeSpan _awake;

    /// <summary>Begins; without databases there is no thread.</summary>
    /// <param name="databases">The databases.</param>
    /// <param name="meters">The meters of the attempts at work.</param>
    /// <param name="clock">The times it goes by.</param>
    /// <param name="explain">What a failure is, in words without secrets.</param>
    /// <param name="tell">
    /// Records what was seen so far, on the sampler's thread: a run that is killed has it up to then.
    /// </param>
    public Sampler(
        IReadOnlyList<WatchedDatabase> databases, AttemptMeters meters, SamplerClock clock,
        Func<Exception, string> explain, Action<IReadOnlyList<DatabaseEvidence>> tell)
    {
        (_databases, _meters, _clock) = (databases, meters, clock);
        (_explain, _tell) = (explain, tell);
        if (databases.Count > 0)
        {
            _thread = new Thread(Work) { Name = "evidence", IsBackground = true };
            _thread.Start();
            meters.Listen(Begin);
        }
    }

    /// <summary>
    /// Ends, and gives back what was seen and not told yet; a database that does not answer in time is not waited for.
    /// </summary>
    public IReadOnlyList<DatabaseEvidence> End()
    {
        Stop();
        return _thread is null ? []
            : _thread.Join(Patience) ? Seen()
            : [.. _databases.Select(GivenUp)];
    }

    public void Dispose()
    {
        Stop();
        _thread?.Join(Patience);
    }

    private void Stop()
    {
        lock (_gate)
        {
            _isStopped = true;
            Monitor.PulseAll(_gate);
        }
    }

    private void Work()
    {
        _woke = _clock.ProcessorTime;
        if (!HasBegun())
        {
            _unseen.AddRange(_databases.Select(database => Unseen(database, "no package had a session anywhere")));
            return;
        }

        foreach (var database in _databases)
        {
            Open(database);
        }

        _tellDue = _clock.Now + TellEvery;

        while (NextDue() is { } next && !IsStopped(next - _clock.Now))
        {
            foreach (var watch in _watches.Where(watch => !watch.IsOver && watch.Due <= _clock.Now))
            {
                Guarded(watch, watch.Look);
            }

            TellIfDue();
        }

        foreach (var watch in _watches)
        {
            if (!watch.IsOver)
            {
                Guarded(watch, () => watch.End(Rest));
            }

            Guarded(watch, watch.Dispose);
        }

        CountWork();
    }

    private void CountWork()
    {
        var now = _clock.ProcessorTime;
        _awake += now - _woke;
        _woke = now;
    }

    /// <summary>What the thread took beside looks, for each database.</summary>
    private TimeSpan BesideLooks() =>
        (_awake - _watches.Aggregate(TimeSpan.Zero, (sum, watch) => sum + watch.OfLooks)) / _watches.Count;

    private void Open(WatchedDatabase database)
    {
        IEvidence? evidence = null;
        try
        {
            evidence = database.Open();
            if (evidence is not null)
            {
                _watches.Add(new DatabaseWatch(
                    database, evidence, _meters, _clock, new SampleRhythm(_databases.Count)));
            }
        }
#pragma warning disable CA1031 // Whatever happens here is no failure of the run.
        catch (Exception fault)
#pragma warning restore CA1031
        {
            evidence?.Dispose();
            _unseen.Add(Unseen(database, _explain(fault)));
        }
    }

    private void Guarded(DatabaseWatch watch, Action work)
    {
        try
        {
            work();
        }
#pragma warning disable CA1031 // Whatever happens here is no failure of the run.
        catch (Exception fault)
#pragma warning restore CA1031
        {
            watch.GiveUp(_explain(fault));
        }
    }

    private void TellIfDue()
    {
        if (_clock.Now < _tellDue)
        {
            return;
        }

        _tellDue = _clock.Now + TellEvery;
        CountWork();
        var seen = Seen();
        _tell(seen);
        _woke = _clock.ProcessorTime;
        lock (_gate)
        {
            _told = seen;
        }
    }

    private IReadOnlyList<DatabaseEvidence> Seen() =>
        [.. _watches.Select(watch => watch.Read(BesideLooks())), .. _unseen];

    private DateTimeOffset? NextDue() =>
        _watches.Where(watch => !watch.IsOver).Select(watch => (DateTimeOffset?)watch.Due).Min();

    /// <summary>Waits; whether it shall end.</summary>
    private bool IsStopped(TimeSpan wait)
    {
        lock (_gate)
        {
            _isDue = wait <= TimeSpan.Zero;
        }

        using var timer = _clock.Time.CreateTimer(
            _ => Wake(), null, wait > TimeSpan.Zero ? wait : TimeSpan.Zero, Timeout.InfiniteTimeSpan);
        lock (_gate)
        {
            Await(() => _isStopped || _isDue);
            return _isStopped;
        }
    }

    /// <summary>Waits for the first session; false where it shall end before.</summary>
    private bool HasBegun()
    {
        using var timer = _clock.Time.CreateTimer(_ => Begin(), null, Latest, Timeout.InfiniteTimeSpan);
        lock (_gate)
        {
            Await(() => _isStopped || _hasBegun);
            return _hasBegun;
        }
    }

    // What passes while it waits is no work, where the system knows of nothing but the time that passes.
    private void Await(Func<bool> isOver)
    {
        CountWork();
        while (!isOver())
        {
            Monitor.Wait(_gate);
        }

        _woke = _clock.ProcessorTime;
    }

    private void Begin()
    {
        lock (_gate)
        {
            _hasBegun = true;
            Monitor.PulseAll(_gate);
        }
    }

    private void Wake()
    {
        lock (_gate)
        {
            _isDue = true;
            Monitor.PulseAll(_gate);
        }
    }

    private void Rest()
    {
        lock (_gate)
        {
            _awake += _clock.ProcessorTime - _woke;
            Monitor.Wait(_gate, Pause);
            _woke = _clock.ProcessorTime;
        }
    }

    /// <summary>What was told of a database counts, and from then on nothing is known.</summary>
    private DatabaseEvidence GivenUp(WatchedDatabase database)
    {
        const string why = "the server did not answer in time";
        lock (_gate)
        {
            return _told.FirstOrDefault(each => each.Connection == database.Connection) is { } last
                ? last with
                {
                    Samples = [],
                    Missing = [.. last.Missing, $"from {last.Ended:HH:mm:ss} UTC on: not available: {why}"],
                }
                : Unseen(database, why);
        }
    }

    private DatabaseEvidence Unseen(WatchedDatabase database, string why) => new()
    {
        Connection = database.Connection,
        Platform = database.Platform,
        Began = _clock.Now,
        Ended = _clock.Now,
        Missing = [$"commits, flushes, waits: not available: {why}"],
    };
}

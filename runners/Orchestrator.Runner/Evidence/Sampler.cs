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

    private readonly IReadOnlyList<WatchedDatabase> databases;
    private readonly AttemptMeters meters;
    private readonly SamplerClock clock;
    private readonly Func<Exception, string> explain;
    private readonly Action<IReadOnlyList<DatabaseEvidence>> tell;
    private readonly object gate = new();
    private readonly List<DatabaseWatch> watches = [];
    private readonly List<DatabaseEvidence> unseen = [];
    private IReadOnlyList<DatabaseEvidence> told = [];
    private DateTimeOffset tellDue;
    private readonly Thread? thread;
    private bool hasBegun;
    private bool isStopped;
    private bool isDue;
    private TimeSpan woke;
    private TimeSpan awake;

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
        (this.databases, this.meters, this.clock) = (databases, meters, clock);
        (this.explain, this.tell) = (explain, tell);
        if (databases.Count > 0)
        {
            thread = new Thread(Work) { Name = "evidence", IsBackground = true };
            thread.Start();
            meters.Listen(Begin);
        }
    }

    /// <summary>
    /// Ends, and gives back what was seen and not told yet; a database that does not answer in time is not waited for.
    /// </summary>
    public IReadOnlyList<DatabaseEvidence> End()
    {
        Stop();
        return thread is null ? []
            : thread.Join(Patience) ? Seen()
            : [.. databases.Select(GivenUp)];
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        Stop();
        thread?.Join(Patience);
    }

    private void Stop()
    {
        lock (gate)
        {
            isStopped = true;
            Monitor.PulseAll(gate);
        }
    }

    private void Work()
    {
        woke = clock.ProcessorTime;
        if (!HasBegun())
        {
            unseen.AddRange(databases.Select(database => Unseen(database, "no package had a session anywhere")));
            return;
        }

        foreach (var database in databases)
        {
            Open(database);
        }

        tellDue = clock.Now + TellEvery;

        while (NextDue() is { } next && !IsStopped(next - clock.Now))
        {
            foreach (var watch in watches.Where(watch => !watch.IsOver && watch.Due <= clock.Now))
            {
                Guarded(watch, watch.Look);
            }

            TellIfDue();
        }

        foreach (var watch in watches)
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
        var now = clock.ProcessorTime;
        awake += now - woke;
        woke = now;
    }

    /// <summary>What the thread took beside looks, for each database.</summary>
    private TimeSpan BesideLooks() =>
        (awake - watches.Aggregate(TimeSpan.Zero, (sum, watch) => sum + watch.OfLooks)) / watches.Count;

    private void Open(WatchedDatabase database)
    {
        IEvidence? evidence = null;
        try
        {
            evidence = database.Open();
            if (evidence is not null)
            {
                watches.Add(new DatabaseWatch(
                    database, evidence, meters, clock, new SampleRhythm(databases.Count)));
            }
        }
#pragma warning disable CA1031 // Whatever happens here is no failure of the run.
        catch (Exception fault)
#pragma warning restore CA1031
        {
            evidence?.Dispose();
            unseen.Add(Unseen(database, explain(fault)));
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
            watch.GiveUp(explain(fault));
        }
    }

    private void TellIfDue()
    {
        if (clock.Now < tellDue)
        {
            return;
        }

        tellDue = clock.Now + TellEvery;
        CountWork();
        var seen = Seen();
        tell(seen);
        woke = clock.ProcessorTime;
        lock (gate)
        {
            told = seen;
        }
    }

    private IReadOnlyList<DatabaseEvidence> Seen() =>
        [.. watches.Select(watch => watch.Read(BesideLooks())), .. unseen];

    private DateTimeOffset? NextDue() =>
        watches.Where(watch => !watch.IsOver).Select(watch => (DateTimeOffset?)watch.Due).Min();

    /// <summary>Waits; whether it shall end.</summary>
    private bool IsStopped(TimeSpan wait)
    {
        lock (gate)
        {
            isDue = wait <= TimeSpan.Zero;
        }

        using var timer = clock.Time.CreateTimer(
            _ => Wake(), null, wait > TimeSpan.Zero ? wait : TimeSpan.Zero, Timeout.InfiniteTimeSpan);
        lock (gate)
        {
            Await(() => isStopped || isDue);
            return isStopped;
        }
    }

    /// <summary>Waits for the first session; false where it shall end before.</summary>
    private bool HasBegun()
    {
        using var timer = clock.Time.CreateTimer(_ => Begin(), null, Latest, Timeout.InfiniteTimeSpan);
        lock (gate)
        {
            Await(() => isStopped || hasBegun);
            return hasBegun;
        }
    }

    // What passes while it waits is no work, where the system knows of nothing but the time that passes.
    private void Await(Func<bool> isOver)
    {
        CountWork();
        while (!isOver())
        {
            Monitor.Wait(gate);
        }

        woke = clock.ProcessorTime;
    }

    private void Begin()
    {
        lock (gate)
        {
            hasBegun = true;
            Monitor.PulseAll(gate);
        }
    }

    private void Wake()
    {
        lock (gate)
        {
            isDue = true;
            Monitor.PulseAll(gate);
        }
    }

    private void Rest()
    {
        lock (gate)
        {
            awake += clock.ProcessorTime - woke;
            Monitor.Wait(gate, Pause);
            woke = clock.ProcessorTime;
        }
    }

    /// <summary>What was told of a database counts, and from then on nothing is known.</summary>
    private DatabaseEvidence GivenUp(WatchedDatabase database)
    {
        const string why = "the server did not answer in time";
        lock (gate)
        {
            return told.FirstOrDefault(each => each.Connection == database.Connection) is { } last
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
        Began = clock.Now,
        Ended = clock.Now,
        Missing = [$"commits, flushes, waits: not available: {why}"],
    };
}

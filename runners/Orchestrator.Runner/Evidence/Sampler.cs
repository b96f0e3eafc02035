using Orchestrator.Data.Evidence;

namespace Orchestrator.Runner.Evidence;

/// <summary>
/// Looks at the databases that a run writes, on a thread and sessions of its own. What goes wrong here ends the looking
/// and never the run.
/// </summary>
internal sealed class Sampler : IDisposable
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(2);
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);

    private readonly IReadOnlyList<WatchedDatabase> databases;
    private readonly AttemptMeters meters;
    private readonly SamplerClock clock;
    private readonly Func<Exception, string> explain;
    private readonly object gate = new();
    private readonly List<DatabaseWatch> watches = [];
    private readonly List<DatabaseEvidence> unseen = [];
    private readonly Thread? thread;
    private bool isStopped;
    private bool isDue;

    /// <summary>Begins; without databases there is no thread.</summary>
    /// <param name="databases">The databases.</param>
    /// <param name="meters">The meters of the attempts at work.</param>
    /// <param name="clock">The times it goes by.</param>
    /// <param name="explain">What a failure is, in words without secrets.</param>
    public Sampler(
        IReadOnlyList<WatchedDatabase> databases, AttemptMeters meters, SamplerClock clock,
        Func<Exception, string> explain)
    {
        (this.databases, this.meters, this.clock, this.explain) = (databases, meters, clock, explain);
        if (databases.Count > 0)
        {
            thread = new Thread(Work) { Name = "evidence", IsBackground = true };
            thread.Start();
        }
    }

    /// <summary>Ends, and gives back what was seen; a database that does not answer in time is not waited for.
    /// </summary>
    public IReadOnlyList<DatabaseEvidence> End()
    {
        Stop();
        return thread is null ? []
            : thread.Join(Patience) ? [.. watches.Select(watch => watch.Read()), .. unseen]
            : [.. databases.Select(database => Unseen(database, "the server did not answer in time"))];
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
        foreach (var database in databases)
        {
            Open(database);
        }

        while (NextDue() is { } next && !IsStopped(next - clock.Now))
        {
            foreach (var watch in watches.Where(watch => !watch.IsOver && watch.Due <= clock.Now))
            {
                Guarded(watch, watch.Look);
            }
        }

        foreach (var watch in watches)
        {
            if (!watch.IsOver)
            {
                Guarded(watch, () => watch.End(Rest));
            }

            Guarded(watch, watch.Dispose);
        }
    }

    private void Open(WatchedDatabase database)
    {
        IEvidence? evidence = null;
        try
        {
            var processor = clock.ProcessorTime;
            evidence = database.Open();
            if (evidence is not null)
            {
                watches.Add(new DatabaseWatch(
                    database, evidence, clock.ProcessorTime - processor, meters, clock,
                    new SampleRhythm(databases.Count)));
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
            while (!isStopped && !isDue)
            {
                Monitor.Wait(gate);
            }

            return isStopped;
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
            Monitor.Wait(gate, Pause);
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

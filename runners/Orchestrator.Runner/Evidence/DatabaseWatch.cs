using Orchestrator.Data.Evidence;
using Orchestrator.Packages;

namespace Orchestrator.Runner.Evidence;

/// <summary>Looks at one database from the beginning of a run to its end, and adds up what it sees. For one thread.
/// </summary>
internal sealed class DatabaseWatch : IDisposable
{
    private readonly WatchedDatabase database;
    private readonly AttemptMeters meters;
    private readonly SamplerClock clock;
    private readonly SampleRhythm rhythm;
    private readonly IEvidence evidence;
    private readonly WaitTotals seen = new();
    private readonly SampleSeries series = new();
    private readonly WorkTime work;
    private readonly EvidenceCounts first;
    private readonly DateTimeOffset began;
    private readonly List<string> missing = [];
    private EvidenceCounts last;
    private DateTimeOffset looked;
    private DateTimeOffset given = DateTimeOffset.MinValue;
    private long looks;
    private TimeSpan serverTime;

    /// <summary>Counts for the first time.</summary>
    /// <exception cref="Exception">The driver's own.</exception>
    public DatabaseWatch(
        WatchedDatabase database, IEvidence evidence, AttemptMeters meters, SamplerClock clock, SampleRhythm rhythm)
    {
        (this.database, this.evidence, this.meters) = (database, evidence, meters);
        (this.clock, this.rhythm) = (clock, rhythm);
        work = new WorkTime(
            clock.ProgramTime, ConnectionAccess.PlatformNamed(database.Platform)?.Abilities.SessionProcess);
        first = last = Counted(evidence.Count());
        began = looked = Due = clock.Now;
        Keep(began);
    }

    /// <summary>When it is to be looked at next.</summary>
    public DateTimeOffset Due { get; private set; }

    /// <summary>Whether it is looked at no more.</summary>
    public bool IsOver { get; private set; }

    /// <summary>Processor time that its looks took.</summary>
    public TimeSpan OfLooks { get; private set; }

    /// <summary>Looks once, and sets the time of the next look.</summary>
    /// <exception cref="Exception">The driver's own.</exception>
    public void Look()
    {
        var (processor, server) = (clock.ProcessorTime, serverTime);
        if (!evidence.CountsWaits)
        {
            See();
        }

        var now = clock.Now;
        if (series.IsDue(now))
        {
            last = Counted(evidence.Count());
            looks += evidence.CountsWaits ? 1 : 0;
            Keep(now);
        }

        var took = clock.ProcessorTime - processor;
        OfLooks += took;
        Due = now + rhythm.After(took + serverTime - server);
    }

    /// <summary>Counts for the last time, once sessions that are over have told the server what they did.</summary>
    /// <exception cref="Exception">The driver's own.</exception>
    public void End(Action pause)
    {
        const int TriesMax = 5;
        for (var i = 0; i < TriesMax; i++)
        {
            var counts = Counted(evidence.Count());
            var isSettled = i > 0 && (counts.Commits, counts.LogBytes) == (last.Commits, last.LogBytes);
            last = counts;
            if (isSettled)
            {
                break;
            }

            pause();
        }

        Keep(clock.Now);
        IsOver = true;
    }

    /// <summary>It cannot be looked at any more.</summary>
    public void GiveUp(string why)
    {
        missing.Add($"from {clock.Now:HH:mm:ss} UTC on: not available: {why}");
        IsOver = true;
    }

    /// <summary>What was seen, with the samples that nobody has read yet.</summary>
    /// <param name="beside">Processor time that it took beside its looks.</param>
    public DatabaseEvidence Read(TimeSpan beside)
    {
        var read = Evidence(beside, [.. series.All.Where(sample => sample.At > given)]);
        given = read.Ended;
        return read;
    }

    /// <inheritdoc/>
    public void Dispose() => evidence.Dispose();

    private DatabaseEvidence Evidence(TimeSpan beside, IReadOnlyList<EvidenceSample> samples) => new()
    {
        Connection = database.Connection,
        Platform = database.Platform,
        Began = began,
        Ended = series.All[^1].At,
        IsOnThisMachine = evidence.IsOnThisMachine,
        WorkTime = work.Total,
        Looks = looks,
        ProcessorTime = OfLooks + beside,
        ServerTime = serverTime,
        Samples = samples,
        Waits = Waits().All,
        Missing = [.. evidence.Missing, .. missing],
    };

    private void See()
    {
        var look = evidence.Look();
        serverTime += look.ServerTime;
        looks++;
        var now = clock.Now;
        foreach (var session in look.Sessions)
        {
            var wait = new ServerWait(session.Wait, session.Class, now - looked, 1, IsSampled: true);
            seen.Add(wait);
            if (meters.Find(database.Connection, session.Session) is { } own)
            {
                own.Wait(wait);
                Note(session.Session);
            }
        }

        looked = now;
    }

    private void Note(long session)
    {
        if (evidence.IsOnThisMachine)
        {
            work.Note(session);
        }
    }

    private EvidenceCounts Counted(EvidenceCounts counts)
    {
        serverTime += counts.ServerTime;
        return counts;
    }

    private void Keep(DateTimeOffset now) => series.Add(new EvidenceSample(
        now, Between(first.Commits, last.Commits), Between(first.Flushes, last.Flushes),
        Between(first.LogBytes, last.LogBytes), Waits().ByClass));

    /// <summary>What came between two counts; one that began anew counts as it is.</summary>
    private static long? Between(long? before, long? after) => after < before ? after : after - before;

    private WaitTotals Waits()
    {
        if (!evidence.CountsWaits)
        {
            return seen;
        }

        var counted = new WaitTotals();
        foreach (var wait in WaitTotals.Between(first.Waits, last.Waits))
        {
            counted.Add(wait);
        }

        return counted;
    }
}

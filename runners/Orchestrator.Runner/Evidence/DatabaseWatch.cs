using Orchestrator.Data.Evidence;
using Orchestrator.Packages;

namespace Orchestrator.Runner.Evidence;

/// <summary>Looks at one database from the beginning of a run to its end, and adds up what it sees. For one thread.
/// </summary>
internal sealed class DatabaseWatch : IDisposable
{
    private readonly WatchedDatabase _database;
    private readonly AttemptMeters _meters;
    private readonly SamplerClock _clock;
    private readonly SampleRhythm _rhythm;
    private readonly IEvidence _evidence;
    private readonly WaitTotals _seen = new();
    private readonly SampleSeries _series = new();
    private readonly WorkTime _work;
    private readonly EvidenceCounts _first;
    private readonly DateTimeOffset _began;
    private readonly List<string> _missing = [];
    private EvidenceCounts _last;
    private DateTimeOffset _looked;
    private DateTimeOffset _given = DateTimeOffset.MinValue;
    private long _looks;
    private TimeSpan _serverTime;

    /// <summary>Counts for the first time.</summary>
    /// <exception cref="Exception">The driver's own.</exception>
    public DatabaseWatch(
        WatchedDatabase database, IEvidence evidence, AttemptMeters meters, SamplerClock clock, SampleRhythm rhythm)
    {
        (_database, _evidence, _meters) = (database, evidence, meters);
        (_clock, _rhythm) = (clock, rhythm);
        _work = new WorkTime(
            clock.ProgramTime, ConnectionAccess.PlatformNamed(database.Platform)?.Abilities.SessionProcess);
        _first = _last = Counted(evidence.Count());
        _began = _looked = Due = clock.Now;
        Keep(_began);
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
        var (processor, server) = (_clock.ProcessorTime, _serverTime);
        if (!_evidence.CountsWaits)
        {
            See();
        }

        var now = _clock.Now;
        if (_series.IsDue(now))
        {
            _last = Counted(_evidence.Count());
            _looks += _evidence.CountsWaits ? 1 : 0;
            Keep(now);
        }

        var took = _clock.ProcessorTime - processor;
        OfLooks += took;
        Due = now + _rhythm.After(took + _serverTime - server);
    }

    /// <summary>Counts for the last time, once sessions that are over have told the server what they did.</summary>
    /// <exception cref="Exception">The driver's own.</exception>
    public void End(Action pause)
    {
        const int TriesMax = 5;
        for (var i = 0; i < TriesMax; i++)
        {
            var counts = Counted(_evidence.Count());
            var isSettled = i > 0 && (counts.Commits, counts.LogBytes) == (_last.Commits, _last.LogBytes);
            _last = counts;
            if (isSettled)
            {
                break;
            }

            pause();
        }

        Keep(_clock.Now);
        IsOver = true;
    }

    /// <summary>It cannot be looked at any more.</summary>
    public void GiveUp(string why)
    {
        _missing.Add($"from {_clock.Now:HH:mm:ss} UTC on: not available: {why}");
        IsOver = true;
    }

    /// <summary>What was seen, with the samples that nobody has read yet.</summary>
    /// <param name="beside">Processor time that it took beside its looks.</param>
    public DatabaseEvidence Read(TimeSpan beside)
    {
        var read = Evidence(beside, [.. _series.All.Where(sample => sample.At > _given)]);
        _given = read.Ended;
        return read;
    }

    public void Dispose() => _evidence.Dispose();

    private DatabaseEvidence Evidence(TimeSpan beside, IReadOnlyList<EvidenceSample> samples) => new()
    {
        Connection = _database.Connection,
        Platform = _database.Platform,
        Began = _began,
        Ended = _series.All[^1].At,
        IsOnThisMachine = _evidence.IsOnThisMachine,
        WorkTime = _work.Total,
        Looks = _looks,
        ProcessorTime = OfLooks + beside,
        ServerTime = _serverTime,
        Samples = samples,
        Waits = Waits().All,
        Missing = [.. _evidence.Missing, .. _missing],
    };

    private void See()
    {
        var look = _evidence.Look();
        _serverTime += look.ServerTime;
        _looks++;
        var now = _clock.Now;
        foreach (var session in look.Sessions)
        {
            var wait = new ServerWait(session.Wait, session.Class, now - _looked, 1, IsSampled: true);
            _seen.Add(wait);
            if (_meters.Find(_database.Connection, session.Session) is { } own)
            {
                own.Wait(wait);
                Note(session.Session);
            }
        }

        _looked = now;
    }

    private void Note(long session)
    {
        if (_evidence.IsOnThisMachine)
        {
            _work.Note(session);
        }
    }

    private EvidenceCounts Counted(EvidenceCounts counts)
    {
        _serverTime += counts.ServerTime;
        return counts;
    }

    private void Keep(DateTimeOffset now) => _series.Add(new EvidenceSample(
        now, Between(_first.Commits, _last.Commits), Between(_first.Flushes, _last.Flushes),
        Between(_first.LogBytes, _last.LogBytes), Waits().ByClass));

    /// <summary>What came between two counts; one that began anew counts as it is.</summary>
    private static long? Between(long? before, long? after) => after < before ? after : after - before;

    private WaitTotals Waits()
    {
        if (!_evidence.CountsWaits)
        {
            return _seen;
        }

        var counted = new WaitTotals();
        foreach (var wait in WaitTotals.Between(_first.Waits, _last.Waits))
        {
            counted.Add(wait);
        }

        return counted;
    }
}

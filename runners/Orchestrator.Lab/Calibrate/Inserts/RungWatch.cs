using Orchestrator.Data.Evidence;

namespace Orchestrator.Lab.Calibrate.Inserts;

/// <summary>
/// Looks at what the sessions of a step wait for while they are at work, on a thread and a session of its own, and
/// counts before and after. It looks more often than a run is looked at: here looking may cost something.
/// </summary>
internal sealed class RungWatch(IEvidence? evidence, TimeProvider time) : IDisposable
{
    private static readonly TimeSpan Every = TimeSpan.FromMilliseconds(20);
    private const int SettleTries = 5;

    private readonly ManualResetEventSlim _over = new();
    private readonly WaitTotals _seen = new();
    private EvidenceCounts? _before;
    private Thread? _thread;
    private Exception? _fault;

    /// <summary>Whether its server shares the processors with this program.</summary>
    public bool IsOnThisMachine => evidence?.IsOnThisMachine ?? false;

    /// <summary>What sessions waited for; empty where nothing is known.</summary>
    public IReadOnlyList<ServerWait> Waits { get; private set; } = [];

    /// <summary>Times that the log was brought to disk.</summary>
    public long? Flushes { get; private set; }

    public long? LogBytes { get; private set; }

    /// <summary>What the server itself has counted of waits for the log; null = it counts none.</summary>
    public TimeSpan? LogTime { get; private set; }

    /// <summary>Begins: the sessions are ready.</summary>
    public void Begin(IReadOnlySet<long> sessions)
    {
        if (evidence is null)
        {
            return;
        }

        _before = evidence.Count();
        if (!evidence.CountsWaits)
        {
            _thread = new Thread(() => Look(sessions)) { IsBackground = true, Name = "looks" };
            _thread.Start();
        }
    }

    /// <summary>They have done their work.</summary>
    public void End()
    {
        _over.Set();
        _thread?.Join();
    }

    /// <summary>Counts, once they are gone: some servers count what a session did only then.</summary>
    /// <exception cref="Exception">What looking met.</exception>
    public void Count()
    {
        if (evidence is null || _before is null)
        {
            return;
        }

        if (_fault is not null)
        {
            throw new InvalidOperationException($"looking at the server failed: {_fault.Message}", _fault);
        }

        var after = Settled();
        (Flushes, LogBytes) = (after.Flushes - _before.Flushes, after.LogBytes - _before.LogBytes);
        if (!evidence.CountsWaits)
        {
            Waits = _seen.All;
            return;
        }

        var counted = new WaitTotals();
        foreach (var wait in WaitTotals.Between(_before.Waits, after.Waits))
        {
            counted.Add(wait);
        }

        Waits = counted.All;
        LogTime = after.Waits.Count == 0 ? null
            : counted.ByClass.GetValueOrDefault(WaitClass.LogWrite, TimeSpan.Zero);
    }

    public void Dispose()
    {
        End();
        _over.Dispose();
    }

    private EvidenceCounts Settled()
    {
        var last = evidence!.Count();
        for (var tries = 0; tries < SettleTries; tries++)
        {
            _over.Reset();
            _over.Wait(Every);
            var now = evidence.Count();
            if ((now.Flushes, now.LogBytes) == (last.Flushes, last.LogBytes))
            {
                return now;
            }

            last = now;
        }

        return last;
    }

    private void Look(IReadOnlySet<long> sessions)
    {
        try
        {
            for (var looked = time.GetTimestamp(); !_over.Wait(Every);)
            {
                var look = evidence!.Look();
                var passed = time.GetElapsedTime(looked);
                looked = time.GetTimestamp();
                foreach (var session in look.Sessions.Where(one => sessions.Contains(one.Session)))
                {
                    _seen.Add(new ServerWait(session.Wait, session.Class, passed, 1, IsSampled: true));
                }
            }
        }
#pragma warning disable CA1031 // It is told by the thread that waits.
        catch (Exception met)
#pragma warning restore CA1031
        {
            _fault = met;
        }
    }
}

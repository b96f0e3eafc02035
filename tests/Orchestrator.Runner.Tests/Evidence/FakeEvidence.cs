using Orchestrator.Data.Evidence;

namespace Orchestrator.Runner.Tests.Evidence;

/// <summary>A database whose sessions and counts a test tells.</summary>
internal sealed class FakeEvidence : IEvidence
{
    public List<string> Missed { get; } = [];

    public SeenSession[] Sessions { get; set; } = [];

    public EvidenceCounts Counts { get; set; } = new(0, 0, 0, [], TimeSpan.Zero);

    /// <summary>What the next counts are, one after the other.</summary>
    public Queue<EvidenceCounts> Coming { get; } = new();

    public TimeSpan ServerTime { get; set; }

    public Exception? Fault { get; set; }

    public bool IsOnThisMachine => false;

    public bool CountsWaits { get; init; }

    public bool IsDisposed { get; private set; }

    /// <summary>
    /// Waited for by each look, or by each count of a server that counts waits, so that the test goes step by step.
    /// </summary>
    public SemaphoreSlim Looked { get; } = new(0);

    public IReadOnlyList<string> Missing => Missed;

    public static TimeSpan WorkOfLook { get; } = TimeSpan.FromSeconds(1);

    public static TimeSpan WorkOfCount { get; } = TimeSpan.FromSeconds(10);

    /// <summary>Told what each question takes of the processor.</summary>
    public Action<TimeSpan> Works { get; init; } = _ => { };

    public EvidenceCounts Count()
    {
        Works(WorkOfCount);
        Counts = Coming.TryDequeue(out var next) ? next : Counts;
        if (!CountsWaits)
        {
            return Counts;
        }

        Looked.Release();
        return Counts with { ServerTime = ServerTime };
    }

    public IReadOnlyList<BlockedSession> Blocked() => [];

    public EvidenceSnapshot Look()
    {
        Assert.That(CountsWaits, Is.False, "there is nothing to be looked at");
        Works(WorkOfLook);
        Looked.Release();
        return Fault is { } fault ? throw fault : new EvidenceSnapshot(Sessions, ServerTime);
    }

    public void Dispose() => IsDisposed = true;
}

namespace Orchestrator.Core.Machine;

/// <summary>What a machine remembers of one relaxed database: its successes that are not hardened.</summary>
internal sealed class DatabaseRun(int index, RelaxedDatabase database)
{
    private List<(int Node, int Attempt)> _waiting = [];
    private List<(int Node, int Attempt)> _underWay = [];

    public int Index => index;

    public string Connection => database.Connection;

    public FlushWhen Flush => database.Flush;

    public TimeSpan? Every => database.Every;

    /// <summary>Successes that no flush under way will harden.</summary>
    public IReadOnlyList<(int Node, int Attempt)> Waiting => _waiting;

    public bool IsUnderWay => _underWay.Count > 0;

    public bool HasUnhardened => IsUnderWay || _waiting.Count > 0;

    /// <summary>Flushes that have begun.</summary>
    public int Round { get; private set; }

    /// <summary>When the last flush began.</summary>
    public TimeSpan BeganAt { get; private set; }

    /// <summary>A flush shall begin as soon as none is under way.</summary>
    public bool IsAsked { get; private set; }

    /// <summary>Packages that start only when everything here is on disk.</summary>
    public List<int> Readers { get; } = [];

    public void Add(int node, int attempt) => _waiting.Add((node, attempt));

    /// <summary>Asks for a flush; where all is under way already, that one does.</summary>
    public void Ask() => IsAsked |= _waiting.Count > 0;

    public HardenDatabase Begin(TimeSpan now)
    {
        (_underWay, _waiting) = (_waiting, []);
        (IsAsked, BeganAt) = (false, now);
        Round++;
        return new HardenDatabase(index, _underWay);
    }

    /// <summary>The flush under way has ended: what it was for.</summary>
    public IReadOnlyList<(int Node, int Attempt)> End()
    {
        var flushed = _underWay;
        _underWay = [];
        return flushed;
    }
}

using Orchestrator.Core.Durability;

namespace Orchestrator.Core.Tests.Processes.World;

/// <summary>What becomes of who wants a table for a transaction.</summary>
internal enum Taken { Yes, Locked, Overtaken }

/// <summary>
/// A database that packages write. While it is relaxed its commits return before they are on disk, and a crash takes
/// the later ones first.
/// </summary>
internal sealed class SimTarget(SimWorld world, int index, string name)
{
    public const string Durable = "on";
    public const string Relaxed = "off";

    private readonly List<Action<SimState>> _notOnDisk = [];
    private readonly Dictionary<int, SimSession> _locks = [];
    private readonly List<SimSession> _sessions = [];
    private TimeSpan _downUntil;

    public string Name => name;

    public SimState Now { get; private set; } = new();

    public SimState OnDisk { get; private set; } = new();

    public string Setting { get; set; } = Durable;

    /// <summary>The rows of those that keep it relaxed, newest first.</summary>
    public List<(long Run, string Found, SimProcess Process)> Holders { get; } = [];

    public bool IsDown => world.Now < _downUntil;

    public IReadOnlyList<ScopeHolder> HoldersNow =>
        [.. Holders.Select(one => new ScopeHolder("ledger", one.Run, one.Found, !one.Process.IsDead))];

    public SimSession Open(SimProcess process, bool isDurable)
    {
        var session = new SimSession(world, this, process, isDurable);
        _sessions.Add(session);
        return session;
    }

    /// <summary>The first statement of a transaction: its marker, and with it the lock of its row.</summary>
    public Taken Take(SimSession session, int package, long token, long attempt, int step)
    {
        if (_locks.TryGetValue(package, out var other) && other != session)
        {
            return Taken.Locked;
        }

        if (Now[package].Token > token && world.Mistake != Mistake.MarkerTokenNotChecked)
        {
            return Taken.Overtaken;
        }

        _locks[package] = session;
        session.Work.Add(state =>
            (state[package].Token, state[package].Attempt, state[package].Step) = (token, attempt, step));
        (session.Package, session.Token) = (package, token);
        return Taken.Yes;
    }

    public bool IsLocked(int package) => _locks.ContainsKey(package);

    public void Commit(SimSession session)
    {
        Action<SimState>[] work = [.. session.Work];
        void Apply(SimState state) => Array.ForEach(work, one => one(state));
        Apply(Now);
        if (Setting == Relaxed && !session.IsDurable)
        {
            _notOnDisk.Add(Apply);
        }
        else
        {
            Flush();
            Apply(OnDisk);
        }

        world.Referee.Committed(session);
        Release(session);
    }

    public void Release(SimSession session)
    {
        session.Work.Clear();
        foreach (var package in _locks.Where(one => one.Value == session).Select(one => one.Key).ToArray())
        {
            _locks.Remove(package);
        }
    }

    public void Flush()
    {
        _notOnDisk.ForEach(apply => apply(OnDisk));
        _notOnDisk.Clear();
    }

    /// <summary>Ends the sessions of a process, as a later run does; a commit that is under way may have happened.
    /// </summary>
    public void EndSessions(SimProcess process)
    {
        foreach (var session in _sessions.Where(one => one.Process == process).ToArray())
        {
            session.End();
        }
    }

    public void Forget(SimSession session) => _sessions.Remove(session);

    public void Crash(TimeSpan down)
    {
        world.Tell(name, $"crashes for {down.TotalSeconds:0.0} s, {_notOnDisk.Count} commits were not on disk");
        foreach (var session in _sessions.ToArray())
        {
            session.Break();
        }

        foreach (var apply in _notOnDisk.Take(world.Random.Next(_notOnDisk.Count + 1)))
        {
            apply(OnDisk);
        }

        _notOnDisk.Clear();
        _locks.Clear();
        Now = OnDisk.Copy();
        _downUntil = world.Now + down;
        world.Referee.WasLost(index);
    }
}

namespace Orchestrator.Core.Machine;

/// <summary>
/// Which successes are not on disk, what waits for that, and when a flush is due. Where no database is relaxed, nothing
/// is ever in the way.
/// </summary>
internal sealed class Flushes
{
    private readonly RunBoard _board;
    private readonly DatabaseRun?[] _databases;
    private readonly List<int> _held = [];

    public Flushes(RunBoard board)
    {
        _board = board;
        _databases = [.. board.Plan.Relaxed.Select((database, index) =>
            board.Options.Relaxed?.Contains(index) == true ? new DatabaseRun(index, database) : null)];
    }

    /// <summary>The relaxed database that a package writes; null = its commits are on disk when they return.</summary>
    public DatabaseRun? WrittenBy(int package) =>
        _board.Plan.Nodes[package].Relaxed is >= 0 and var index ? _databases[index] : null;

    /// <exception cref="InvalidOperationException">No flush is under way there.</exception>
    public DatabaseRun UnderWay(int database) =>
        database >= 0 && database < _databases.Length && _databases[database] is { IsUnderWay: true } found
            ? found : throw new InvalidOperationException($"no flush of database {database} is under way");

    /// <summary>An attempt has succeeded whose commits may be lost.</summary>
    public void Add(DatabaseRun database, int package, int attempt)
    {
        database.Add(package, attempt);
        Count(database, package, 1);
        if (database.Flush == FlushWhen.Package || IsClaimAwaited)
        {
            database.Ask();
        }
        else if (database is { Flush: FlushWhen.Every, IsUnderWay: false, Waiting.Count: 1 })
        {
            SetTimer(database, _board.Now);
        }
    }

    /// <summary>
    /// A package waits for what another run has loaded. That one may wait for what this run has, and counts it only
    /// once it is on disk: nothing here stays behind meanwhile.
    /// </summary>
    public void AskAll() => Array.ForEach(_databases, database => database?.Ask());

    private bool IsClaimAwaited => _board.Nodes.Any(node => node.Package is { Reason: WaitReason.Claim });

    /// <summary>An attempt is hardened or lost.</summary>
    public void Remove(DatabaseRun database, int package) => Count(database, package, -1);

    /// <summary>Behind a flush: the time for the next one, where something has succeeded meanwhile.</summary>
    public void Rearm(DatabaseRun database)
    {
        if (database is { Flush: FlushWhen.Every, Waiting.Count: > 0 })
        {
            SetTimer(database, database.BeganAt);
        }
    }

    public void Ring(Timer timer) => _databases[timer.Node]!.Ask();

    public bool Matters(Timer timer) => _databases[timer.Node] is { IsUnderWay: false, Waiting.Count: > 0 } database
        && database.Round == timer.Attempt && !_board.Nodes[0].HasEnded;

    /// <summary>Puts a ready package into the queue, or aside while what it reads is not on disk.</summary>
    public void Queue(int package)
    {
        if (!TryPutAside(package))
        {
            _board.Queue.Enter(package, _board.Now, _board.Nodes[package].Package!);
        }
    }

    public bool TryPutAside(int package)
    {
        foreach (var index in _board.Values.ReadsRelaxed(package))
        {
            if (_databases[index] is { HasUnhardened: true } database)
            {
                var run = _board.Nodes[package].Package!;
                (run.AwaitsRetry, run.AwaitsFlush) = (false, true);
                run.Await(_board.Now, WaitReason.Flush, database.Connection);
                database.Readers.Add(package);
                database.Ask();
                return true;
            }
        }

        return false;
    }

    /// <summary>A package that stood aside does not wait for a flush any more.</summary>
    public void Forget(int package)
    {
        foreach (var index in _board.Values.ReadsRelaxed(package))
        {
            _databases[index]?.Readers.Remove(package);
        }
    }

    /// <summary>Whether a group all of whose children have ended waits for a flush, which is then asked for.</summary>
    public bool Holds(int group)
    {
        var node = _board.Nodes[group];
        if (node.Unhardened == 0 || _board.IsHardStop)
        {
            node.HeldSince = null;
            return false;
        }

        node.HeldSince ??= _board.Now;
        node.HeldBy = "";
        _held.Add(group);
        foreach (var database in _databases.OfType<DatabaseRun>().Where(one => one.HasUnhardened && Counts(one, group)))
        {
            node.HeldBy = node.HeldBy.Length == 0 ? database.Connection : node.HeldBy;
            if (group == 0 || database.Waiting.Any(one => LevelOf(one.Node) == group))
            {
                database.Ask();
            }
        }

        return true;
    }

    /// <summary>The groups that waited, to be ended or held again.</summary>
    public int[] TakeHeld()
    {
        int[] held = [.. _held];
        _held.Clear();
        return held;
    }

    /// <summary>Begins what was asked for; behind a hard stop nobody waits for it.</summary>
    public void Begin()
    {
        foreach (var database in _databases)
        {
            if (database is { IsAsked: true, IsUnderWay: false } && !_board.IsHardStop)
            {
                _board.Turn.Effect(database.Begin(_board.Now));
            }
        }
    }

    /// <summary>The batch waits for everything, a level only for what is flushed by levels.</summary>
    private static bool Counts(DatabaseRun database, int group) => group == 0 || database.Flush == FlushWhen.Level;

    private void Count(DatabaseRun database, int package, int by)
    {
        _board.Nodes[0].Unhardened += by;
        var level = LevelOf(package);
        _board.Nodes[level].Unhardened += Counts(database, level) ? by : 0;
    }

    private int LevelOf(int package)
    {
        var above = _board.Plan.Nodes[package].Parent;
        while (_board.Plan.Nodes[above].Kind != NodeKind.Level)
        {
            above = _board.Plan.Nodes[above].Parent;
        }

        return above;
    }

    private void SetTimer(DatabaseRun database, TimeSpan from) =>
        _board.Timers.Set(from + database.Every!.Value, new Timer(TimerKind.Flush, database.Index, database.Round));
}

namespace Orchestrator.Tds;

/// <summary>
/// What was committed and is not on disk yet, by database: what is committed while its database is relaxed stays here
/// until the log is flushed, or until a commit that is durable.
/// </summary>
internal sealed class CommitLog
{
    private readonly Lock _one;
    private readonly DelayedDurability _durability;
    private readonly ServerCounts _counts;
    private readonly Dictionary<string, List<Action>> _undo = new(StringComparer.OrdinalIgnoreCase);

    /// <summary>A log whose work is done under the lock of the store.</summary>
    public CommitLog(DelayedDurability durability, ServerCounts counts, Lock one)
    {
        (_durability, _counts, _one) = (durability, counts, one);
        durability.Flushed = database =>
        {
            counts.Flush(database);
            Flush(database);
        };
    }

    /// <summary>A session changes something that can be taken back.</summary>
    public void Add(Session session, Action takeBack)
    {
        var change = Locked(takeBack);
        var isDelayed = _durability[session.Database] == DelayedDurability.Forced;
        if (!session.InTransaction)
        {
            Commit(session, isDelayed, [change]);
            return;
        }

        // As the setting is when the transaction begins to write, whatever it becomes until the commit.
        session.Committed ??= changes => Commit(session, isDelayed, changes);
        session.OnRollback(change);
    }

    /// <summary>Takes back what is not on disk, the latest first.</summary>
    public void Lose()
    {
        foreach (var changes in _undo.Values)
        {
            changes.Reverse();
            changes.ForEach(change => change());
            changes.Clear();
        }
    }

    private Action Locked(Action work) => () =>
    {
        lock (_one)
        {
            work();
        }
    };

    private void Commit(Session session, bool isDelayed, IReadOnlyList<Action> changes)
    {
        var database = session.Database;
        _counts.Commit(session, isDelayed);
        lock (_one)
        {
            if (!isDelayed)
            {
                Flush(database);
            }
            else if (_undo.TryGetValue(database, out var before))
            {
                before.AddRange(changes);
            }
            else
            {
                _undo[database] = [.. changes];
            }
        }
    }

    private void Flush(string database)
    {
        lock (_one)
        {
            _undo.GetValueOrDefault(database)?.Clear();
        }
    }
}

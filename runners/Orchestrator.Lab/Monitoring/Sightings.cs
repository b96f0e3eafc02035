namespace Orchestrator.Lab.Monitoring;

/// <summary>A statement with one plan, from when to when it was seen so.</summary>
internal sealed class Sighting
{
    /// <summary>Its number in the file; 0 = not kept yet.</summary>
    public long Number { get; set; }

    /// <summary>Number of the statement.</summary>
    public required long Statement { get; init; }

    /// <summary>Number of the plan.</summary>
    public required long Plan { get; init; }

    /// <summary>When it was seen first.</summary>
    public required DateTimeOffset First { get; init; }

    /// <summary>When it was seen last.</summary>
    public DateTimeOffset Last { get; set; }

    /// <summary>How many looks have seen it since it was kept.</summary>
    public int Seen { get; set; }

    /// <summary>The sessions it was seen in since it was kept, by what they call themselves.</summary>
    public Dictionary<string, (DateTimeOffset First, DateTimeOffset Last, int Seen)> Sessions { get; } =
        new(StringComparer.Ordinal);

    /// <summary>What was seen is in the file.</summary>
    public void Kept()
    {
        Seen = 0;
        Sessions.Clear();
    }
}

/// <summary>
/// Makes of what each look sees the times in which a statement had one plan. A plan that follows another of the same
/// text begins a new time; of two texts of one statement, with other values, each may have its own at once. Pure.
/// </summary>
/// <param name="goingOn">Finds the sightings of a statement that were kept and may go on, the newest last.</param>
internal sealed class Sightings(Func<long, IEnumerable<Sighting>> goingOn)
{
    private readonly Dictionary<(long Statement, long Plan), Sighting> _open = [];
    private readonly HashSet<long> _known = [];
    private readonly HashSet<Sighting> _changed = [];

    /// <summary>Those that are not kept as they are by now.</summary>
    public IReadOnlyCollection<Sighting> Changed => _changed;

    /// <summary>How many statements with plans there are.</summary>
    public int Count => _open.Count;

    /// <summary>A text of a statement was seen with a plan.</summary>
    /// <param name="statement">Number of the statement.</param>
    /// <param name="before">Number of the plan that the same text had before; 0 = none is known.</param>
    /// <param name="plan">Number of the plan.</param>
    /// <param name="sessions">What the sessions call themselves.</param>
    /// <param name="now">The moment.</param>
    /// <returns>
    /// Null where that goes on; else the plan that the same text had before. 0 where none is known: of two texts of one
    /// statement each may have its own. What a text had when it was watched before nobody knows, as none is kept: there
    /// it is the newest of the statement.
    /// </returns>
    public long? See(long statement, long before, long plan, IEnumerable<string> sessions, DateTimeOffset now)
    {
        var newest = _known.Contains(statement) ? 0 : Recall(statement);
        var from = before != 0 ? before : newest;

        var isFollowing = before != 0 && before != plan;
        var isNew = isFollowing || !_open.ContainsKey((statement, plan));
        if (isNew)
        {
            _open[(statement, plan)] = new Sighting { Statement = statement, Plan = plan, First = now };
        }

        var sighting = _open[(statement, plan)];
        sighting.Last = now;
        sighting.Seen++;
        foreach (var session in sessions.Distinct(StringComparer.Ordinal))
        {
            var (first, _, seen) = sighting.Sessions.GetValueOrDefault(session, (now, now, 0));
            sighting.Sessions[session] = (first, now, seen + 1);
        }

        _changed.Add(sighting);
        return isNew ? from : null;
    }

    /// <summary>Goes on with what was kept of a statement; the newest plan, 0 where there is none.</summary>
    private long Recall(long statement)
    {
        _known.Add(statement);
        long newest = 0;
        foreach (var kept in goingOn(statement))
        {
            _open[(statement, kept.Plan)] = kept;
            newest = kept.Plan;
        }

        return newest;
    }

    /// <summary>All of them are in the file.</summary>
    public void Kept()
    {
        foreach (var sighting in _changed)
        {
            sighting.Kept();
        }

        _changed.Clear();
    }

    /// <summary>Forgets all, because what is in the file may be gone.</summary>
    public void Clear()
    {
        _open.Clear();
        _known.Clear();
        _changed.Clear();
    }
}

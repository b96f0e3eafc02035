namespace Orchestrator.Core.Machine;

/// <summary>
/// The ready packages, the gate and the caps. Packages under a full cap stand aside, so that they never hold up others.
/// Taking one costs O(log n); a cap that fills or opens costs one step per group of packages with the same caps.
/// </summary>
internal sealed class ReadyQueue
{
    // Between two priorities there is room for all that is made after the first one.
    private const int Room = 32;

    private readonly Plan _plan;
    private readonly List<long> _priorities;
    private readonly int _slots;
    private readonly int[] _inUse;
    private readonly List<CapGroup?> _groupOf;
    private readonly Dictionary<string, CapGroup> _groups = new(StringComparer.Ordinal);
    private readonly List<CapGroup>[] _groupsOfCap;
    private readonly SortedSet<(long Priority, CapGroup Group)> _open =
        new(Comparer<(long Priority, CapGroup Group)>.Create((x, y) => x.Priority.CompareTo(y.Priority)));

    private long _first;
    private int _grown;

    public ReadyQueue(Plan plan, int[] priorities, int slots)
    {
        (_plan, _slots) = (plan, slots);
        _priorities = [.. priorities.Select(priority => (long)priority << Room)];
        _inUse = new int[plan.Caps.Count];
        _groupsOfCap = [.. plan.Caps.Select(_ => new List<CapGroup>())];
        _groupOf = [.. plan.Nodes.Select(GroupOf)];
    }

    /// <summary>Packages that hold a slot.</summary>
    public int SlotsInUse { get; private set; }

    /// <summary>Takes in a further node; a package starts among others as the one that it is made after.</summary>
    public void Grow(PlanNode node, int template)
    {
        _priorities.Add((_priorities[template] >> Room << Room) + ++_grown);
        _groupOf.Add(GroupOf(node));
    }

    public void Enter(int package, TimeSpan now, PackageRun run)
    {
        var group = _groupOf[package]!;
        (run.AwaitsRetry, run.AwaitsFlush) = (false, false);
        run.Entered = group.TimesAt(now);
        run.Await(now, WaitReason.Gate, "");
        group.Ready.Enqueue(package, _priorities[package]);
        List(group);
    }

    /// <summary>Takes the first package that gate and caps let through; it holds no slot yet.</summary>
    public bool TryTake(out int package)
    {
        package = -1;
        if (SlotsInUse >= _slots || _open.Count == 0)
        {
            return false;
        }

        var group = _open.Min.Group;
        package = group.Ready.Dequeue();
        List(group);
        return true;
    }

    /// <summary>Books the time that a package stood in the queue.</summary>
    public void Leave(int package, TimeSpan now, PackageRun run)
    {
        var (gate, cap) = _groupOf[package]!.TimesAt(now);
        run.Book(WaitReason.Gate, gate - run.Entered.AtGate);
        run.Book(WaitReason.Cap, cap - run.Entered.AtCap);
    }

    /// <summary>Takes a package out that is not its turn, and books the time that it stood.</summary>
    public void TakeOut(int package, TimeSpan now, PackageRun run)
    {
        Leave(package, now, run);
        var group = _groupOf[package]!;
        group.Ready.Remove(package, out _, out _);
        List(group);
    }

    /// <summary>Puts packages before all others, in the order that they have among themselves.</summary>
    public void Prioritise(IReadOnlyList<int> packages, Func<int, bool> isQueued)
    {
        _first -= (long)packages.Count << Room;
        var place = _first;
        foreach (var package in packages.OrderBy(package => _priorities[package]).ToArray())
        {
            _priorities[package] = place;
            place += 1L << Room;
            var group = _groupOf[package]!;
            if (isQueued(package))
            {
                group.Ready.Remove(package, out _, out _);
                group.Ready.Enqueue(package, _priorities[package]);
                List(group);
            }
        }
    }

    /// <summary>What stops a queued package: the first of its caps that is full, else the gate.</summary>
    public NodeReason ReasonOf(int package, PackageRun run)
    {
        var group = _groupOf[package]!;
        var since = run.Since > group.Since ? run.Since : group.Since;
        return group.FullCap < 0
            ? new NodeReason(WaitReason.Gate, $"{_slots} slots", since)
            : new NodeReason(WaitReason.Cap, _plan.Caps[group.FullCap].Owner, since);
    }

    public void Occupy(int package, TimeSpan now) => Count(package, now, 1);

    public void Free(int package, TimeSpan now) => Count(package, now, -1);

    /// <summary>Everybody out: nothing starts any more.</summary>
    public void Clear()
    {
        foreach (var group in _groups.Values)
        {
            group.Ready.Clear();
            group.Listed = CapGroup.NotListed;
        }

        _open.Clear();
    }

    private CapGroup? GroupOf(PlanNode node)
    {
        if (node.Kind != NodeKind.Package)
        {
            return null;
        }

        int[] caps = [.. node.Caps.Distinct().Order()];
        var key = string.Join(',', caps);
        if (!_groups.TryGetValue(key, out var group))
        {
            group = new CapGroup(caps);
            _groups.Add(key, group);
            foreach (var cap in caps)
            {
                _groupsOfCap[cap].Add(group);
            }
        }

        return group;
    }

    private void Count(int package, TimeSpan now, int by)
    {
        SlotsInUse += by;
        foreach (var cap in _groupOf[package]!.Caps)
        {
            var max = _plan.Caps[cap].MaxConcurrency;
            var wasFull = _inUse[cap] >= max;
            _inUse[cap] += by;
            if (_inUse[cap] >= max != wasFull)
            {
                Look(_groupsOfCap[cap], now);
            }
        }
    }

    private void Look(List<CapGroup> groups, TimeSpan now)
    {
        foreach (var group in groups)
        {
            var full = Array.FindIndex(group.Caps, cap => _inUse[cap] >= _plan.Caps[cap].MaxConcurrency);
            group.StoppedBy(full < 0 ? -1 : group.Caps[full], now);
            List(group);
        }
    }

    /// <summary>Puts a group where its first package and its caps say that it stands.</summary>
    private void List(CapGroup group)
    {
        var place = group.FullCap < 0 && group.Ready.TryPeek(out _, out var priority)
            ? priority : CapGroup.NotListed;
        if (place == group.Listed)
        {
            return;
        }

        if (group.Listed != CapGroup.NotListed)
        {
            _open.Remove((group.Listed, group));
        }

        group.Listed = place;
        if (place != CapGroup.NotListed)
        {
            _open.Add((place, group));
        }
    }
}

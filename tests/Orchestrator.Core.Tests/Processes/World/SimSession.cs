namespace Orchestrator.Core.Tests.Processes.World;

/// <summary>
/// A session of a process on a target, with at most one transaction. Whoever has not relaxed a database himself commits
/// durably there, whatever its setting is.
/// </summary>
internal sealed class SimSession(SimWorld world, SimTarget target, SimProcess process, bool isDurable)
{
    public bool IsDurable => isDurable;

    public SimTarget Target => target;

    public SimProcess Process => process;

    public int Package { get; set; }

    public long Token { get; set; }

    /// <summary>What the transaction does, once it is committed.</summary>
    public List<Action<SimState>> Work { get; } = [];

    public bool IsBroken { get; private set; }

    /// <summary>Nothing more comes of it.</summary>
    public bool IsSettled { get; private set; }

    /// <summary>Commits where the answer comes; false = nobody knows, and the server has perhaps not noticed yet.
    /// </summary>
    public bool TryCommit()
    {
        if (!world.Faults.Happens(world.Faults.LostAnswers))
        {
            target.Commit(this);
            return true;
        }

        world.Tell(process.Name, $"gets no answer to a commit in {target.Name}");
        IsBroken = true;
        var happens = world.Chance(50);
        if (world.Chance(50))
        {
            Settle(happens);
        }
        else
        {
            world.Post(null, world.Between(0, 6), () => Settle(happens));
        }

        return false;
    }

    /// <summary>The process is gone, and the server notices some time.</summary>
    public void Lose()
    {
        if (!IsBroken)
        {
            IsBroken = true;
            world.Post(null, world.Between(0, world.Chance(50) ? 0.1 : 20), () => Settle(happens: false));
        }
    }

    /// <summary>Ended by somebody else, at once.</summary>
    public void End()
    {
        IsBroken = true;
        Settle(happens: false);
    }

    /// <summary>The server is gone.</summary>
    public void Break()
    {
        (IsBroken, IsSettled) = (true, true);
        Work.Clear();
        target.Forget(this);
    }

    private void Settle(bool happens)
    {
        if (Work.Count > 0 && happens)
        {
            target.Commit(this);
        }

        target.Release(this);
        target.Forget(this);
        IsSettled = true;
    }
}

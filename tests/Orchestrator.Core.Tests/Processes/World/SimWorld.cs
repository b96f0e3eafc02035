using Orchestrator.Core.Tests.Simulation;

namespace Orchestrator.Core.Tests.Processes.World;

/// <summary>
/// One clock, one queue of what is to happen, one source of chance: several processes, their ledger and their targets,
/// on one thread. The same seed gives the same world, step by step.
/// </summary>
internal sealed class SimWorld
{
    private const int StoryMax = 40;
    private readonly PriorityQueue<Happening, (long, long)> _future = new();
    private readonly Queue<(TimeSpan At, string Who, string What)> _story = new();
    private long _sequence;

    public SimWorld(int seed, Mistake mistake)
    {
        (Seed, Mistake, Random) = (seed, mistake, new Random(seed));
        Faults = new Faults(this);
        Night = Night.Make(Random);
        Referee = new WorldReferee(this);
        Ledger = new SimLedger(this);
        Targets = [.. Night.Databases.Select((name, index) => new SimTarget(this, index, name))];
    }

    public int Seed { get; }

    /// <summary>What is done wrongly here.</summary>
    public Mistake Mistake { get; }

    public Random Random { get; }

    public TimeSpan Now { get; private set; } = TimeSpan.FromDays(1);

    public long Steps { get; private set; }

    public Night Night { get; }

    public Faults Faults { get; }

    public SimLedger Ledger { get; }

    public IReadOnlyList<SimTarget> Targets { get; }

    public WorldReferee Referee { get; }

    public List<SimProcess> Processes { get; } = [];

    /// <summary>How many processes there were.</summary>
    public int Started { get; set; }

    /// <summary>The rule that was broken; null = none. Kept here too, as what runs may catch exceptions.</summary>
    public string? Broken { get; private set; }

    public void Break(string rule) => Broken ??= rule;

    public void Require(bool holds, string rule)
    {
        if (!holds)
        {
            Break(rule);
        }
    }

    public void Tell(string who, string what)
    {
        _story.Enqueue((Now, who, what));
        if (_story.Count > StoryMax)
        {
            _story.Dequeue();
        }
    }

    public bool Chance(double percent) => Random.NextDouble() * 100 < percent;

    public TimeSpan Between(double from, double to) =>
        TimeSpan.FromMilliseconds(Math.Round(1000 * (from + (Random.NextDouble() * (to - from)))));

    /// <summary>Something that happens to a process (or to nobody) some time from now; a look is no step.</summary>
    public void Post(SimProcess? process, TimeSpan after, Action happens, bool isStep = true) =>
        Add(new Happening(process, happens, isStep), Now + after);

    /// <summary>Goes on until that time, also from within something that happens: then its process stands still.
    /// </summary>
    public void RunUntil(TimeSpan end)
    {
        while (Broken is null && _future.TryPeek(out _, out var due) && due.Item1 <= end.Ticks)
        {
            Next();
        }

        Now = end > Now ? end : Now;
    }

    /// <summary>Goes on while that holds; false = nothing more happens.</summary>
    public bool RunWhile(Func<bool> goesOn)
    {
        while (Broken is null && goesOn())
        {
            if (_future.Count == 0)
            {
                return false;
            }

            Next();
        }

        return true;
    }

    public string Story() => string.Join('\n', _story.Select(one =>
        $"  {(one.At - TimeSpan.FromDays(1)).TotalSeconds,9:0.000} {one.Who,-10} {one.What}"));

    private void Add(Happening happening, TimeSpan at) => _future.Enqueue(happening, (at.Ticks, _sequence++));

    private void Next()
    {
        _future.TryDequeue(out var next, out var due);
        Now = due.Item1 > Now.Ticks ? new TimeSpan(due.Item1) : Now;
        if (next!.Process is { } process)
        {
            if (process.IsDead)
            {
                return;
            }

            if (process.StandsStill)
            {
                var goesOn = process.StandsStillUntil > Now ? process.StandsStillUntil : Now;
                Add(next, goesOn + Between(0.001, 0.02));
                return;
            }
        }

        Steps += next.IsStep ? 1 : 0;
        try
        {
            next.Happens();
            next.Process?.Woken();
        }
        catch (SimKilledException)
        {
            // The process is dead; what it was about to do does not happen.
        }
        catch (BrokenRuleException broken)
        {
            Break(broken.Message);
        }

        Referee.Look();
    }

    private sealed record Happening(SimProcess? Process, Action Happens, bool IsStep);
}

/// <summary>A process died in the middle of what it did.</summary>
internal sealed class SimKilledException : Exception;

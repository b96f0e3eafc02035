namespace Orchestrator.Core.Tests.Processes.World;

/// <summary>What goes wrong in a world, and how often, by its seed; each kind of fault is absent from some.</summary>
internal sealed class Faults
{
    private readonly SimWorld _world;
    private readonly double _every;

    public Faults(SimWorld world)
    {
        _world = world;
        _every = world.Random.Next(3) switch { 0 => 8, 1 => 25, _ => 90 };
        Kills = Some(1);
        Stops = Some(1);
        LedgerOutages = Some(0.5);
        TargetCrashes = Some(0.7);
        ClockJumps = Some(0.3);
        LockLosses = Some(0.3);
        LostAnswers = Some(4);
        // What only a stop at the wrong moment shows is looked for where there are many.
        StandStills = world.Mistake is Mistake.MarkerTokenNotChecked or Mistake.ScopesWithoutLease ? 8 : Some(1.5);
        Failures = Some(8);
        StuckLoops = Some(0.3);
        AreOn = true;
    }

    public bool AreOn { get; private set; }

    public double Kills { get; }

    public double Stops { get; }

    public double LedgerOutages { get; }

    public double TargetCrashes { get; }

    public double ClockJumps { get; }

    /// <summary>The session that holds the lock of the batch is lost.</summary>
    public double LockLosses { get; }

    /// <summary>Percent of commits.</summary>
    public double LostAnswers { get; }

    /// <summary>Percent of commits to the ledger before which the process stands still.</summary>
    public double StandStills { get; }

    /// <summary>Percent of attempts that fail.</summary>
    public double Failures { get; }

    /// <summary>Percent of turns before which the loop is stuck for long.</summary>
    public double StuckLoops { get; }

    public bool HasClockJumped { get; private set; }

    public bool Happens(double percent) => AreOn && percent > 0 && _world.Chance(percent);

    public void Begin() => _world.Post(null, _world.Between(0, _every), Strike);

    public void End() => AreOn = false;

    private double Some(double most) => _world.Chance(60) ? most * (0.3 + _world.Random.NextDouble()) : 0;

    private void Strike()
    {
        if (!AreOn)
        {
            return;
        }

        _world.Post(null, _world.Between(0, _every), Strike);
        var living = _world.Processes.Where(process => !process.IsDead).ToArray();
        var victim = living.Length > 0 ? living[_world.Random.Next(living.Length)] : null;
        var sum = Kills + Stops + LedgerOutages + TargetCrashes + LockLosses + ClockJumps;
        var at = _world.Random.NextDouble() * sum;
        if ((at -= Kills) < 0)
        {
            victim?.Die("is killed");
        }
        else if ((at -= Stops) < 0)
        {
            victim?.StandStill(_world.Between(0.5, _world.Chance(50) ? 90 : 20));
        }
        else if ((at -= LedgerOutages) < 0)
        {
            _world.Ledger.Crash(_world.Between(0.1, _world.Chance(30) ? 40 : 8));
        }
        else if ((at -= TargetCrashes) < 0)
        {
            _world.Targets[_world.Random.Next(_world.Targets.Count)].Crash(_world.Between(0.1, 12));
        }
        else if ((at -= LockLosses) < 0)
        {
            _world.Ledger.LoseLock();
        }
        else if (sum > 0)
        {
            JumpClock(victim);
        }
    }

    private void JumpClock(SimProcess? victim)
    {
        var by = _world.Between(-3600, 3600);
        if (victim is not null && _world.Chance(70))
        {
            victim.Time.Wall += by;
            _world.Tell(victim.Name, $"its wall clock jumps by {by.TotalSeconds:0} s");
        }
        else if (_world.Ledger.HasSessions)
        {
            HasClockJumped = true;
            _world.Ledger.ClockOffset += by / 60;
            _world.Tell("ledger", $"its clock jumps by {by.TotalSeconds / 60:0} s");
        }
    }
}

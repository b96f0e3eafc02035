namespace Orchestrator.Faults.Tests.CrashPoints;

/// <summary>When a run is killed.</summary>
internal enum CrashTime
{
    /// <summary>In a night after others.</summary>
    Night,

    /// <summary>In the first run of all.</summary>
    First,

    /// <summary>While it looks after what another one left that was killed before.</summary>
    Recovery,
}

/// <summary>One kill and what comes after it.</summary>
/// <param name="Where">The platform, and whether its commits are delayed.</param>
/// <param name="Point">The point.</param>
/// <param name="Package">The package within which it is passed; empty = anywhere.</param>
/// <param name="Time">In which run.</param>
/// <param name="Seed">Chooses at which passing.</param>
/// <param name="Passings">How many there are in a run that nobody kills.</param>
internal sealed record CrashCase(
    BusyTemplate Where, string Point, string Package, CrashTime Time, int Seed, long Passings)
{
    private const string Midway = "ledger.result.after";
    private const string Checkpoint = "sqlite.checkpoint.";

    private Random Dice => new(HashCode(ToString()));

    /// <summary>Does it, and says whether the second kill came about.</summary>
    public bool Run()
    {
        var dice = Dice;
        using var night = Time == CrashTime.First ? Where.New() : Where.Second.Copy();
        if (Time == CrashTime.Recovery)
        {
            AssertKilled(night.Run($"{Midway}:{1 + dice.Next(12)}"));
        }

        // What is left is looked after first.
        var nth = Time == CrashTime.Recovery ? 1 : 1 + dice.NextInt64(Passings);
        var first = Time == CrashTime.Recovery ? night.Continue(At(nth)) : night.Run(At(nth));
        if (nth > 1 && first.ExitCode == 0)
        {
            // Results that come together are one commit, so that a night may pass a point less often than another.
            return (this with { Passings = nth - 1 }).Run();
        }

        if (first.ExitCode == 0 && Package.Length > 0 && Point.StartsWith(Checkpoint, StringComparison.Ordinal))
        {
            // Behind which package the log of a file is so large that it is copied depends on who came before it.
            return (this with { Package = "", Passings = 1 }).Run();
        }

        AssertKilled(first);
        var again = night.Continue(At(Seed % 2 == 0 ? nth : 1));
        var last = again.IsKilled ? night.Continue() : again;

        Assert.That(last.ExitCode, Is.Zero, last.Said);
        var expected = Time == CrashTime.First ? Where.FirstState : Where.SecondState;
        BusyState.AssertIs(night, expected);
        BusyState.AssertNothingIsLeft(night, Time == CrashTime.First ? 0 : 1);
        Assert.That(night.Place.Setting, Is.EqualTo(Where.Setting));
        return again.IsKilled;
    }

    public override string ToString() => $"{Where.Name}, {Point}{(Package.Length > 0 ? $"@{Package}" : "")}, "
        + $"{Time}, seed {Seed}";

    private string At(long nth) => $"{Point}{(Package.Length > 0 ? $"@{Package}" : "")}:{nth}";

    private static void AssertKilled(Ended ended) => Assert.That(ended.IsKilled, Is.True, ended.Said);

    // The same in each process.
    private static int HashCode(string text) => text.Aggregate(17, (hash, sign) => unchecked((hash * 31) + sign));
}

namespace Orchestrator.Faults.Tests.CrashPoints.Loops;

/// <summary>A night with loops that is killed, killed again while it goes on, and goes on to its end.</summary>
/// <param name="Where">What it is compared to.</param>
/// <param name="Point">Where it is killed.</param>
/// <param name="Nth">At which passing.</param>
internal sealed record LoopCrash(LoopTemplate Where, string Point, long Nth)
{
    /// <summary>Does it, and says whether the second kill came about.</summary>
    public bool Run()
    {
        var passed = Nth;
        using (var night = Where.New())
        {
            var log = Path.Combine(Path.GetTempPath(), Path.GetRandomFileName());
            try
            {
                var first = night.Run($"{Point}:{Nth}", log);
                if (first.ExitCode == 0)
                {
                    passed = PassedPoints.Of(log).Count(Point);
                }

                if (passed == 0 || passed >= Nth)
                {
                    return IsKilledAgain(night, first);
                }
            }
            finally
            {
                File.Delete(log);
            }
        }

        // Results that come together are one commit, so that a night may pass a point less often than another: then it
        // is the last passing of such a one, and not each number down to it.
        return (this with { Nth = passed }).Run();
    }

    public override string ToString() => $"{Where.Name}, {Point}:{Nth}";

    private bool IsKilledAgain(LoopNight night, Ended first)
    {
        Assert.That(first.IsKilled, Is.True, first.Said);
        var again = night.Continue($"{Point}:1");
        var last = again.IsKilled ? night.Continue() : again;

        Assert.That(last.ExitCode, Is.Zero, last.Said);
        night.AssertIs(Where.State);
        Assert.That(night.Setting, Is.EqualTo(Where.Setting));
        return again.IsKilled;
    }
}

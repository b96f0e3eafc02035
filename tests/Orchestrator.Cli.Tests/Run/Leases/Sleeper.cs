namespace Orchestrator.Cli.Tests.Run.Leases;

/// <summary>A run that a signal has stopped in the middle of its work, and the night that it is of.</summary>
/// <typeparam name="TNight">What is run.</typeparam>
internal sealed class Sleeper<TNight> : IDisposable
    where TNight : IDisposable
{
    // Whoever gets no processor for half of a short lease stops by itself before it is stopped, and whoever gets all of
    // them may be done by then. Neither stands still in the middle of its work; no other end is tried anew.
    private const int TriesMax = 20;
    private const int Killed = 137;
    private const string NotRenewed = "ORC4126";

    private Sleeper(TNight night, RunningCommand run) => (Night, Run) = (night, run);

    /// <summary>The night.</summary>
    public TNight Night { get; }

    /// <summary>Its first run.</summary>
    public RunningCommand Run { get; }

    /// <summary>Starts a night until its run stands still in the middle of its work.</summary>
    /// <param name="make">Makes the night, given how often that was done, this time included.</param>
    /// <param name="start">Starts its first run.</param>
    /// <param name="stop">
    /// Stops that at the moment that is wanted; false = it came to its end before, which is looked at here.
    /// </param>
    public static Sleeper<TNight> Of(
        Func<int, TNight> make, Func<TNight, RunningCommand> start, Func<TNight, RunningCommand, bool> stop)
    {
        for (var tries = 1; ; tries++)
        {
            var night = make(tries);
            RunningCommand? run = null;
            var isAsleep = false;
            try
            {
                run = start(night);
                isAsleep = stop(night, run);
                if (isAsleep)
                {
                    return new Sleeper<TNight>(night, run);
                }

                var code = EndOf(run);
                Assert.That(code == 0 || HasLostLease(run), Is.True, $"it ended with {code}: {run.Said}");
                Assert.That(tries, Is.LessThan(TriesMax), $"it ended with {code}: {run.Said}");
            }
            finally
            {
                if (!isAsleep)
                {
                    End(run);
                    night.Dispose();
                }
            }
        }
    }

    /// <summary>Waits for a moment of a run; false = it has ended before.</summary>
    public static bool Reaches(RunningCommand run, Func<bool> moment)
    {
        var isThere = false;
        Assert.That(
            () => (isThere = moment()) || run.HasEndedWithin(TimeSpan.Zero),
            Is.True.After(300).Seconds.PollEvery(5).MilliSeconds, () => run.Said);
        return isThere;
    }

    /// <summary>Whether a run, which is waited for, has ended because it could not renew its lease.</summary>
    public static bool HasLostLease(RunningCommand run) =>
        EndOf(run) == Killed || run.Said.Contains(NotRenewed, StringComparison.Ordinal);

    /// <inheritdoc/>
    public void Dispose()
    {
        End(Run);
        Night.Dispose();
    }

    // It may stand still at its very end.
    private static int EndOf(RunningCommand run)
    {
        if (!run.HasEndedWithin(TimeSpan.Zero))
        {
            run.Send("CONT");
        }

        return run.ExitCode();
    }

    // Whoever is gone writes nothing more into the folder that goes next.
    private static void End(RunningCommand? run)
    {
        if (run is null)
        {
            return;
        }

        if (!run.HasEndedWithin(TimeSpan.Zero))
        {
            run.Send("KILL");
        }

        _ = run.ExitCode();
        run.Dispose();
    }
}

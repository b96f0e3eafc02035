namespace Orchestrator.Cli.Tests.Run.Leases;

/// <summary>Another run takes a batch over from one that stands still, once its lease is over.</summary>
internal static class TakingOver
{
    private const int TriesMax = 30;

    private static readonly TimeSpan BetweenTries = TimeSpan.FromSeconds(1);

    /// <summary>Runs again until the lease of the first run is over and its batch is at work.</summary>
    /// <param name="sleeper">The first run, which stands still.</param>
    /// <param name="lease">How long a lease lasts.</param>
    /// <param name="start">Starts a run; those that come before the lease is over are refused.</param>
    public static RunningCommand From(RunningCommand sleeper, TimeSpan lease, Func<RunningCommand> start)
    {
        for (var tries = 0; ; tries++)
        {
            var next = start();
            while (!next.HasEndedWithin(TimeSpan.FromMilliseconds(20)))
            {
                if (next.Said.Contains("start  P/t", StringComparison.Ordinal))
                {
                    return next;
                }
            }

            if (next.ExitCode() == 0)
            {
                return next;
            }

            var (code, said) = (next.ExitCode(), next.Said);
            next.Dispose();
            Assert.That((code, tries), Is.EqualTo((3, tries)), said);
            Assert.That(said, Does.Contain("run 1, process "));
            Assert.That(tries, Is.LessThan(TriesMax), said);
            // A try costs a process, and before the lease is over it can only be refused. It is over so long behind the
            // first try, as nobody has renewed it since then.
            _ = sleeper.HasEndedWithin(tries == 0 ? lease : BetweenTries);
        }
    }
}

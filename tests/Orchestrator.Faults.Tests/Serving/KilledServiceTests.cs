using Orchestrator.Cli.Tests;

namespace Orchestrator.Faults.Tests.Serving;

/// <summary>Services that are killed at random moments, and several of them: each firing is run once, and to its end.
/// </summary>
internal sealed class KilledServiceTests
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    [Test]
    public void A_service_that_is_killed_at_a_few_moments_runs_each_firing_once() => KillAt(moments: 2, seed: 1);

    [Test]
    [Explicit("minutes long; entry serve-kills of tests/suites-full")]
    [Category("Full")]
    public void A_service_that_is_killed_at_fifty_moments_runs_each_firing_once() => KillAt(moments: 50, seed: 2);

    [Test]
    public void Of_two_services_one_runs_each_firing_and_goes_on_with_those_of_the_other() =>
        ServeTwo(firings: 4, every: "2s");

    [Test]
    [Explicit("minutes long; entry serve-two of tests/suites-full")]
    [Category("Full")]
    public void Of_two_services_one_runs_each_of_five_hundred_firings() => ServeTwo(firings: 500, every: "1s");

    [Test]
    public void A_run_that_somebody_has_gone_on_with_by_hand_is_that_of_the_firing()
    {
        RunningCommand.OnLinuxOnly();
        using var night = new ServedNight("1d");
        var service = night.Serve(dies: "load.commit.before");
        night.Ask("schedules", "run-now", "Nightly");
        service.AwaitLine("its process ended with exit code 137");
        service.Send("KILL");
        service.ExitCode();
        night.Ask("retry", "--yes");

        service = night.Serve();
        Await(() => night.NotEnded == 0, service, 1);

        Assert.That((night.Successes, night.Others, night.Loads), Is.EqualTo((1L, "", 1.0)), service.Said);
    }

    // Every other time with the runs that it has started, as a machine does that loses its power.
    private static void KillAt(int moments, int seed)
    {
        RunningCommand.OnLinuxOnly();
        var dice = new Random(seed);
        using var night = new ServedNight("2s");
        var service = night.Serve();
        for (var moment = 0; moment < moments; moment++)
        {
            var time = TimeSpan.FromMilliseconds(dice.Next(100, 5000));
            Assert.That(service.HasEndedWithin(time), Is.False, service.Said);
            service.Send("KILL");
            service.ExitCode();
            if (moment % 2 == 1)
            {
                night.KillRuns();
            }

            service = night.Serve();
        }

        ComeToAnEnd(night, service);
    }

    // A firing each second is more than a busy machine runs, and all of them have to come to their end.
    private static void ServeTwo(int firings, string every)
    {
        RunningCommand.OnLinuxOnly();
        using var night = new ServedNight(every);
        RunningCommand[] services = [night.Serve(), night.Serve()];
        Await(() => night.Successes >= firings / 2, services[0], firings);
        services[0].Send("KILL");
        services[0].ExitCode();
        Await(() => night.Successes >= firings, services[1], firings);

        ComeToAnEnd(night, services[1]);
    }

    private static void ComeToAnEnd(ServedNight night, RunningCommand service)
    {
        // Where the machine is busy hardly a firing came to its end between the kills.
        Await(() => night.Successes > 1, service, 1);
        night.Pause();
        Await(() => night.NotEnded == 0, service, 1);
        service.Send("TERM");

        Assert.That(service.ExitCode(), Is.EqualTo(143), service.Said);
        TestContext.Out.WriteLine($"{night.Successes} firings succeeded");
        Assert.That(night.Others, Is.Empty);
        Assert.That((night.Loads, night.Doubles, night.Strays), Is.EqualTo(((double)night.Successes, 0L, 0L)),
            () => service.Said);
    }

    private static void Await(Func<bool> isSo, RunningCommand service, int firings) => Assert.That(
        isSo, Is.True.After((int)(Patience.TotalMilliseconds + (firings * 5000)), 100), () => service.Said);
}

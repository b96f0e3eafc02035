using System.Text.Json;

namespace Orchestrator.Cli.Tests.Serve;

/// <summary>What people ask of schedules, at the command line and without a service.</summary>
internal sealed class ScheduleRequestTests
{
    [TestCase("pause")]
    [TestCase("resume")]
    [TestCase("run-now")]
    public void Without_a_ledger_there_is_nothing_to_ask(string action)
    {
        using var solution = new SmallSolution();

        var called = solution.Call("schedules", action, "Nightly");

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((2, "")));
        Assert.That(called.ErrorLines[0], Does.StartWith("orchestrator: nothing fires yet: there is no ledger"));
    }

    [Test]
    public void A_pause_is_kept_shown_and_ended_and_asked_twice_it_says_so()
    {
        using var solution = Ran();

        var paused = solution.Call("schedules", "pause", "Nightly", "--reason", "index rebuild");
        var again = solution.Call("schedules", "pause", "Nightly");
        var listed = solution.Call("schedules", "list");
        var resumed = solution.Call("schedules", "resume", "Nightly", "-o", "json");
        var after = solution.Call("schedules", "list");

        Assert.That(paused.Out, Does.StartWith("Nightly paused"), paused.Error);
        Assert.That(again.Out, Does.StartWith("Nightly was paused already"));
        Assert.That(listed.Out, Does.Contain("paused: Nightly since ").And.Contain("(index rebuild)"));
        Assert.That(JsonDocument.Parse(resumed.Out).RootElement.GetProperty("is_done").GetBoolean(), Is.True);
        Assert.That(after.Out, Does.Not.Contain("paused"));
    }

    [TestCase("schedules pause Nigthly", "no service has seen a batch or trigger 'Nigthly'")]
    [TestCase("schedules run-now", "`schedules run-now` needs a BATCH or BATCH/TRIGGER")]
    [TestCase("schedules run-now Nightly", "no service is at work in the environment 'default'")]
    [TestCase("schedules pause Nightly --count 3", "--count: `schedules pause` shows no firings")]
    [TestCase("schedules resume Nightly --reason x", "--reason: `schedules resume` keeps no reason")]
    public void What_nobody_could_do_is_refused(string line, string message)
    {
        using var solution = Ran();

        var called = solution.Call(line.Split(' '));

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((2, "")));
        Assert.That(called.ErrorLines[0], Does.StartWith("orchestrator: " + message));
    }

    [Test]
    public void A_reason_without_end_is_refused()
    {
        using var solution = Ran();

        var called = solution.Call("schedules", "pause", "Nightly", "--reason", new string('x', 1001));

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((2, "")));
        Assert.That(called.ErrorLines[0], Does.Contain("a reason has at most 1000 characters, got: 1001"));
        Assert.That(solution.Call("schedules", "list").Out, Does.Not.Contain("paused"));
    }

    private static SmallSolution Ran()
    {
        var solution = new SmallSolution();
        Assert.That(solution.Call("run", "-q").ExitCode, Is.Zero);
        return solution;
    }
}

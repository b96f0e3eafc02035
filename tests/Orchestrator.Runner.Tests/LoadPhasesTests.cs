namespace Orchestrator.Runner.Tests;

internal sealed class LoadPhasesTests
{
    private TimeSpan _now;

    [Test]
    public void Reading_and_writing_in_turns_are_one_phase_that_knows_the_time_of_each()
    {
        var phases = new LoadPhases(() => _now);
        Enter(phases, 0, "open");
        Enter(phases, 2, "read");
        Enter(phases, 5, "write");
        Enter(phases, 6, "read");
        Enter(phases, 10, "publish");
        _now = At(11);

        Assert.That(phases.End(), Is.EqualTo((LoadPhase[])
        [
            new("open", At(0), At(2)), new("move", At(2), At(10)) { Reading = At(7), Writing = At(1) },
            new("publish", At(10), At(11)),
        ]));
    }

    [Test]
    public void What_begins_again_is_there_twice()
    {
        var phases = new LoadPhases(() => _now);
        Enter(phases, 0, "open");
        Enter(phases, 1, "write");
        Enter(phases, 2, "open");
        Enter(phases, 3, "open");
        _now = At(4);

        Assert.That(
            phases.End().Select(phase => (phase.Name, phase.Begin, phase.End)),
            Is.EqualTo(((string, TimeSpan, TimeSpan)[])
            [("open", At(0), At(1)), ("move", At(1), At(2)), ("open", At(2), At(4))]));
    }

    [Test]
    public void However_much_is_told_few_phases_are_kept_without_a_gap()
    {
        var phases = new LoadPhases(() => _now);
        for (var second = 0; second < 1000; second++)
        {
            Enter(phases, second, $"part {second}");
        }

        _now = At(1000);
        var kept = phases.End();
        Assert.That(kept, Has.Count.EqualTo(12));
        Assert.That((kept[0].Begin, kept[^1].End), Is.EqualTo((At(0), At(1000))));
        Assert.That(kept.Skip(1).Select(one => one.Begin), Is.EqualTo(kept.SkipLast(1).Select(one => one.End)));
    }

    [Test]
    public void What_tells_nothing_has_none()
    {
        Assert.That(new LoadPhases(() => _now).End(), Is.Empty);
    }

    private static TimeSpan At(int second) => TimeSpan.FromSeconds(second);

    private void Enter(LoadPhases phases, int second, string part)
    {
        _now = At(second);
        phases.Enter(part);
    }
}

using Orchestrator.Core;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Runner.Tests;

internal sealed class AttemptWatchTests
{
    private readonly FakeTime _time = new();
    private readonly ProgressCounter _progress = new();
    private readonly List<string> _warnings = [];

    [SetUp]
    public void Forget() => _warnings.Clear();

    [Test]
    public void Without_progress_for_so_long_it_warns_once_and_names_who_blocks_it()
    {
        using var watch = Watch(new Expectations { NoProgress = TimeSpan.FromMinutes(10) });
        _time.Advance(TimeSpan.FromMinutes(6));
        _progress.Report(100, 0);
        _time.Advance(TimeSpan.FromMinutes(6));
        var before = _warnings.Count;
        _time.Advance(TimeSpan.FromMinutes(30));

        Assert.That(before, Is.Zero, "rows came");
        Assert.That(_warnings, Is.EqualTo(new[]
        {
            "It has made no progress for 30:00 min; it is blocked by session 7 (psql).",
        }));
    }

    [Test]
    public void What_it_waits_for_is_in_the_warning_and_a_change_of_it_is_progress()
    {
        using var watch = Watch(new Expectations { NoProgress = TimeSpan.FromMinutes(10) }, blocker: "");
        _time.Advance(TimeSpan.FromMinutes(9));
        watch.HeldUp(WaitReason.WriterTurn, "staging.db, held by Staging/customer");
        _time.Advance(TimeSpan.FromMinutes(9));
        var before = _warnings.Count;
        _time.Advance(TimeSpan.FromMinutes(1));

        Assert.That(before, Is.Zero);
        Assert.That(_warnings.Single(), Does.StartWith("It has made no progress for ")
            .And.EndsWith("; it waits: writer turn of staging.db, held by Staging/customer."));
    }

    [Test]
    public void What_it_waits_for_told_once_more_is_no_progress()
    {
        using var watch = Watch(new Expectations { NoProgress = TimeSpan.FromMinutes(10) }, blocker: "");
        watch.HeldUp(WaitReason.Claim, "t, held by run 7");
        _time.Advance(TimeSpan.FromMinutes(6));
        watch.HeldUp(WaitReason.Claim, "t, held by run 7");
        _time.Advance(TimeSpan.FromMinutes(6));

        Assert.That(_warnings.Single(), Does.StartWith("It has made no progress for ")
            .And.Contains("t, held by run 7"));
    }

    [Test]
    public void Longer_than_so_many_medians_of_work_it_warns_and_waiting_is_no_work()
    {
        using var watch = Watch(new Expectations { MaxDurationFactor = 3 }, TimeSpan.FromMinutes(2));
        watch.HeldUp(WaitReason.Claim, "a table");
        _time.Advance(TimeSpan.FromMinutes(20));
        watch.HeldUp(WaitReason.Claim, null);
        _time.Advance(TimeSpan.FromMinutes(6));
        var before = _warnings.Count;
        _time.Advance(TimeSpan.FromMinutes(1));

        Assert.That(before, Is.Zero);
        Assert.That(_warnings.Single(), Does.Match(
            @"It has worked for 7:00 min, more than 3 times the median of its past successes \(2:00 min\)\."));
    }

    [Test]
    public void An_attempt_that_ends_between_two_looks_is_looked_at_once_more()
    {
        var watch = Watch(new Expectations { MaxDurationFactor = 2 }, TimeSpan.FromMilliseconds(10));
        _time.Advance(TimeSpan.FromMilliseconds(30));
        watch.Dispose();

        Assert.That(_warnings, Has.Count.EqualTo(1));
    }

    [Test]
    public void Without_history_and_without_expectations_nothing_is_said()
    {
        using var first = Watch(new Expectations { MaxDurationFactor = 2 });
        using var other = Watch(new Expectations());
        _time.Advance(TimeSpan.FromHours(20));

        Assert.That(_warnings, Is.Empty);
    }

    private AttemptWatch Watch(Expectations expect, TimeSpan? median = null, string blocker = "session 7 (psql)") =>
        new(expect, median, _progress, _time, _warnings.Add, () => blocker);
}

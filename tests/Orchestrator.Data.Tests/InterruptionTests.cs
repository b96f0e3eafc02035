using System.Collections.Concurrent;

namespace Orchestrator.Data.Tests;

/// <summary>What is to stop is interrupted until it has ended, and nothing else ever is.</summary>
internal sealed class InterruptionTests
{
    private LadderClock _clock = null!;
    private CancellationTokenSource _stop = null!;
    private Interruption _interruption = null!;
    private int _interrupts;

    [SetUp]
    public void Make()
    {
        _clock = new LadderClock();
        _stop = new CancellationTokenSource();
        _interrupts = 0;
        _interruption = new Interruption(() => _interrupts++, _clock);
    }

    [TearDown]
    public void Remove()
    {
        _interruption.Dispose();
        _stop.Dispose();
    }

    [Test]
    public void One_that_is_lost_comes_again_until_what_it_is_to_stop_has_ended()
    {
        using (_interruption.On(_stop.Token))
        {
            _stop.Cancel();
            _clock.Fire();
            _clock.Fire();
        }

        _clock.Fire();

        Assert.That(_interrupts, Is.EqualTo(3));
    }

    [Test]
    public void Where_nobody_asks_for_one_there_is_no_timer_and_none_comes()
    {
        using (_interruption.On(_stop.Token))
        {
            _clock.Fire();
        }

        _stop.Cancel();

        Assert.That((_interrupts, _clock.Pauses.Count), Is.EqualTo((0, 0)));
    }

    [Test]
    public void The_pauses_between_them_grow_up_to_a_bound()
    {
        _interruption.Begin();
        for (var i = 0; i < 8; i++)
        {
            _clock.Fire();
        }

        Assert.That(_clock.Pauses, Is.EqualTo(new double[] { 100, 200, 400, 800, 1600, 3200, 5000, 5000, 5000 }));
    }

    [Test]
    public void What_cleans_up_is_interrupted_neither_by_who_asked_before_nor_by_who_asks_meanwhile()
    {
        using var asked = _interruption.On(_stop.Token);
        using var late = new CancellationTokenSource();
        using var meanwhile = _interruption.On(late.Token);
        _stop.Cancel();

        _interruption.Spare(() =>
        {
            _clock.Fire();
            late.Cancel();
            _interruption.Begin();
        });

        _clock.Fire();
        Assert.That(_interrupts, Is.EqualTo(1), "before it");
    }

    [Test]
    public void Behind_a_clean_up_also_one_that_failed_who_asks_is_heard()
    {
        Assert.That(() => _interruption.Spare(() => throw new IOException("gone")), Throws.InstanceOf<IOException>());
        using var asked = _interruption.On(_stop.Token);

        _stop.Cancel();
        _clock.Fire();

        Assert.That(_interrupts, Is.EqualTo(2));
    }

    [Test]
    public void What_ends_within_something_else_that_is_to_stop_does_not_end_that()
    {
        using var outer = _interruption.On(_stop.Token);
        using (_interruption.On(_stop.Token))
        {
            _stop.Cancel();
        }

        var before = _interrupts;
        _clock.Fire();

        Assert.That(_interrupts, Is.EqualTo(before + 1));
    }

    [Test]
    public void A_token_that_has_fired_before_interrupts_at_once()
    {
        _stop.Cancel();

        using var asked = _interruption.On(_stop.Token);

        Assert.That(_interrupts, Is.EqualTo(1));
    }

    [Test]
    public void A_session_that_was_given_back_is_interrupted_by_nobody()
    {
        using var asked = _interruption.On(_stop.Token);
        _interruption.Begin();
        _interruption.Dispose();

        _stop.Cancel();
        _interruption.Begin();
        _clock.Fire();

        Assert.That(_interrupts, Is.EqualTo(1), "before it");
    }

    [TestCase("scope")]
    [TestCase("clean-up")]
    [TestCase("session")]
    public void Who_ends_it_waits_for_one_that_is_under_way(string what)
    {
        var order = new ConcurrentQueue<string>();
        using var reached = new ManualResetEventSlim();
        using var heard = new ManualResetEventSlim();
        using var interruption = new Interruption(
            () =>
            {
                reached.Set();
                heard.Wait();
                order.Enqueue("interrupted");
            },
            _clock);
        var scope = interruption.On(_stop.Token);
        var signal = new Thread(_stop.Cancel);
        signal.Start();
        reached.Wait();

        var owner = new Thread(() =>
        {
            End(what, scope, interruption);
            order.Enqueue("ended");
        });
        owner.Start();
        Assert.That(
            () => owner.ThreadState is ThreadState.WaitSleepJoin or ThreadState.Stopped,
            Is.True.After(300).Seconds.PollEvery(10).MilliSeconds);
        heard.Set();
        signal.Join();
        owner.Join();
        scope.Dispose();

        Assert.That(order, Is.EqualTo(new[] { "interrupted", "ended" }));
    }

    [Test]
    public void One_that_fails_is_tried_again()
    {
        var tries = 0;
        using var interruption = new Interruption(
            () => _ = tries++ == 0 ? throw new InvalidOperationException("not now") : 0, _clock);

        interruption.Begin();
        _clock.Fire();

        Assert.That(tries, Is.EqualTo(2));
    }

    private static void End(string what, IDisposable scope, Interruption interruption)
    {
        switch (what)
        {
            case "scope":
                scope.Dispose();
                break;
            case "clean-up":
                interruption.Spare(() => { });
                break;
            default:
                interruption.Dispose();
                break;
        }
    }
}

namespace Orchestrator.Ledger.Tests;

internal sealed class RunLockTests(Place place) : ConformanceFixture(place)
{
    [Test]
    public void A_second_run_of_the_batch_is_refused_and_told_who_holds_it()
    {
        using var run = Begin("Nightly");

        var refusal = Assert.Throws<LedgerException>(() => Acquire("Nightly"));

        Assert.That(refusal!.Code, Is.EqualTo(LedgerCodes.HeldByAnotherRun));
        Assert.That(refusal.Message, Does.Contain(
            $"run 1, process {Environment.ProcessId} on {Environment.MachineName}, user {Environment.UserName}"));
    }

    [Test]
    public void Another_batch_and_another_environment_are_free()
    {
        using var nightly = Acquire("Nightly");

        Assert.That(() => Acquire("Weekly").Dispose(), Throws.Nothing);
        Assert.That(() => Acquire("Nightly", "prod").Dispose(), Throws.Nothing);
        Assert.That(() => Acquire("nightly").Dispose(), Throws.Nothing);
    }

    [Test]
    public void A_lock_is_free_again_once_it_is_released()
    {
        Acquire("Nightly").Dispose();

        Assert.That(RunLock.IsHeld(Location, "Nightly", "default"), Is.False);
        Assert.That(() => Acquire("Nightly").Dispose(), Throws.Nothing);
    }

    [Test]
    public void Another_process_holds_the_lock_until_it_is_killed()
    {
        using var other = SecondProcess.Start("hold", Places.Text(Location), "Nightly");
        Assert.That(other.ReadLine(), Is.EqualTo("holding"));
        Assert.That(RunLock.IsHeld(Location, "Nightly", "default"), Is.True);
        Assert.That(() => Acquire("Nightly", TimeSpan.Zero), Throws.TypeOf<LedgerException>());

        other.Kill();

        // Who acquires it waits for a server to notice that the other is gone; who looks does not.
        Assert.That(() => Acquire("Nightly", Patience).Dispose(), Throws.Nothing);
        Assert.That(RunLock.IsHeld(Location, "Nightly", "default"), Is.False);
    }

    [TestCase(15)]
    [TestCase(200, Category = "Full")]
    public void Looking_at_a_lock_makes_nothing_and_keeps_nobody_out(int times)
    {
        using var looking = new CancellationTokenSource();
        var looker = new Thread(() =>
        {
            while (!looking.IsCancellationRequested)
            {
                RunLock.IsHeld(Location, "Nightly", "default");
            }
        });
        Assert.That(RunLock.IsHeld(Location, "Nightly", "default"), Is.False);
        Assert.That(Directory.Exists(Location.Folder), Is.False);

        looker.Start();
        var acquiring = () =>
        {
            for (var i = 0; i < times; i++)
            {
                Acquire("Nightly").Dispose();
            }
        };

        Assert.That(acquiring, Throws.Nothing);
        looking.Cancel();
        looker.Join();
    }

    private RunLock Acquire(string batch, string environment = "default") =>
        RunLock.Acquire(Location, batch, environment);
}

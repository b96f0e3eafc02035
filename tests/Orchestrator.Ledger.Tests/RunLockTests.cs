using System.Diagnostics.CodeAnalysis;

namespace Orchestrator.Ledger.Tests;

internal sealed class RunLockTests : LedgerFixture
{
    [Test]
    public void A_second_run_of_the_batch_is_refused_and_told_who_holds_it()
    {
        using var run = Begin("Nightly");

        var refusal = Assert.Throws<LedgerException>(() => Acquire("Nightly"));

        Assert.That(refusal!.Code, Is.EqualTo(LedgerCodes.HeldByAnotherRun));
        Assert.That(refusal.Message, Does.Contain(
            "run 1, process 4711 on host, user user, since 2031-05-06 07:08:09 UTC"));
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
        using var other = SecondProcess.Start("hold", Location.File, "Nightly");
        Assert.That(other.ReadLine(), Is.EqualTo("holding"));
        Assert.That(RunLock.IsHeld(Location, "Nightly", "default"), Is.True);
        Assert.That(() => Acquire("Nightly"), Throws.TypeOf<LedgerException>());

        other.Kill();

        Assert.That(RunLock.IsHeld(Location, "Nightly", "default"), Is.False);
        Assert.That(() => Acquire("Nightly").Dispose(), Throws.Nothing);
    }

    [Test]
    public void Looking_at_a_lock_makes_nothing_and_keeps_nobody_out()
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
        Assert.That(Directory.Exists(Location.Locks), Is.False);

        looker.Start();
        var acquiring = () =>
        {
            for (var i = 0; i < 200; i++)
            {
                Acquire("Nightly").Dispose();
            }
        };

        Assert.That(acquiring, Throws.Nothing);
        looking.Cancel();
        looker.Join();
    }

    [TestCase("../../etc/passwd")]
    [TestCase("CON")]
    [TestCase("a:b*c?d|e\"f<g>h\\i")]
    [TestCase("Nächtlich 夜間 \u001b[31m\n")]
    [TestCase("")]
    public void Any_name_makes_a_file_inside_the_folder_of_locks(string name)
    {
        var path = FileRunLock.PathOf(Location, name, name);

        Assert.That(Path.GetDirectoryName(path), Is.EqualTo(Location.Locks));
        Assert.That(Path.GetFileName(path), Does.Match("^[A-Za-z0-9_@-]{18,100}\\.lock$"));
    }

    [Test]
    public void Names_that_look_alike_once_they_are_cut_have_locks_of_their_own()
    {
        string[] names = ["a/b", "a_b", "a b", new string('x', 50), new string('x', 51)];

        var paths = names.Select(name => FileRunLock.PathOf(Location, name, "default"));

        Assert.That(paths, Is.Unique);
    }

    [Test]
    [SuppressMessage("Reliability", "CA2000", Justification = "Nothing is acquired.")]
    public void A_holder_who_has_not_said_who_he_is_is_still_refused_for()
    {
        using var held = Acquire("Nightly");
        foreach (var file in Directory.GetFiles(Location.Locks, "*.holder"))
        {
            File.WriteAllText(file, "half a li");
        }

        Assert.That(
            () => Acquire("Nightly"),
            Throws.TypeOf<LedgerException>().With.Message.Contains("another process"));
    }

    private RunLock Acquire(string batch, string environment = "default") =>
        RunLock.Acquire(Location, batch, environment, Holder);
}

namespace Orchestrator.Faults.Tests.Durability;

/// <summary>
/// A run loses its ledger while its target is relaxed: it stops, puts the setting back, and says what is not known; the
/// next run, with a ledger that knows of nothing, is as any.
/// </summary>
internal sealed class LostLedgerTests
{
    private const int Failed = 1;

    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(5);

    private readonly List<string> _said = [];

    [SetUp]
    public void Forget() => _said.Clear();

    [TestCase(Relaxable.PostgreSqlDatabase)]
    [TestCase(Relaxable.SqlServer)]
    public void Its_file_is_deleted(Relaxable what)
    {
        using var place = RelaxedPlace.Of(what);
        using var night = new CrashNight(place);

        Lose(night, night.DeleteLedger);

        AssertTheNextOneIsWell(night);
    }

    [Test]
    public void Its_database_on_a_server_is_dropped()
    {
        using var place = RelaxedPlace.Of(Relaxable.PostgreSqlDatabase);
        using var night = new CrashNight(place, PostgreSqlPlaceToRelax.MakeBeside("Ledger"));

        Lose(night, () => PostgreSqlPlaceToRelax.Drop("ledger"));

        PostgreSqlPlaceToRelax.MakeBeside("Ledger");
        try
        {
            AssertTheNextOneIsWell(night);
        }
        finally
        {
            PostgreSqlPlaceToRelax.Drop("ledger");
        }
    }

    private void Lose(CrashNight night, Action lose)
    {
        var found = night.Place.Setting;
        night.MakePipe("c.csv");
        using var run = night.Begin("One", _said);
        // A package is at work: behind all that a run does to relax its target, and writes of that.
        Assert.That(Said, Does.Contain(" start  First/c").After(300).Seconds.PollEvery(50).MilliSeconds);
        Assert.That(night.Place.Setting, Is.EqualTo(night.Place.Relaxed));

        lose();
        // It may have ended before it reads what is written there.
        _ = Task.Factory.StartNew(() => night.Fill("c.csv"), TaskCreationOptions.LongRunning);
        Assert.That(run.WaitForExit(Patience), Is.True);
        run.WaitForExit();

        var text = Said();
        Assert.That((run.ExitCode, night.Place.Setting), Is.EqualTo((Failed, found)), text);
        Assert.That(text, Does.Match("(?m)^ORC4104: .*ledger.* cannot be written"));
        Assert.That(text, Does.Match(@"(?m)^ORC4010 The durability of Target \(\w+\) is put back, and the ledger knows "
            + "nothing of that: "));
    }

    private string Said()
    {
        lock (_said)
        {
            return string.Join('\n', _said);
        }
    }

    private static void AssertTheNextOneIsWell(CrashNight night)
    {
        var found = night.Place.Setting;
        var next = night.Run();
        Assert.That(next.ExitCode, Is.Zero, next.Said);
        Assert.That(night.Place.Setting, Is.EqualTo(found));
        Assert.That(night.Place.Rows(night.Folder, "a"), Is.EqualTo(new[] { "1,Ann", "2,Bob" }));
        Assert.That(night.Place.Rows(night.Folder, "b"), Is.EqualTo(new[] { "3,Cid" }));
    }
}

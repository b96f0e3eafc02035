using Orchestrator.Core.Durability;

namespace Orchestrator.Faults.Tests.Durability;

/// <summary>
/// A run is killed at each step of what it does to the durability of its target, and the next start finishes that: the
/// setting is as it was found, nothing is open, nothing of the engine's own is left, and the rows are right.
/// </summary>
[Parallelizable(ParallelScope.Self)] // They mostly wait for processes.
internal sealed class CrashTableTests
{
    private static readonly string[] Steps = ["intent", "claim", "change", "work", "flush", "restore", "release"];

    private static readonly string[] WhileRelaxed =
    [
        "change.after", "work.before", "work.after", "flush.before", "flush.after", "restore.before",
    ];

    public static IEnumerable<TestCaseData> Table =>
        from what in Enum.GetValues<Relaxable>()
        from step in Steps
        from side in new[] { "before", "after" }
        select Placed(new TestCaseData(what, $"{step}.{side}", FoundAt(what, side)), InEachRun(what, step, side));

    [TestCaseSource(nameof(Table))]
    public void Killed_there_a_run_leaves_what_the_next_one_puts_right(Relaxable what, string point, string found)
    {
        using var place = RelaxedPlace.Of(what);
        place.Setting = found;
        using var night = new CrashNight(place);

        var killed = night.Run($"durability.{point}");

        Assert.That(killed.ExitCode, Is.EqualTo(137), killed.Said);
        if (place.IsOfDatabase)
        {
            Assert.That(place.Setting, Is.EqualTo(WhileRelaxed.Contains(point) ? place.Relaxed : found));
        }

        var next = night.Run();

        Assert.That(next.ExitCode, Is.Zero, next.Said);
        AssertIsWell(night, found);
    }

    [TestCaseSource(nameof(OfDatabases))]
    public void Of_two_runs_at_a_time_either_may_die_first_and_the_other_one_restores(Relaxable what, bool secondDies)
    {
        using var place = RelaxedPlace.Of(what);
        var found = place.Setting;
        using var night = new CrashNight(place);
        night.MakePipe("c.csv");
        night.MakePipe("d.csv");
        using var one = night.StartRelaxed("One", open: 1);
        using var two = night.StartRelaxed("Two", open: 2);
        var (dies, lives) = secondDies ? (two, one) : (one, two);

        dies.Kill();
        dies.WaitForExit();
        Assert.That(place.Setting, Is.EqualTo(place.Relaxed));
        night.Fill(secondDies ? "c.csv" : "d.csv");
        lives.WaitForExit();

        Assert.That((lives.ExitCode, place.Setting), Is.EqualTo((0, found)));
        AssertTheNextOneIsWell(night, found);
    }

    [TestCaseSource(nameof(Databases))]
    public void Of_two_runs_both_may_die_and_the_next_one_restores(Relaxable what)
    {
        using var place = RelaxedPlace.Of(what);
        var found = place.Setting;
        using var night = new CrashNight(place);
        night.MakePipe("c.csv");
        night.MakePipe("d.csv");
        using var one = night.StartRelaxed("One", open: 1);
        using var two = night.StartRelaxed("Two", open: 2);

        foreach (var run in new[] { two, one })
        {
            run.Kill();
            run.WaitForExit();
        }

        Assert.That(place.Setting, Is.EqualTo(place.Relaxed));
        AssertTheNextOneIsWell(night, found);
    }

    [TestCaseSource(nameof(OfDatabases))]
    public void A_second_ledger_never_takes_the_relaxed_setting_for_the_one_found(Relaxable what, bool secondDies)
    {
        using var place = RelaxedPlace.Of(what);
        var found = place.Setting;
        using var night = new CrashNight(place);
        using var other = new CrashNight(place);
        night.MakePipe("c.csv");
        other.MakePipe("d.csv");
        using var one = night.StartRelaxed("One", open: 1);
        using var two = other.StartRelaxed("Two", open: 1);
        var (dies, lives) = secondDies ? (two, one) : (one, two);

        Assert.That(other.Scopes().Single().Found, Is.EqualTo(found));
        dies.Kill();
        dies.WaitForExit();
        if (secondDies)
        {
            night.Fill("c.csv");
        }
        else
        {
            other.Fill("d.csv");
        }

        lives.WaitForExit();
        Assert.That((lives.ExitCode, place.Setting), Is.EqualTo((0, found)));
        AssertTheNextOneIsWell(night, found);
        AssertTheNextOneIsWell(other, found);
    }

    [TestCaseSource(nameof(Databases))]
    public void What_somebody_else_sets_in_between_is_left_alone_and_kept(Relaxable what)
    {
        using var place = RelaxedPlace.Of(what);
        using var night = new CrashNight(place);
        Assert.That(night.Run("durability.work.after").ExitCode, Is.EqualTo(137));
        place.Setting = place.Other;

        var next = night.Run();

        Assert.That(next.ExitCode, Is.Zero, next.Said);
        Assert.That(night.Scopes()[^1].State, Is.EqualTo(ScopeState.LeftAlone));
        AssertIsWell(night, place.Other);
    }

    [TestCaseSource(nameof(Everywhere))]
    public void A_ledger_that_was_deleted_in_between_is_not_missed(Relaxable what)
    {
        using var place = RelaxedPlace.Of(what);
        var found = place.Setting;
        using var night = new CrashNight(place);
        Assert.That(night.Run("durability.work.after").ExitCode, Is.EqualTo(137));
        night.DeleteLedger();

        var next = night.Run();

        Assert.That(next.ExitCode, Is.Zero, next.Said);
        Assert.That(place.Setting, Is.EqualTo(found));
        Assert.That(night.OpenScopes(), Is.Empty);
        AssertRows(night);
    }

    private static IEnumerable<TestCaseData> Everywhere =>
        from what in Enum.GetValues<Relaxable>()
        select Placed(new TestCaseData(what), what is Relaxable.Sqlite or Relaxable.PostgreSqlDatabase);

    private static IEnumerable<TestCaseData> Databases =>
        from what in new[] { Relaxable.PostgreSqlDatabase, Relaxable.SqlServer }
        select Placed(new TestCaseData(what), what == Relaxable.SqlServer);

    private static IEnumerable<TestCaseData> OfDatabases =>
        from what in new[] { Relaxable.PostgreSqlDatabase, Relaxable.SqlServer }
        from secondDies in new[] { false, true }
        select Placed(new TestCaseData(what, secondDies), what == Relaxable.PostgreSqlDatabase && secondDies);

    private static string FoundAt(Relaxable what, string side) => (what, side) switch
    {
        (Relaxable.SqlServer, "before") => "DISABLED",
        (Relaxable.SqlServer, _) => "ALLOWED",
        (Relaxable.PostgreSqlDatabase, "before") => "local",
        _ => "",
    };

    /// <summary>Each run of the tests has one of each platform; all are in the long proofs.</summary>
    private static bool InEachRun(Relaxable what, string step, string side) => (what, step, side) switch
    {
        (Relaxable.Sqlite, "flush", "before") or (Relaxable.PostgreSqlSession, "work", "after") => true,
        (Relaxable.PostgreSqlDatabase, "change", "after") or (Relaxable.SqlServer, "flush", "after") => true,
        _ => false,
    };

    private static TestCaseData Placed(TestCaseData data, bool isInEachRun) =>
        isInEachRun ? data : data.SetCategory("Full");

    private static void AssertTheNextOneIsWell(CrashNight night, string found)
    {
        var next = night.Run();
        Assert.That(next.ExitCode, Is.Zero, next.Said);
        AssertIsWell(night, found);
    }

    private static void AssertIsWell(CrashNight night, string found)
    {
        Assert.That(night.Place.Setting, Is.EqualTo(found));
        Assert.That(night.OpenScopes(), Is.Empty);
        Assert.That(night.Place.Left(night.Folder), Is.Zero);
        AssertRows(night);
    }

    private static void AssertRows(CrashNight night)
    {
        Assert.That(night.Place.Rows(night.Folder, "a"), Is.EqualTo(new[] { "1,Ann", "2,Bob" }));
        Assert.That(night.Place.Rows(night.Folder, "b"), Is.EqualTo(new[] { "3,Cid" }));
    }
}

using Orchestrator.Core.Advice;

namespace Orchestrator.Core.Tests.Advice;

[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class RelaxingAdviceTests
{
    private readonly PlanSketch _sketch = new();
    private readonly Dictionary<int, PastPackage> _packages = [];

    public RelaxingAdviceTests()
    {
        _sketch.Project("P");
        _sketch.Level(10);
        _sketch.Container("C");
    }

    [Test]
    public void What_the_commits_waited_for_the_log_is_saved_in_the_order_of_the_real_run()
    {
        // Two slots: a beside b, then c. Without the log a takes 4 s, b 5 s, c 1 s.
        Add("a", working: 10, commits: 600, log: 6);
        Add("b", working: 9, commits: 400, log: 4);
        Add("c", working: 5, commits: 400, log: 4);

        var found = Of(seconds: 15, slots: 2)!;

        Assert.That((found.Effect, found.Before, found.After),
            Is.EqualTo((RelaxingEffect.Helps, Seconds(15), Seconds(1 + 5))));
        Assert.That((found.Packages, found.Commits, found.LogTime), Is.EqualTo((3, 1400L, Seconds(14))));
    }

    [Test]
    public void A_barrier_is_waited_for_as_in_the_real_run()
    {
        Add("a", working: 10, commits: 900, log: 9);
        Add("b", working: 8, commits: 1, log: 0);
        _sketch.Level(20);
        _sketch.Container("D");
        Add("c", working: 10, commits: 900, log: 9);

        Assert.That(Of(seconds: 20, slots: 4)!.After, Is.EqualTo(Seconds(8 + 1)));
    }

    [TestCase(null, 2)]
    [TestCase(3, 2)]
    [TestCase(8, 4)]
    [TestCase(30, 4, Description = "of which most was waking up for the log")]
    public void A_run_that_shares_its_processors_with_the_server_is_not_faster_than_these(int? worked, int expected)
    {
        for (var i = 0; i < 4; i++)
        {
            Add($"p{i}", working: 20, commits: 1000, log: 18);
        }

        Assert.That(Of(20, slots: 4, processors: 2, worked: worked)!.After, Is.EqualTo(Seconds(expected)));
    }

    [Test]
    public void Packages_of_other_databases_keep_what_they_wait_for()
    {
        Add("a", working: 10, commits: 900, log: 9);
        Add("b", working: 10, commits: 900, log: 9, connection: "Target");

        var found = Of(20, slots: 1)!;

        Assert.That((found.After, found.Packages), Is.EqualTo((Seconds(11), 1)));
    }

    [Test]
    public void One_commit_per_table_cannot_be_helped()
    {
        Add("a", working: 100, commits: 3, log: 0.05);
        Add("b", working: 100, commits: 2, log: 0.05);

        var found = Of(100, slots: 2)!;

        Assert.That((found.Effect, found.After), Is.EqualTo((RelaxingEffect.OneCommitPerTable, Seconds(100))));
    }

    [Test]
    public void Many_commits_that_the_log_does_not_hold_up_save_nothing()
    {
        Add("a", working: 100, commits: 90_000, log: 1);

        Assert.That(Of(100, slots: 2)!.Effect, Is.EqualTo(RelaxingEffect.SavesNothing));
    }

    [Test]
    public void Many_commits_of_which_nobody_knows_what_the_log_costs_are_not_guessed_about()
    {
        Add("a", working: 100, commits: 90_000, log: null);

        Assert.That(Of(100, slots: 2)!.Effect, Is.EqualTo(RelaxingEffect.Unknown));
    }

    [Test]
    public void A_package_that_did_not_run_takes_no_time_and_nothing_waits_for_it()
    {
        Add("a", working: 10, commits: 900, log: 9);
        _sketch.Package("new");

        Assert.That(Of(10, slots: 1)!.After, Is.EqualTo(Seconds(1)));
    }

    [Test]
    public void A_time_out_that_the_real_run_kept_is_none_here()
    {
        _sketch.Timeout = TimeSpan.FromSeconds(3);
        Add("a", working: 10, commits: 900, log: 5);
        _sketch.Change(4, node => node with { Timeout = TimeSpan.FromSeconds(2) });

        Assert.That(Of(10, slots: 1)!.After, Is.EqualTo(Seconds(5)));
    }

    [Test]
    public void A_connection_to_which_nothing_was_committed_has_no_forecast() => Assert.That(Of(10, 1), Is.Null);

    [Test]
    public void The_night_that_this_project_began_with_is_predicted_within_a_quarter()
    {
        // 600 tables row by row, ten at once on eight processors; 58 % of the work were waits for the log.
        for (var i = 0; i < 600; i++)
        {
            var minutes = 60.0 + i % 100 * 1.6;
            Add($"t{i}", working: minutes, commits: 10_000, log: minutes * 0.58);
        }

        var night = _packages.Values.Sum(one => one.Working.TotalSeconds) / 10;
        var found = Of(night, slots: 10, processors: 8)!;

        Assert.That(found.Before / found.After, Is.EqualTo(141.0 / 59).Within(25).Percent);
    }

    private void Add(string name, double working, long commits, double? log, string connection = "Staging") =>
        _packages[_sketch.Package(name)] = new PastPackage(
            connection, Seconds(working), commits, log is { } known ? Seconds(known) : null);

    private RelaxingForecast? Of(double seconds, int slots, int processors = 8, double? worked = null)
    {
        var past = new PastRun(
            7, Seconds(seconds), slots, processors, worked is { } time ? Seconds(time) : null, _packages);
        return RelaxingAdvice.Of(_sketch.Build(), past, "Staging");
    }

    private static TimeSpan Seconds(double seconds) => TimeSpan.FromSeconds(seconds);
}

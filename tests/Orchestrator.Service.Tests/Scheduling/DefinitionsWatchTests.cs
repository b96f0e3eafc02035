using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Tests.Scheduling;

[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class DefinitionsWatchTests : IDisposable
{
    private readonly string _folder = Directory.CreateTempSubdirectory("orchestrator-watch-").FullName;
    private readonly FixedClock _clock = new();
    private int _reads;
    private bool _isInvalid;

    public void Dispose() => Directory.Delete(_folder, recursive: true);

    [Test]
    public void What_has_changed_is_read_once_when_nobody_writes_any_more()
    {
        var watch = Watch();
        Write("solution.yaml", "a");
        watch.Look();
        var first = watch.Current;
        watch.Look();
        Write("objects/t.yaml", "b");
        watch.Look();
        var atOnce = _reads;
        watch.Look();
        watch.Look();

        Assert.That(first, Is.Not.Null);
        Assert.That((atOnce, _reads), Is.EqualTo((1, 2)));
        Assert.That(watch.Current, Is.Not.SameAs(first));
    }

    [Test]
    public void What_has_errors_is_told_and_what_was_in_force_stays_until_they_are_mended()
    {
        var watch = Watch();
        Write("solution.yaml", "a");
        watch.Look();
        var first = watch.Current;
        _isInvalid = true;
        Write("solution.yaml", "broken");
        watch.Look();
        _clock.Now += TimeSpan.FromHours(1);
        watch.Look();
        var (since, problems) = (watch.InvalidSince, watch.Problems);
        Write("solution.yaml", "still broken");
        _clock.Now += TimeSpan.FromHours(1);
        watch.Look();
        watch.Look();

        Assert.That(since, Is.EqualTo(_clock.Now - TimeSpan.FromHours(1)));
        Assert.That(watch.InvalidSince, Is.EqualTo(since), "since the first of them");
        Assert.That((watch.Current, problems), Is.EqualTo((first, (string[])["line 1"])));

        _isInvalid = false;
        Write("solution.yaml", "mended");
        watch.Look();
        watch.Look();

        Assert.That((watch.InvalidSince, watch.Problems), Is.EqualTo(((DateTimeOffset?)null, (string[])[])));
    }

    [Test]
    public void Data_and_what_the_program_keeps_for_itself_are_no_definitions()
    {
        var watch = Watch();
        Write("solution.yaml", "a");
        watch.Look();
        Write(".orchestrator/runs/1/manifest.yaml", "x");
        Write("data/t.csv", "id");
        watch.Look();
        watch.Look();

        Assert.That(_reads, Is.EqualTo(1));
    }

    [Test]
    public void Another_commit_is_read_and_a_folder_that_is_away_is_told_until_it_is_back()
    {
        var watch = Watch();
        Write("solution.yaml", "a");
        Write(".git/HEAD", new string('a', 40));
        watch.Look();
        Write(".git/HEAD", new string('b', 40));
        watch.Look();
        watch.Look();
        var ofCommit = _reads;
        var away = _folder + "-away";
        Directory.Move(_folder, away);
        watch.Look();
        var (since, problems) = (watch.InvalidSince, watch.Problems);
        Directory.Move(away, _folder);
        watch.Look();
        watch.Look();

        Assert.That(ofCommit, Is.EqualTo(2));
        Assert.That((since, problems.Count), Is.EqualTo(((DateTimeOffset?)_clock.Now, 1)));
        Assert.That((watch.InvalidSince, _reads), Is.EqualTo(((DateTimeOffset?)null, 3)));
    }

    private DefinitionsWatch Watch() => new(_folder, Read, _clock);

    private DefinitionsReading Read()
    {
        _reads++;
        return _isInvalid ? new DefinitionsReading(null, ["line 1"])
            : new DefinitionsReading(new Definitions { Files = [], Batches = [], Triggers = [] }, []);
    }

    private void Write(string name, string text)
    {
        var path = Path.Combine(_folder, name);
        Directory.CreateDirectory(Path.GetDirectoryName(path)!);
        File.WriteAllText(path, text);
    }

    private sealed class FixedClock : TimeProvider
    {
        public DateTimeOffset Now { get; set; } = new(2026, 3, 1, 2, 0, 0, TimeSpan.Zero);

        public override DateTimeOffset GetUtcNow() => Now;
    }
}

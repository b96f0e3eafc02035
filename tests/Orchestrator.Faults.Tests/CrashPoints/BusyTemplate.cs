using Orchestrator.Metadata.Model;

namespace Orchestrator.Faults.Tests.CrashPoints;

/// <summary>
/// What the cases of one platform begin with and are compared to, and the points that its nights pass when nobody kills
/// them.
/// </summary>
internal sealed class BusyTemplate : IDisposable
{
    private static readonly string[] InRecovery =
    [
        "artifacts.", "durability.forget", "durability.release", "durability.restore", "file.", "files.",
        "ledger.moved", "recovery.",
    ];

    private readonly Platform _platform;
    private readonly bool _isRelaxed;
    private readonly string _log = Path.GetTempFileName();
    private readonly Lazy<PassedPoints> _recovery;

    public BusyTemplate(Platform platform, bool isRelaxed)
    {
        (_platform, _isRelaxed) = (platform, isRelaxed);
        Second = New();
        First = Logged(Second.Run);
        Setting = Second.Place.Setting;
        using (var first = Second.Copy())
        {
            FirstState = BusyState.Of(first);
        }

        Second.Deliver(night: 2);
        using (var night = Second.Copy())
        {
            Night = Logged(night.Run);
            SecondState = BusyState.Of(night);
        }

        _recovery = new Lazy<PassedPoints>(Recover);
    }

    /// <summary>The platform, and whether its commits are delayed.</summary>
    public string Name => $"{PlatformTable.Of(_platform).Name} {(_isRelaxed ? "relaxed" : "durable")}";

    /// <summary>Whether its commits are delayed.</summary>
    public bool IsRelaxed => _isRelaxed;

    /// <summary>Whether the other one is of the same platform, and of the other mode.</summary>
    public bool IsBeside(BusyTemplate other) => _platform == other._platform && _isRelaxed != other._isRelaxed;

    /// <summary>The packages whose insides are looked at one by one, by what they are.</summary>
    public IReadOnlyDictionary<string, string> Patterns => BusySolution.Patterns(Second.Place.Abilities);

    /// <summary>A solution that has seen a night, and whose sources have changed since.</summary>
    public BusyNight Second { get; }

    /// <summary>Points of the first run of all.</summary>
    public PassedPoints First { get; }

    /// <summary>Points of a night after another one.</summary>
    public PassedPoints Night { get; }

    /// <summary>Points of the run behind one that was killed, which is made for whoever asks first.</summary>
    public PassedPoints Recovery => _recovery.Value;

    /// <summary>What a first run leaves.</summary>
    public IReadOnlyList<string> FirstState { get; }

    /// <summary>What a second night leaves.</summary>
    public IReadOnlyList<string> SecondState { get; }

    /// <summary>How the setting of the stage is to be found.</summary>
    public string Setting { get; }

    /// <summary>A solution without a run, whose sources hold what they do in the first night.</summary>
    public BusyNight New() => BusyNight.Of(_platform, _isRelaxed, night: 1);

    /// <summary>Names of all points that are passed here.</summary>
    public IReadOnlySet<string> Names => First.Names.Concat(Night.Names).Concat(Recovery.Names).ToHashSet();

    /// <summary>The cases of all points with one seed: in a night after another, unless only others pass it.</summary>
    public IEnumerable<CrashCase> OfNight(int seed) =>
    [
        .. OfUndisturbed(seed),
        .. Of(Recovery.Names.Except(Night.Names), CrashTime.Recovery, Recovery, seed),
    ];

    /// <summary>Of those the ones in runs before which nobody was killed.</summary>
    public IEnumerable<CrashCase> OfUndisturbed(int seed) =>
    [
        .. Of(Night.Names, CrashTime.Night, Night, seed),
        .. Of(First.Names.Except(Night.Names), CrashTime.First, First, seed),
    ];

    /// <summary>The same, where it can be in the first run of all.</summary>
    public IEnumerable<CrashCase> OfFirst(int seed) =>
    [
        .. Of(First.Names, CrashTime.First, First, seed),
        .. Of(Night.Names.Except(First.Names), CrashTime.Night, Night, seed),
        .. Of(Recovery.Names.Except(Night.Names), CrashTime.Recovery, Recovery, seed),
    ];

    /// <summary>The cases of points that others pass, too, while a run looks after what a dead one left.</summary>
    public IEnumerable<CrashCase> OfRecovery(int seed) => Of(
        Recovery.Names.Where(name => InRecovery.Any(part => name.StartsWith(part, StringComparison.Ordinal))),
        CrashTime.Recovery, Recovery, seed);

    /// <summary>The cases of all points within one package.</summary>
    public IEnumerable<CrashCase> Within(string package, int seed) => Night.In(package)
        .Select(point => new CrashCase(this, point, package, CrashTime.Night, seed, Night.Count(point, package)));

    public void Dispose()
    {
        Second.Dispose();
        File.Delete(_log);
    }

    private IEnumerable<CrashCase> Of(IEnumerable<string> points, CrashTime time, PassedPoints passed, int seed) =>
        points.Order(StringComparer.Ordinal)
            .Select(point => new CrashCase(this, point, "", time, seed, passed.Count(point)));

    private PassedPoints Recover()
    {
        using var killed = Second.Copy();
        Assert.That(killed.Run("ledger.result.after:4").IsKilled, Is.True);
        var recovery = Logged(killed.Continue);
        BusyState.AssertIs(killed, SecondState);
        return recovery;
    }

    private PassedPoints Logged(Func<string, string, Ended> run)
    {
        File.WriteAllText(_log, "");
        AssertDone(run("", _log));
        return PassedPoints.Of(_log);
    }

    private static void AssertDone(Ended ended) => Assert.That(ended.ExitCode, Is.Zero, ended.Said);
}

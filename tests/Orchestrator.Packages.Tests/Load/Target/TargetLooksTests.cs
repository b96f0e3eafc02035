using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>
/// What a load asks its target before it writes: over the session that it writes with, as each costs a server more than
/// the answer.
/// </summary>
internal sealed class TargetLooksTests
{
    private PatternRig _rig = null!;
    private RecordedPlatform _recorded = null!;
    private MovedClock _clock = null!;

    [SetUp]
    public void Make()
    {
        _clock = new MovedClock();
        _rig = new PatternRig(Platform.PostgreSql);
        _rig.Execute("create table s (id int not null, name varchar(9)); insert into s values (1, 'Ann'), (2, 'Bob')");
        var inner = PostgreSqlRig.PlatformOf();
        _recorded = new RecordedPlatform(inner, inner.Abilities with { PassesRowsThrough = false });
        _rig.Rig.PlatformOf = connection => connection.Platform == Platform.Files ? null : _recorded;
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [TestCase(LoadPattern.TruncateInsert)]
    [TestCase(LoadPattern.DropAndReload)]
    [TestCase(LoadPattern.Merge)]
    [TestCase(LoadPattern.Append)]
    public void A_load_looks_at_its_target_and_writes_it_over_one_session(LoadPattern pattern)
    {
        var load = Load(pattern);
        Assert.That(Run(load).Error, Is.Null);
        _recorded.Uses.Clear();

        var result = Run(load);

        Assert.That(result.Error, Is.Null);
        Assert.That(_recorded.Uses.Count(use => use.IsTarget), Is.EqualTo(1));
        Assert.That(_rig.Query("select name from t order by id"), Is.SupersetOf((string[])["Ann", "Bob"]));
    }

    [Test]
    public void A_session_that_stood_idle_for_long_is_begun_anew_before_it_writes()
    {
        var access = DatabaseAccess.ToTarget(Context(Load(LoadPattern.Append)));

        var found = access.Look(database => database.KindOf(database.Platform.Dialect.Table(null, "s")));
        _clock.Move(TimeSpan.FromSeconds(6));
        using var database = access.Open();

        Assert.That(found, Is.Not.Null);
        Assert.That(_recorded.Uses, Has.Count.EqualTo(2));
        Assert.That(_recorded.Sessions.Keys, Is.EqualTo(new[] { database }));
    }

    [Test]
    public void A_load_that_is_refused_before_it_writes_leaves_no_session()
    {
        var load = Load(LoadPattern.TruncateInsert) with
        {
            Columns = [Rig.Column("id", "int"), Rig.Column("name", "date")],
        };

        var result = Run(load);

        Assert.That(result.Error, Is.Not.Null);
        Assert.That(_recorded.Uses.Count(use => use.IsTarget), Is.GreaterThan(0));
        Assert.That(_recorded.Sessions.Keys, Is.Empty);
    }

    private PackageResult Run(ObjectDefinition load) => PackageKinds.All["load"].Run(Context(load));

    private PackageContext Context(ObjectDefinition load) => _rig.Rig.Context(load) with { Time = _clock };

    private ObjectDefinition Load(LoadPattern pattern)
    {
        var load = _rig.Load(
            new LoadOptions { Pattern = Rig.Written(pattern) },
            Rig.Column("id", "int", key: pattern == LoadPattern.Merge ? 1 : 0), Rig.Column("name", "varchar(9)"));
        return load with { Source = new ObjectSource { Connection = load.Target.Connection, Name = "s" } };
    }

    /// <summary>A clock that only the test moves.</summary>
    private sealed class MovedClock : TimeProvider
    {
        private long _now;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _now;

        public void Move(TimeSpan by) => _now += by.Ticks;
    }
}

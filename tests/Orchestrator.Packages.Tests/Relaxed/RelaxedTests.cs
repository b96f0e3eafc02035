using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Relaxed;

namespace Orchestrator.Packages.Tests.Relaxed;

/// <summary>Packages whose commits may reach the disk later: what tells that they did.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class RelaxedTests(Platform platform)
{
    private static readonly Guid Ledger = Guid.Parse("01900000-0000-7000-8000-000000000001");

    private PatternRig _rig = null!;
    private RecordedPlatform _recorded = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PatternRig(platform);
        _rig.Execute("create table log (what varchar(20))");
        _rig.Rig.Write("t.csv", "Id\n1\n2\n");
        var inner = Packages.Store.Platforms.Of(new Connection { Name = "x", Platform = platform })!;
        _recorded = new RecordedPlatform(inner, inner.Abilities);
        _rig.Rig.PlatformOf = connection => connection.Platform == Platform.Files ? null : _recorded;
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void A_load_leaves_its_marker_in_the_transaction_that_publishes_its_rows()
    {
        var result = Run(Load());

        Assert.That(result.Error, Is.Null);
        Assert.That(Markers(), Is.EqualTo(new[] { $"{Ledger}|7|{_rig.Rig.LastAttempt}" }));
        Assert.That(WrittenBetween("into", "t"), Is.True);
    }

    [Test]
    public void What_writes_the_target_is_relaxed_and_what_reads_is_not()
    {
        Run(Load());

        Assert.That(_recorded.Uses.Where(use => use.IsTarget), Is.Not.Empty);
        Assert.That(_recorded.Uses, Has.All.Matches<DatabaseUse>(use => use!.IsRelaxed == use.IsTarget));
    }

    [Test]
    public void A_load_of_a_durable_database_leaves_none()
    {
        PackageKinds.All["load"].Run(_rig.Rig.Context(Load()));

        Assert.That(_recorded.Uses, Has.None.Matches<DatabaseUse>(use => use!.IsRelaxed));
        Assert.That(_recorded.Log, Has.None.Contains("attempt_markers"));
    }

    [Test]
    public void A_load_that_fails_leaves_none()
    {
        _rig.Rig.Write("t.csv", "Id\nx\n");

        var result = Run(Load());

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(Markers(), Is.Empty);
    }

    [Test]
    public void A_commit_that_did_not_happen_takes_the_marker_with_the_rows()
    {
        Run(Load());
        _rig.Rig.Write("t.csv", "Id\n3\n");
        var commits = 0;
        _recorded.Before = entry => _ = entry == "commit" && ++commits == 1 ? throw new EndOfStreamException("cut") : 0;

        var result = Run(Load());

        Assert.That(result.Outcome, Is.EqualTo(NodeState.Failed));
        Assert.That(Markers(), Has.Exactly(1).Items);
        Assert.That(_rig.Query("select count(*) from t"), Is.EqualTo(new[] { "2" }));
    }

    [Test]
    public void Statements_leave_their_marker_in_their_own_transaction()
    {
        var result = Run(Sql("insert into log values ('x')"));

        Assert.That(result.Error, Is.Null);
        Assert.That(Markers(), Has.Exactly(1).Items);
        Assert.That(_recorded.Log.Count(entry => entry == "commit"), Is.EqualTo(2), "the table's, then one for both");
    }

    [Test]
    public void Behind_a_hook_with_a_transaction_of_its_own_the_marker_comes_last()
    {
        var last = "";
        _recorded.Before = entry => last = entry.StartsWith("INSERT INTO", StringComparison.Ordinal) ? entry : last;

        var result = Run(Load() with { Hooks = [Hook("after", HookTime.After)] });

        Assert.That(result.Error, Is.Null);
        Assert.That(last, Does.Contain("attempt_markers"));
        Assert.That((Markers().Length, _rig.Query("select what from log")), Is.EqualTo((1, new[] { "after" })));
    }

    [Test]
    public void A_hook_before_needs_no_marker_of_its_own()
    {
        Run(Load() with { Hooks = [Hook("before", HookTime.Before)] });

        Assert.That(Markers(), Has.Exactly(1).Items);
        Assert.That(_recorded.Uses, Has.All.Matches<DatabaseUse>(use => use!.IsRelaxed == use.IsTarget));
    }

    [Test]
    public void A_marker_behind_hooks_whose_commit_is_not_answered_is_looked_up()
    {
        Run(Load());
        var adds = false;
        _recorded.Before = entry => adds = adds || entry.Contains("INSERT INTO", StringComparison.Ordinal)
            && entry.Contains("attempt_markers", StringComparison.Ordinal);
        _recorded.Committed = () =>
        {
            if (adds)
            {
                _recorded.Committed = () => { };
                throw new EndOfStreamException("cut");
            }
        };

        var result = Run(Load() with { Hooks = [Hook("after", HookTime.After)] });

        Assert.That(result.Error, Is.Null);
        Assert.That(Markers(), Has.Exactly(2).Items);
    }

    [TestCase(LoadPattern.TruncateInsert, ErrorClass.Transient)]
    [TestCase(LoadPattern.Append, ErrorClass.OutcomeUnknown)]
    public void A_marker_that_cannot_be_written_fails_the_attempt(LoadPattern pattern, ErrorClass expected)
    {
        Run(Load());
        _recorded.Before = entry => _ = entry.StartsWith("INSERT INTO", StringComparison.Ordinal)
            && entry.Contains("attempt_markers", StringComparison.Ordinal)
                ? throw new EndOfStreamException("cut") : 0;

        var result = Run(Load() with
        {
            Load = new LoadOptions { Pattern = Rig.Written(pattern) },
            Hooks = [Hook("after", HookTime.After)],
        });

        Assert.That((result.Outcome, result.Error?.Class), Is.EqualTo((NodeState.Failed, expected)));
        Assert.That(result.Error!.Message, Does.StartWith("Its work is committed, but not the marker"));
    }

    [Test]
    public void Markers_are_found_over_a_new_connection_until_they_are_removed()
    {
        Run(Load());
        Run(Load());
        var last = _rig.Rig.LastAttempt;
        var database = Databases().Single();

        var found = database.Found(Ledger, [last - 1, last, last + 1], CancellationToken.None);
        var ofAnother = database.Found(Guid.NewGuid(), [last], CancellationToken.None);
        database.Remove(Ledger, [last], CancellationToken.None);

        Assert.That(found, Is.EquivalentTo(new[] { last - 1, last }));
        Assert.That(ofAnother, Is.Empty);
        var left = database.Found(Ledger, [last - 1, last], CancellationToken.None);
        Assert.That(left, Is.EquivalentTo(new[] { last - 1 }));
    }

    [Test]
    public void A_flush_waits_for_its_turn_where_there_are_turns()
    {
        var database = Databases().Single();
        using var durability = database.Open(CancellationToken.None);
        var turns = new WriterTurns();
        database.Flush(durability, turns, CancellationToken.None);
        using var turn = turns.Take(database.Address.File, "Staging/customer", _ => { }, CancellationToken.None);
        // Who waits is stopped soon, who does not never: how long a server's flush takes says nothing.
        using var stop = new CancellationTokenSource(
            _rig.IsServer ? Timeout.InfiniteTimeSpan : TimeSpan.FromMilliseconds(50));

        Assert.That(
            () => database.Flush(durability, turns, stop.Token),
            _rig.IsServer ? Throws.Nothing : Throws.InstanceOf<OperationCanceledException>());
    }

    [TestCase(true, false, "mark the attempt as done, commit")]
    [TestCase(true, true, "hook after: run, hook after: commit, begin, mark the attempt as done, commit")]
    [TestCase(false, false, "count back, commit")]
    public void What_is_shown_of_a_load_ends_with_its_marker(bool isRelaxed, bool hasHook, string ends)
    {
        var load = Load() with { Hooks = hasHook ? [Hook("after", HookTime.After)] : [] };

        var shown = Shown("load", load, isRelaxed);

        Assert.That(shown, Does.EndWith(ends));
    }

    [Test]
    public void What_is_shown_of_statements_ends_with_their_marker() => Assert.That(
        Shown("sql", Sql("delete from log"), isRelaxed: true),
        Is.EqualTo("begin, run, mark the attempt as done, commit"));

    private string Shown(string kind, ObjectDefinition definition, bool isRelaxed)
    {
        var solution = _rig.Rig.Solution;
        var relaxed = solution with
        {
            Connections = [.. solution.Connections.Select(each => isRelaxed
                ? each with { Durability = new DelayedDurability { Mode = DurabilityMode.Forced } } : each)],
        };
        return string.Join(
            ", ", PackageKinds.All[kind].Statements(definition, relaxed).Select(statement => statement.Purpose));
    }

    private bool WrittenBetween(string what, string table)
    {
        var marker = _recorded.Log.FindIndex(entry => entry.StartsWith("INSERT INTO", StringComparison.Ordinal)
            && entry.Contains("attempt_markers", StringComparison.Ordinal));
        var began = _recorded.Log.FindLastIndex(marker, entry => entry == "begin");
        return _recorded.Log[began..marker].Any(entry => entry.Contains("exchange", StringComparison.Ordinal)
            || entry.Contains($"{what} {table}", StringComparison.OrdinalIgnoreCase));
    }

    private IReadOnlyList<RelaxedTarget> Databases() => new RelaxedDatabases(
        _rig.Rig.Solution, text => text, text => ConnectionText.Resolve(text, each => each), TimeProvider.System,
        "orchestrator 7").Of(Connection, ofDatabase: false, changedThrough: null);

    private string[] Markers() => _rig.Query(
        $"select ledger, run, attempt from {(_rig.IsServer ? "orchestrator." : "orchestrator_")}attempt_markers");

    private string Connection => _rig.IsServer ? "Pg" : "Db";

    private PackageResult Run(ObjectDefinition definition) => PackageKinds.All[definition.Kind].Run(
        _rig.Rig.Context(definition) with { Run = 7, Ledger = Ledger, IsRelaxed = true });

    private ObjectDefinition Load() => _rig.Load(new LoadOptions(), Rig.Column("Id", "int", 1));

    private ObjectDefinition Sql(string text) => new()
    {
        Name = "work",
        Project = "Staging",
        Kind = "sql",
        Container = "Core",
        Target = new ObjectTarget(Connection, null, "work"),
        Sql = new SqlText(text, null, Origin.Default),
    };

    private Hook Hook(string name, HookTime when) => new()
    {
        Name = name,
        When = when,
        Connection = Connection,
        Sql = new SqlText($"insert into log values ('{name}')", null, Origin.Default),
    };
}

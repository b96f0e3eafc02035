using Orchestrator.Core;
using Orchestrator.Data.Sqlite;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Load.Target;

/// <summary>The marker that each load writes: who may write a table, and what became of a commit.</summary>
internal sealed class TargetClaimTests
{
    private static readonly Guid Ledger = Guid.Parse("01900000-0000-7000-8000-000000000001");

    private Rig _rig = null!;
    private RecordedPlatform _platform = null!;

    [SetUp]
    public void Make()
    {
        _rig = new Rig();
        _rig.Write("t.csv", "Id,Name\n1,Ann\n2,Bo\n");
        _platform = new RecordedPlatform(SqlitePlatform.Instance, SqlitePlatform.Instance.Abilities);
        _rig.PlatformOf = connection => connection.Platform == Platform.Files ? null : _platform;
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void Each_load_leaves_a_marker_with_its_run_and_attempt()
    {
        Run(Load(), run: 7);

        Assert.That(_rig.Query("SELECT object_name, run, attempt, token, ledger FROM orchestrator_markers"),
            Is.EqualTo((string[])[$"t|7|{_rig.LastAttempt}|7|{Ledger}"]));
    }

    [Test]
    public void What_a_newer_run_has_loaded_an_older_one_leaves_alone()
    {
        Run(Load(), run: 8);
        _rig.Write("t.csv", "Id,Name\n3,Cy\n");

        var result = Run(Load(), run: 7);

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3440"));
        Assert.That(result.Error!.Message, Does.Contain("loaded by run 8").And.Contain("run 7"));
        Assert.That(_rig.Query("SELECT Id FROM t"), Is.EqualTo((string[])["1", "2"]));
    }

    [Test]
    public void Numbers_of_another_ledger_are_not_compared()
    {
        Run(Load(), run: 8);

        var result = PackageKinds.All["load"].Run(_rig.Context(Load()) with { Run = 1, Ledger = Guid.NewGuid() });

        Assert.That(result.Error, Is.Null);
    }

    [TestCase(0, "ORC3444")]
    [TestCase(-50, "ORC3444")]
    [TestCase(50, null)]
    public void Rows_that_another_ledger_has_numbered_are_not_added_to_where_its_numbers_may_be_ours(
        long later, string? refused)
    {
        var append = Load() with
        {
            SystemColumns = [new("RowAuditId", "RowAuditId", Rig.Type("bigint"), Origin.Default)],
        };
        append = append with { Load = append.Load with { Pattern = Rig.Written(LoadPattern.Append) } };
        Run(append, run: 8);
        var theirs = _rig.LastAttempt;

        var result = PackageKinds.All["load"].Run(_rig.Context(append) with
        {
            Run = 1,
            Ledger = Guid.NewGuid(),
            AttemptId = theirs + later,
            Past = new() { Unfinished = () => later > 0 ? [] : [theirs] },
        });

        Assert.That(result.Error?.Code, Is.EqualTo(refused), result.Error?.Message);
        Assert.That(_rig.Query($"SELECT count(*) FROM t WHERE RowAuditId = {theirs}"), Is.EqualTo((string[])["2"]));
    }

    [Test]
    public void A_commit_that_was_made_but_not_answered_has_succeeded()
    {
        Run(Load(), run: 1);
        _rig.Write("t.csv", "Id,Name\n3,Cy\n");
        CutAfterCommit(1);

        var result = Run(Load(), run: 2);

        Assert.That((result.Outcome, result.Error), Is.EqualTo((NodeState.Succeeded, (PackageError?)null)));
        Assert.That(_rig.Query("SELECT Id FROM t"), Is.EqualTo((string[])["3"]));
    }

    [Test]
    public void A_commit_that_was_neither_answered_nor_made_has_failed_and_can_be_tried_again()
    {
        Run(Load(), run: 1);
        _rig.Write("t.csv", "Id,Name\n3,Cy\n");
        var commits = 0;
        _platform.Before = entry => _ = entry == "commit" && ++commits == 1 ? throw new EndOfStreamException("cut") : 0;

        var result = Run(Load(), run: 2);

        Assert.That((result.Outcome, result.Error?.Class), Is.EqualTo((NodeState.Failed, ErrorClass.Transient)));
        Assert.That(result.Error!.Message, Does.Contain("says that it was not"));
        Assert.That(_rig.Query("SELECT Id FROM t"), Is.EqualTo((string[])["1", "2"]));
    }

    [Test]
    public void A_step_of_an_earlier_try_of_the_same_attempt_is_not_taken_for_its_own()
    {
        Run(Load(), run: 1);
        _rig.Write("t.csv", "Id,Name\n3,Cy\n");
        var context = _rig.Context(Load()) with { Run = 2, Ledger = Ledger };

        var tries = Enumerable.Range(0, 2).Select(_ =>
        {
            var commits = 0;
            _platform.Before = entry =>
                _ = entry == "commit" && ++commits == 1 ? throw new EndOfStreamException("cut") : 0;
            return PackageKinds.All["load"].Run(context).Outcome;
        }).ToArray();

        Assert.That(tries, Is.EqualTo(new[] { NodeState.Failed, NodeState.Failed }));
        Assert.That(_rig.Query("SELECT Id FROM t"), Is.EqualTo((string[])["1", "2"]));
    }

    [Test]
    public void A_commit_in_the_middle_of_a_load_that_was_not_answered_is_looked_up_by_its_own_step()
    {
        _platform = new RecordedPlatform(
            SqlitePlatform.Instance, SqlitePlatform.Instance.Abilities with { LoadsInOneTransaction = false });
        Run(Load(), run: 1);
        _rig.Write("t.csv", "Id,Name\n3,Cy\n");
        var commits = 0;
        _platform.Before = entry => _ = entry == "commit" && ++commits == 3 ? throw new EndOfStreamException("cut") : 0;

        var result = Run(Load(), run: 2);

        Assert.That((result.Outcome, result.Error?.Class), Is.EqualTo((NodeState.Failed, ErrorClass.Transient)));
        Assert.That(_rig.Query("SELECT Id FROM t"), Is.EqualTo((string[])["1", "2"]));
    }

    [Test]
    public void A_commit_that_was_not_answered_is_unknown_where_a_newer_attempt_has_written_since()
    {
        Run(Load(), run: 1);
        _platform.Committed = () =>
        {
            _platform.Committed = () => { };
            using var other = SqliteFiles.OpenTarget(_rig.DatabaseFile, TimeProvider.System, CancellationToken.None);
            other.Execute("UPDATE orchestrator_markers SET attempt = attempt + 1");
            throw new EndOfStreamException("cut");
        };

        var result = Run(Load(), run: 2);

        Assert.That(
            (result.Error?.Code, result.Error?.Class), Is.EqualTo(("ORC3441", (ErrorClass?)ErrorClass.OutcomeUnknown)));
    }

    [Test]
    public void A_commit_of_which_nothing_can_be_learnt_is_said_to_be_unknown_and_nothing_more_is_done()
    {
        Run(Load(), run: 1);
        CutAfterCommit(1);
        _platform.Before = entry => _ = entry == "open" && _platform.Log.Contains("commit")
            ? throw new EndOfStreamException("down") : 0;
        _platform.Log.Clear();

        var result = PackageKinds.All["load"].Run(
            _rig.Context(Load()) with { Run = 2, Ledger = Ledger, Time = new FastClock() });

        Assert.That((result.Outcome, result.Error?.Code, result.Error?.Class),
            Is.EqualTo((NodeState.Failed, "ORC3441", ErrorClass.OutcomeUnknown)));
        Assert.That(_platform.Log[^1], Is.EqualTo("open"));
    }

    [TestCase(false, "(gone behind 'Ann'), and")]
    [TestCase(true, "(gone behind (hidden)), and")]
    public void What_a_server_said_last_is_told_without_what_may_be_sensitive(bool isSensitive, string expected)
    {
        var load = Rig.Load("t", Rig.Column("Id", "int"), Rig.Column("Name", "nvarchar(20)") with
        {
            Sensitive = isSensitive,
        });
        Run(load, run: 1);
        CutAfterCommit(1);
        _platform.Gone = "gone behind 'Ann'";
        _platform.Before = entry => _ = entry == "open" && _platform.Log.Contains("commit")
            ? throw new EndOfStreamException("down") : 0;
        _platform.Log.Clear();

        var result = PackageKinds.All["load"].Run(
            _rig.Context(load) with { Run = 2, Ledger = Ledger, Time = new FastClock() });

        Assert.That(result.Error?.Code, Is.EqualTo("ORC3441"));
        Assert.That(result.Error?.Message, Does.Contain(expected));
    }

    private static ObjectDefinition Load() =>
        Rig.Load("t", Rig.Column("Id", "int"), Rig.Column("Name", "nvarchar(20)"));

    private PackageResult Run(ObjectDefinition load, long run) =>
        PackageKinds.All["load"].Run(_rig.Context(load) with { Run = run, Ledger = Ledger });

    private void CutAfterCommit(int number)
    {
        var commits = 0;
        _platform.Committed = () => _ = ++commits == number ? throw new EndOfStreamException("cut") : 0;
    }

    /// <summary>A clock on which three seconds pass between two looks at it.</summary>
    private sealed class FastClock : TimeProvider
    {
        private long _now;

        public override long TimestampFrequency => 1;

        public override long GetTimestamp() => _now += 3;
    }
}

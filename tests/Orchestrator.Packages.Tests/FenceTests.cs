using Orchestrator.Core;
using Orchestrator.Core.Leases;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Tests;

/// <summary>A run whose lease is over at a moment of one of its packages, by a clock of the test.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class FenceTests(Platform platform)
{
    private PatternRig _rig = null!;
    private RecordedPlatform _recorded = null!;
    private TimeSpan _sinceRenewal;

    [SetUp]
    public void Make()
    {
        _rig = new PatternRig(platform);
        _rig.Execute("create table log (what varchar(20))");
        _rig.Execute("create table t (id text)");
        _rig.Execute("insert into t values ('0')");
        _sinceRenewal = TimeSpan.Zero;
        var inner = Platforms.Of(new Connection { Name = "x", Platform = platform })!;
        _recorded = new RecordedPlatform(inner, inner.Abilities);
        _rig.Rig.PlatformOf = connection => connection.Platform == Platform.Files ? null : _recorded;
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void Statements_whose_lease_ran_out_change_nothing([Values("open", "begin", "commit")] string moment)
    {
        StandStillBefore(moment);

        var result = Run(Statements("insert into log values ('late')"));

        AssertRefused(result);
        Assert.That(Log(), Is.Empty);
        // Nothing of it keeps anybody waiting either.
        _rig.Execute("insert into log values ('next')");
    }

    [Test]
    public void A_hook_with_a_transaction_of_its_own_changes_nothing(
        [Values("open", "begin", "commit")] string moment, [Values] HookTime when)
    {
        var isBehind = when == HookTime.After;
        // The first of the package, or the first behind those of the load.
        StandStillBefore(moment, isBehind ? TimesOf(moment, Load()) + 1 : 1);

        var result = Run(Load(Note(when, HookTransaction.Own)));

        AssertRefused(result);
        Assert.That(result.Error!.Message, Does.StartWith("The hook 'note' failed. The run no longer holds its lease"));
        Assert.That(Log(), Is.Empty);
        Assert.That(Rows(), Is.EqualTo(new[] { isBehind ? "1" : "0" }));
    }

    [Test]
    public void A_load_publishes_nothing_and_the_hook_in_its_transaction_is_taken_back(
        [Values("begin", "commit")] string moment, [Values(Swap.Transaction, Swap.InPlace)] Swap swap)
    {
        var load = Load(Note(HookTime.After, HookTransaction.Load)) with
        {
            Load = new LoadOptions { Swap = Rig.Written(swap) },
        };
        StandStillBefore(moment, TimesOf(moment, load));

        var result = Run(load);

        AssertRefused(result);
        Assert.That(Rows(), Is.EqualTo(new[] { "0" }));
        Assert.That(Log(), Is.Empty);
    }

    [Test]
    public void What_is_only_stopping_its_packages_may_still_commit()
    {
        _sinceRenewal = LeaseTerms.Default.EndAfter - TimeSpan.FromTicks(1);

        var result = Run(Statements("insert into log values ('in time')"));

        Assert.That(result.Error, Is.Null);
        Assert.That(Log(), Is.EqualTo(new[] { "in time" }));
    }

    /// <summary>How often an undisturbed attempt does that, once what the first of all makes is there.</summary>
    private int TimesOf(string moment, ObjectDefinition definition)
    {
        Run(definition);
        _recorded.Log.Clear();
        Assert.That(Run(definition).Error, Is.Null);
        _rig.Execute("delete from log");
        _rig.Execute("update t set id = '0'");
        return _recorded.Log.Count(entry => entry == moment);
    }

    private void StandStillBefore(string moment, int time = 1)
    {
        var passed = 0;
        _recorded.Before = entry =>
        {
            if (entry == moment && ++passed == time)
            {
                _sinceRenewal = LeaseTerms.Default.EndAfter;
            }
        };
    }

    private PackageResult Run(ObjectDefinition definition)
    {
        _rig.Rig.Write("t.csv", "id\n1\n");
        return PackageKinds.All[definition.Kind].Run(_rig.Rig.Context(definition) with
        {
            Fence = new WriteFence(() => LeaseRules.IsHeld(LeaseTerms.Default, _sinceRenewal)),
        });
    }

    private static void AssertRefused(PackageResult result) => Assert.That(
        (result.Outcome, result.Error?.Code, result.Error?.Class),
        Is.EqualTo((NodeState.Failed, "ORC3460", ErrorClass.Transient)), () => $"{result.Error?.Message}");

    private string[] Log() => _rig.Query("select what from log");

    private string[] Rows() => _rig.Query("select id from t");

    private ObjectDefinition Load(params Hook[] hooks) => _rig.Load(new LoadOptions()) with { Hooks = hooks };

    private ObjectDefinition Statements(string sql) => _rig.Load(new LoadOptions()) with
    {
        Kind = "sql",
        Source = null,
        Sql = new SqlText(sql, null, new Origin("t.yaml", 1, 1)),
    };

    private Hook Note(HookTime when, HookTransaction transaction) => new()
    {
        Name = "note",
        When = when,
        Transaction = transaction,
        Connection = _rig.IsServer ? "Pg" : "Db",
        Sql = new SqlText("insert into log values ('late')", "sql/note.sql", new Origin("t.yaml", 1, 1)),
    };
}

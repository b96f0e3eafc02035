using Orchestrator.Core;
using Orchestrator.Metadata.Diagnostics;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Packages.Tests.Hooks;

/// <summary>Hooks of an object, in transactions of their own and in that of its load.</summary>
[TestFixture(Platform.Sqlite)]
[TestFixture(Platform.PostgreSql)]
internal sealed class HookTests(Platform platform)
{
    private PatternRig _rig = null!;

    [SetUp]
    public void Make()
    {
        _rig = new PatternRig(platform);
        _rig.Execute("create table log (what varchar(20))");
    }

    [TearDown]
    public void Remove() => _rig.Dispose();

    [Test]
    public void Hooks_run_before_and_behind_each_attempt_and_their_times_are_told()
    {
        var load = Load(Note("one", HookTime.Before), Note("two", HookTime.After));

        var first = _rig.Run(load, "Id", "1");
        _rig.Run(load, "Id", "1");

        Assert.That(first.Error, Is.Null);
        Assert.That(Log(), Is.EqualTo(new[] { "one", "two", "one", "two" }));
        Assert.That(first.LoadPath, Does.Match(@"; hooks: one \d+\.\d s, two \d+\.\d s$"));
    }

    [Test]
    public void A_hook_that_fails_before_keeps_the_load_from_starting_and_is_named_with_its_line()
    {
        var load = Load(
            Fault("bad", HookTime.Before), Note("never", HookTime.Before),
            Note("failed", HookTime.After, Outcome.Failure), Note("fine", HookTime.After));

        var result = _rig.Run(load, "Id", "1");

        Assert.That((result.Outcome, result.Error!.Code, result.Error.Phase),
            Is.EqualTo((NodeState.Failed, "ORC3490", "hook")));
        Assert.That(result.Error.Message, Does.StartWith("The hook 'bad' (sql/bad.sql, line 2) failed. "));
        Assert.That((result.Error.Script, result.Error.Line), Is.EqualTo(("sql/bad.sql", 2L)));
        Assert.That(Log(), Is.EqualTo(new[] { "failed" }));
    }

    [Test]
    public void A_hook_that_fails_behind_lets_the_attempt_fail_and_the_rows_stay()
    {
        var result = _rig.Run(
            Load(Fault("bad", HookTime.After), Note("always", HookTime.After, Outcome.Completion)), "Id", "1");

        Assert.That((result.Outcome, result.Counts.Inserted), Is.EqualTo((NodeState.Failed, 1L)));
        Assert.That(Log(), Is.EqualTo(new[] { "always" }));
        Assert.That(_rig.Query("select count(*) from t"), Is.EqualTo(new[] { "1" }));
    }

    [TestCase(LoadPattern.Append, true)]
    [TestCase(LoadPattern.TruncateInsert, false)]
    public void Rows_that_another_attempt_would_add_once_more_are_not_tried_again(LoadPattern pattern, bool isFinal)
    {
        var load = Load(Fault("bad", HookTime.After)) with
        {
            Load = new LoadOptions { Pattern = Rig.Written(pattern) },
        };

        var error = _rig.Run(load, "Id", "1").Error!;

        Assert.That(error.Class == ErrorClass.OutcomeUnknown, Is.EqualTo(isFinal));
        Assert.That(error.Message.Contains("Append would add them once more"), Is.EqualTo(isFinal));
    }

    [TestCase(LoadPattern.Append, NodeState.Failed, ErrorClass.OutcomeUnknown)]
    [TestCase(LoadPattern.TruncateInsert, NodeState.Cancelled, null)]
    public void Nor_are_they_where_the_load_is_stopped_between_its_rows_and_its_hook(
        LoadPattern pattern, NodeState expected, ErrorClass? error)
    {
        using var stop = new CancellationTokenSource();
        _rig.Rig.Cancellation = stop.Token;
        var inner = Packages.Store.Platforms.Of(new Connection { Name = "x", Platform = platform })!;
        var recorded = new RecordedPlatform(inner, inner.Abilities)
        {
            Committed = () => StopBehind(_rig.Query("select count(*) from t").Single(), stop),
        };
        _rig.Rig.PlatformOf = connection => connection.Platform == Platform.Files ? null : recorded;
        var load = Load(Note("never", HookTime.After)) with
        {
            Load = new LoadOptions { Pattern = Rig.Written(pattern), Swap = Rig.Written(Swap.Transaction) },
        };

        var result = _rig.Run(load, "Id", "1");

        Assert.That((result.Outcome, result.Error?.Class), Is.EqualTo((expected, error)), result.Error?.Message);
        Assert.That((Log(), _rig.Query("select count(*) from t")), Is.EqualTo((Array.Empty<string>(), new[] { "1" })));
    }

    private static void StopBehind(string rows, CancellationTokenSource stop)
    {
        if (rows == "1")
        {
            stop.Cancel();
        }
    }

    [Test]
    public void The_first_failure_is_the_one_that_is_shown()
    {
        var result = _rig.Run(Load(Fault("bad", HookTime.After, Outcome.Failure)), "Id", "no number");

        Assert.That(result.Error!.Phase, Is.EqualTo("guard"));
        Assert.That(result.Error.Message, Does.Contain("And then: The hook 'bad'"));
    }

    [TestCase(LoadPattern.TruncateInsert)]
    [TestCase(LoadPattern.Append)]
    [TestCase(LoadPattern.Merge)]
    public void In_the_transaction_of_the_load_a_hook_sees_the_rows_and_goes_with_them(LoadPattern pattern)
    {
        var rows = platform == Platform.Sqlite ? "Id || ''" : "\"Id\"";
        Hook[] hooks =
        [
            Hook("before", HookTime.Before, "insert into log values ('before')"),
            Hook("after", HookTime.After, $"insert into log select {rows} from t"),
        ];
        var load = Load([.. hooks.Select(InLoad)]) with
        {
            Load = new LoadOptions { Pattern = Rig.Written(pattern) },
        };
        var broken = load with { Hooks = [.. load.Hooks, InLoad(Fault("bad", HookTime.After))] };

        var good = _rig.Run(load, "Id", "7");
        var bad = _rig.Run(broken, "Id", "8");

        Assert.That(good.Error, Is.Null);
        Assert.That(bad.Error!.Message, Does.StartWith("The hook 'bad' (sql/bad.sql, line 2) failed. "));
        Assert.That(Log(), Is.EqualTo(new[] { "before", "7" }));
        Assert.That(_rig.Query("select \"Id\" from t"), Is.EqualTo(new[] { "7" }));
    }

    [Test]
    public void A_hook_of_a_group_is_a_package_whose_failure_names_it()
    {
        var hook = Fault("bad", HookTime.Before).AsPackage("Core#bad", "Staging", "Core#before");

        var result = _rig.Rig.Run(hook);

        Assert.That(result.Error!.Message, Does.StartWith("The hook 'bad' (sql/bad.sql, line 2) failed. "));
    }

    [Test]
    public void What_cannot_be_part_of_the_load_is_found_in_the_metadata()
    {
        var inLoad = InLoad(Note("x", HookTime.After));
        var failure = inLoad with { Name = "y", Outcome = Outcome.Failure };
        var load = Load(inLoad, failure, inLoad with { Name = "z", Connection = "Db2" });
        _rig.Rig.Servers.Add(new Connection { Name = "Db2", Platform = Platform.Sqlite });

        var found = PackageKinds.All["load"].Check(load, _rig.Rig.Solution).Where(each => each.Code == "ORC1330");

        Assert.That(found.Select(each => each.Message.Split('\'')[1]), Is.EqualTo(new[] { "y", "z" }));
    }

    private ObjectDefinition Load(params Hook[] hooks) =>
        _rig.Load(new LoadOptions(), Rig.Column("Id", "int", 1)) with { Hooks = hooks };

    private Hook Note(string name, HookTime when, Outcome outcome = Outcome.Success) =>
        Hook(name, when, $"insert into log values ('{name}')") with { Outcome = outcome };

    private Hook Fault(string name, HookTime when, Outcome outcome = Outcome.Success) =>
        Hook(name, when, "select 1;\ninsert into nothing values (1)", $"sql/{name}.sql") with { Outcome = outcome };

    private static Hook InLoad(Hook hook) => hook with { Transaction = HookTransaction.Load };

    private Hook Hook(string name, HookTime when, string sql, string? script = null) => new()
    {
        Name = name,
        When = when,
        Connection = _rig.IsServer ? "Pg" : "Db",
        Sql = new SqlText(sql, script, Origin.Default),
    };

    private string[] Log() => _rig.Query("select what from log");
}

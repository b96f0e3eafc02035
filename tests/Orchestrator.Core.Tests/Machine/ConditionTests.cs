using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Machine;

/// <summary>Conditions on nodes and on constraints, and constraints of which one is enough.</summary>
internal sealed class ConditionTests
{
    private PlanSketch _sketch = new();
    private int _rows;
    private int _setter;
    private int _level;

    [SetUp]
    public void Begin()
    {
        _sketch = new PlanSketch();
        _rows = _sketch.Variable("Rows", new SqlType(SqlTypeKind.Int));
        _sketch.Project("P");
        _sketch.Level(10);
        _sketch.Container("First");
        _setter = _sketch.Package("set");
        _sketch.Sets(_setter, _rows);
        _level = _sketch.Level(20);
        _sketch.Container("C");
    }

    [TestCase("1", NodeState.Running)]
    [TestCase("0", NodeState.NotNeeded)]
    [TestCase(null, NodeState.NotNeeded)]
    public void What_has_a_condition_runs_only_if_it_is_true_and_unknown_is_not_true(string? rows, NodeState state)
    {
        var asking = Asking("Rows > 0");

        var rig = new Rig(_sketch).Apply(Set(1, rows));

        Assert.That(rig[asking], Is.EqualTo(state));
    }

    [Test]
    public void What_its_own_condition_leaves_out_says_why_and_releases_who_waits_for_its_success()
    {
        var asking = Asking("Rows > 0");
        var behind = _sketch.Package("behind", On(asking, Outcome.Success));
        var handler = _sketch.Package("handler", On(asking, Outcome.Failure));

        var rig = new Rig(_sketch).Apply(Set(1, "0"));

        Assert.That(Why(rig, asking), Is.EqualTo("\"Rows > 0\" is not true (Rows = 0)"));
        Assert.That((rig[behind], rig[handler]), Is.EqualTo((NodeState.Running, NodeState.NotNeeded)));
        Assert.That(rig.Succeed(2, behind).Machine.Verdict, Is.EqualTo(RunVerdict.Succeeded));
    }

    [Test]
    public void A_way_that_the_condition_of_a_constraint_closes_is_not_gone_on_behind_it()
    {
        var asking = _sketch.Package("ask");
        _sketch.Change(asking, node => node with
        {
            Constraints = [new(_setter, Outcome.Success) { When = _sketch.Condition("Rows > 0") }],
            ReadsValues = [new ValueRead(_rows, [_setter])],
        });
        var behind = _sketch.Package("behind", On(asking, Outcome.Success));

        var rig = new Rig(_sketch).Apply(Set(1, "0"));

        Assert.That((rig[asking], rig[behind]), Is.EqualTo((NodeState.NotNeeded, NodeState.NotNeeded)));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Succeeded));
    }

    [Test]
    public void A_condition_without_a_value_fails_the_node_before_it_starts_and_its_handler_runs()
    {
        var asking = Asking("10 / Rows > 2");
        var handler = _sketch.Package("handler", On(asking, Outcome.Failure));

        var rig = new Rig(_sketch).Apply(Set(1, "0"));

        Assert.That(Why(rig, asking), Does.StartWith("ORC3526 the condition \"10 / Rows > 2\" has no value: ")
            .And.EndWith(" (Rows = 0)"));
        Assert.That((rig[asking], rig[handler]), Is.EqualTo((NodeState.Failed, NodeState.Running)));
        Assert.That(rig.Succeed(2, handler).Machine.Verdict, Is.EqualTo(RunVerdict.Failed));
    }

    [Test]
    public void A_condition_at_fault_is_told_with_the_place_where_it_is_written()
    {
        var when = _sketch.Condition("10 / Rows > 2").At("solution.yaml:12:40");
        var asking = Asking("10 / Rows > 2");
        _sketch.Change(asking, node => node with { When = when });

        var rig = new Rig(_sketch).Apply(Set(1, "0"));

        Assert.That(Why(rig, asking), Does.StartWith(
            "ORC3526 the condition \"10 / Rows > 2\" (solution.yaml:12:40) has no value: "));
        Assert.That(when.With(_ => null).WrittenAt, Is.EqualTo("solution.yaml:12:40"));
        Assert.That(when.Renamed(_ => "Other").WrittenAt, Is.EqualTo("solution.yaml:12:40"));
    }

    [Test]
    public void Under_Stop_a_condition_without_a_value_stops_the_run()
    {
        _sketch.Handling = FailureHandling.Stop;
        var asking = Asking("10 / Rows > 2");
        _sketch.Level(30);
        _sketch.Container("Last");
        var later = _sketch.Package("later");

        var rig = new Rig(_sketch).Apply(Set(1, "0"));

        Assert.That((rig[asking], rig[later]), Is.EqualTo((NodeState.Failed, NodeState.Blocked)));
    }

    [Test]
    public void No_text_shows_a_sensitive_value()
    {
        var secret = _sketch.Variable("Pin", new SqlType(SqlTypeKind.NVarChar, 9), isSensitive: true);
        _sketch.Sets(_setter, _rows, secret);
        var asking = Asking("Pin = '1' and Rows = 0", secret);

        var rig = new Rig(_sketch).Apply(Set(1, "0") with
        {
            Sets = new Dictionary<int, RunValue>
            {
                [_rows] = Value("int", "0"),
                [secret] = Value("nvarchar(9)", "4711"),
            },
        });

        Assert.That(Why(rig, asking),
            Is.EqualTo("\"Pin = '1' and Rows = 0\" is not true (Pin is hidden, Rows = 0)"));
    }

    [Test]
    public void Who_reads_what_was_not_needed_is_not_needed_unless_another_setter_has_a_value()
    {
        var second = Asking("Rows > 0");
        _sketch.Sets(second, _rows);
        var (only, both) = (_sketch.Package("only"), _sketch.Package("both"));
        _sketch.Reads(only, _rows, second);
        _sketch.Reads(both, _rows, second, _setter);

        var rig = new Rig(_sketch).Apply(Set(1, "0"));

        Assert.That((rig[only], rig[both]), Is.EqualTo((NodeState.NotNeeded, NodeState.Running)));
        Assert.That(Why(rig, only), Is.EqualTo("Rows has no value: P/ask was not needed"));
        Assert.That(rig.Last.OfType<StartPackage>().Single(start => start.Node == both).Values[_rows],
            Is.EqualTo(Value("int", "0")));
    }

    [Test]
    public void A_container_that_is_not_needed_leaves_out_all_in_it_with_its_handlers_and_opens_what_is_behind()
    {
        var inside = _sketch.Package("inside");
        var handler = _sketch.Package("handler", On(inside, Outcome.Failure));
        var container = _sketch[inside].Parent;
        _sketch.Reads(container, _rows, _setter);
        _sketch.Change(container, node => node with { When = _sketch.Condition("Rows > 0") });
        _sketch.Level(30);
        _sketch.Container("Last");
        var later = _sketch.Package("later", On(inside, Outcome.Success));

        var rig = new Rig(_sketch);
        var waits = rig.Machine.ReasonOf(container);
        rig.Apply(Set(1, "0"));

        Assert.That(waits, Is.EqualTo(new NodeReason(WaitReason.Barrier, "P:10", TimeSpan.Zero)));
        Assert.That((rig[inside], rig[handler], rig[container]),
            Is.EqualTo((NodeState.NotNeeded, NodeState.NotNeeded, NodeState.NotNeeded)));
        Assert.That((rig[_level], rig[later]), Is.EqualTo((NodeState.Succeeded, NodeState.Running)));
        Assert.That(Why(rig, container), Is.EqualTo("\"Rows > 0\" is not true (Rows = 0)"));
    }

    [TestCase("Failed", NodeState.Running)]
    [TestCase("Succeeded", NodeState.NotNeeded)]
    public void A_container_is_asked_also_where_the_one_has_failed_that_it_asks_about(string state, NodeState expected)
    {
        var watched = _sketch.Package("watched");
        var about = _sketch[watched].Parent;
        var asking = _sketch.Container("D");
        var inside = _sketch.Package("inside");
        _sketch.Change(asking, node => node with
        {
            Constraints = [On(about, Outcome.Completion)],
            When = _sketch.Condition($"${{state:P/C}} = '{state}'"),
        });

        var rig = new Rig(_sketch).Apply(Set(1, "0")).Fail(2, watched);

        Assert.That(rig[inside], Is.EqualTo(expected));
    }

    [Test]
    public void A_container_whose_condition_has_no_value_fails_and_blocks_all_in_it()
    {
        var inside = _sketch.Package("inside");
        var container = _sketch[inside].Parent;
        _sketch.Reads(container, _rows, _setter);
        _sketch.Change(container, node => node with { When = _sketch.Condition("10 / Rows > 2") });

        var rig = new Rig(_sketch).Apply(Set(1, "0"));

        Assert.That((rig[inside], rig[container]), Is.EqualTo((NodeState.Blocked, NodeState.Failed)));
        Assert.That(Why(rig, inside), Is.EqualTo("P/C did not succeed"));
        Assert.That(rig.Machine.Verdict, Is.EqualTo(RunVerdict.Failed));
    }

    [Test]
    public void Facts_of_a_package_are_of_its_last_attempt_and_of_the_run_that_did_it()
    {
        var watched = _sketch.Package("watched");
        var (many, failed) = (_sketch.Package("many", On(watched, Outcome.Completion)),
            _sketch.Package("failed", On(watched, Outcome.Completion)));
        _sketch.Change(many, node => node with { When = _sketch.Condition("${rows:P/watched.inserted} > 5") });
        _sketch.Change(failed, node => node with
        {
            When = _sketch.Condition("${state:P/watched} = 'Failed' and ${error:P/watched.code} = 'ORC3412'"),
        });

        var first = new Rig(_sketch).Apply(Set(1, "0")).Apply(new AttemptEnded(
            Rig.Seconds(2), watched, 1, NodeState.Failed, ErrorClass.Data)
        {
            Facts = new AttemptFacts(Inserted: 3, ErrorCode: "ORC3412"),
        });
        var machine = new RunMachine(_sketch.Build(), new RunMachineOptions
        {
            Slots = 9,
            Done = new Dictionary<int, string> { [_setter] = "done by run 1", [watched] = "done by run 1" },
            Facts = new Dictionary<int, AttemptFacts> { [watched] = new(Inserted: 9) },
        });
        _ = machine.Apply(new Began(TimeSpan.Zero));

        Assert.That((first[many], first[failed]), Is.EqualTo((NodeState.NotNeeded, NodeState.Running)));
        Assert.That((machine.StateOf(many), machine.StateOf(failed)),
            Is.EqualTo((NodeState.Running, NodeState.NotNeeded)));
    }

    [Test]
    public void Of_constraints_in_a_group_the_first_that_holds_is_enough_and_it_starts_once()
    {
        var (one, two) = (_sketch.Package("one"), _sketch.Package("two"));
        var either = Either(On(one, Outcome.Success), On(two, Outcome.Success));

        var rig = new Rig(_sketch).Apply(Set(1, "0")).Fail(2, one);
        var reason = rig.Machine.ReasonOf(either);
        rig.Succeed(3, two);

        Assert.That(reason?.Object, Is.EqualTo("P/two"));
        Assert.That(rig.Started.Count(package => package == either), Is.EqualTo(1));
        Assert.That(new Rig(_sketch).Apply(Set(1, "0")).Succeed(2, one)[either], Is.EqualTo(NodeState.Running));
    }

    [Test]
    public void Where_none_of_a_group_holds_what_waits_for_it_is_not_needed_and_neither_is_what_is_behind()
    {
        var (one, two) = (_sketch.Package("one"), _sketch.Package("two"));
        var either = Either(On(one, Outcome.Success), On(two, Outcome.Failure));
        var behind = _sketch.Package("behind", On(either, Outcome.Success));

        var rig = new Rig(_sketch).Apply(Set(1, "0")).Fail(2, one).Succeed(3, two);

        Assert.That((rig[either], rig[behind]), Is.EqualTo((NodeState.NotNeeded, NodeState.NotNeeded)));
        Assert.That(Why(rig, either), Is.EqualTo("none of these came as it is waited for: P/one, P/two"));
    }

    [Test]
    public void A_package_may_wait_for_a_group_of_nodes_that_fails()
    {
        var inside = _sketch.Package("inside");
        var container = _sketch[inside].Parent;
        _sketch.Level(30);
        _sketch.Container("Checks", runsAfterFailure: true);
        var (handler, idle) = (_sketch.Package("handler", On(container, Outcome.Failure)),
            _sketch.Package("idle", On(container, Outcome.Success)));

        var rig = new Rig(_sketch).Apply(Set(1, "0")).Fail(2, inside);

        Assert.That((rig[handler], rig[idle]), Is.EqualTo((NodeState.Running, NodeState.Blocked)));
    }

    [Test]
    public void A_condition_over_what_its_node_does_not_wait_for_is_refused()
    {
        var (watched, asking) = (_sketch.Package("watched"), _sketch.Package("ask"));
        _sketch.Change(asking, node => node with { When = _sketch.Condition("${state:P/watched} = 'Failed'") });

        Assert.That(() => new Rig(_sketch), Throws.ArgumentException.With.Message.Contains("P/ask"));
        Assert.That(_sketch[watched].Name, Is.EqualTo("P/watched"));
    }

    [Test]
    public void What_is_known_before_the_run_is_read_as_it_is_given()
    {
        _sketch.Variable("Env", new SqlType(SqlTypeKind.NVarChar, 9));
        var asking = _sketch.Package("ask");
        _sketch.Change(asking, node => node with { When = _sketch.Condition("Env = 'prod'") });
        Assert.That(TypedValue.TryParse(new SqlType(SqlTypeKind.NVarChar, 9), "prod", out var value, out _), Is.True);

        var machine = new RunMachine(_sketch.Build(), new RunMachineOptions
        {
            Slots = 9,
            Selected = new HashSet<int> { asking },
            Known = new Dictionary<string, GivenValue> { ["${var:Env}"] = new(value) },
        });
        _ = machine.Apply(new Began(TimeSpan.Zero));

        Assert.That(machine.StateOf(asking), Is.EqualTo(NodeState.Running));
    }

    private static PrecedenceConstraint On(int node, Outcome outcome) => new(node, outcome);

    private static string Why(Rig rig, int node) =>
        rig.Last.OfType<RecordTransition>().Last(transition => transition.Node == node).Why;

    private int Asking(string condition, params int[] further)
    {
        var asking = _sketch.Package("ask");
        foreach (var variable in further.Prepend(_rows))
        {
            _sketch.Reads(asking, variable, _setter);
        }

        _sketch.Change(asking, node => node with { When = _sketch.Condition(condition) });
        return asking;
    }

    private int Either(params PrecedenceConstraint[] constraints)
    {
        var either = _sketch.Package("either");
        _sketch.Change(either, node => node with { Any = [constraints] });
        return either;
    }

    private AttemptEnded Set(double at, string? rows) => new(Rig.Seconds(at), _setter, 1, NodeState.Succeeded)
    {
        Sets = new Dictionary<int, RunValue> { [_rows] = Value("int", rows) },
    };

    private static RunValue Value(string type, string? text)
    {
        RunValue? made = null;
        Assert.That(RunValueType.TryParse(type, out var known, out var problem)
            && RunValue.TryMake(known, [[text]], out made, out problem), Is.True, problem);
        return made!;
    }
}

using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;

namespace Orchestrator.Core.Tests.Machine;

/// <summary>What packages set, who gets it, and what becomes of those who would read what nobody has set.</summary>
internal sealed class ValueTests
{
    private PlanSketch _sketch = new();
    private int _variable;

    [SetUp]
    public void Begin()
    {
        _sketch = new PlanSketch();
        _variable = _sketch.Variable("Rows", new SqlType(SqlTypeKind.Int));
        _sketch.Project("P");
        _sketch.Level(10);
        _sketch.Container("C");
    }

    [Test]
    public void A_value_is_recorded_right_before_the_success_that_set_it_and_its_reader_gets_it()
    {
        var (setter, reader) = (Setter("set"), _sketch.Package("read"));
        _sketch.Reads(reader, _variable, setter);

        var rig = new Rig(_sketch).Apply(Set(1, setter, "7"));

        var recorded = rig.Last.FindIndex(command => command is RecordValue);
        Assert.That(rig.Last[recorded], Is.EqualTo(new RecordValue(Rig.Seconds(1), setter, 1, _variable, Value("7"))));
        Assert.That(rig.Last[recorded + 1],
            Is.InstanceOf<RecordTransition>().With.Property("Node").EqualTo(setter)
                .And.Property("To").EqualTo(NodeState.Succeeded));
        Assert.That(Read(rig, reader), Is.EqualTo("7"));
    }

    [Test]
    public void A_reader_between_two_setters_sees_the_first_ones_value_also_when_it_is_tried_again_behind_the_second()
    {
        var (first, reader, second) = (Setter("first"), _sketch.Package("read"), Setter("second"));
        _sketch.Reads(reader, _variable, first);
        _sketch.Change(reader, node => node with { Retry = new(1, Rig.Seconds(5), false, [ErrorClass.Transient]) });

        var rig = new Rig(_sketch).Apply(Set(1, first, "1")).FailTransient(2, reader).Apply(Set(3, second, "2"))
            .Tick(7);

        Assert.That(Read(rig, reader), Is.EqualTo("1"));
    }

    [Test]
    public void The_latest_setter_counts_whoever_was_faster()
    {
        var (first, second, reader) = (Setter("first"), Setter("second"), _sketch.Package("read"));
        _sketch.Reads(reader, _variable, second, first);

        var rig = new Rig(_sketch).Apply(Set(1, second, "2")).Apply(Set(2, first, "1"));

        Assert.That(Read(rig, reader), Is.EqualTo("2"));
    }

    [Test]
    public void What_an_earlier_run_has_done_is_read_as_it_was_then()
    {
        var (setter, reader) = (Setter("set"), _sketch.Package("read"));
        _sketch.Reads(reader, _variable, setter);

        var machine = new RunMachine(_sketch.Build(), new RunMachineOptions
        {
            Slots = 1,
            Done = new Dictionary<int, string> { [setter] = "done by run 1" },
            Values = new Dictionary<(int Node, int Variable), RunValue> { [(setter, _variable)] = Value("5") },
        });
        var start = machine.Apply(new Began(TimeSpan.Zero)).OfType<StartPackage>().Single();

        Assert.That(start.Node, Is.EqualTo(reader));
        Assert.That(start.Values[_variable], Is.EqualTo(Value("5")));
    }

    [Test]
    public void A_value_of_a_relaxed_database_is_read_once_it_is_on_disk()
    {
        var database = _sketch.Relax("Staging", FlushWhen.Run);
        var (setter, reader) = (Setter("set"), _sketch.Package("read"));
        _sketch.Change(setter, node => node with { Relaxed = database });
        _sketch.Reads(reader, _variable, setter);

        var rig = new Rig(_sketch, relaxed: database).Apply(Set(1, setter, "7"));
        var (state, reason) = (rig[reader], rig.Machine.ReasonOf(reader)?.Reason);
        rig.Harden(2, database);

        Assert.That((state, reason), Is.EqualTo((NodeState.Ready, (WaitReason?)WaitReason.Flush)));
        Assert.That(Read(rig, reader), Is.EqualTo("7"));
    }

    [Test]
    public void A_lost_setter_takes_its_value_with_it()
    {
        var database = _sketch.Relax("Staging", FlushWhen.Run);
        var (setter, reader) = (Setter("set"), _sketch.Package("read"));
        _sketch.Change(setter, node => node with { Relaxed = database });
        _sketch.Reads(reader, _variable, setter);

        var rig = new Rig(_sketch, relaxed: database).Apply(Set(1, setter, "7")).Harden(2, database, setter);

        Assert.That((rig[setter], rig[reader]), Is.EqualTo((NodeState.Failed, NodeState.Blocked)));
    }

    [Test]
    public void Who_reads_what_a_skipped_setter_would_have_set_is_blocked_also_where_the_skip_counts_as_a_success()
    {
        var before = _sketch.Package("before");
        var setter = Setter("set", new PrecedenceConstraint(before, Outcome.Success));
        var (reader, other) = (_sketch.Package("read"), _sketch.Package("other"));
        _sketch.Reads(reader, _variable, setter);
        _sketch.Change(other, node => node with { Constraints = [new(setter, Outcome.Success)] });

        var rig = new Rig(_sketch).Apply(new SkipRequested(Rig.Seconds(1), 1, setter, "ann", "", AsSuccess: true));

        Assert.That(rig.Last.OfType<RecordAnswer>().Single().Text,
            Is.EqualTo("P/set is skipped and counts as a success: 1 package released, 1 blocked"));
        Assert.That((rig[reader], rig[other]), Is.EqualTo((NodeState.Blocked, NodeState.Running)));
    }

    [Test]
    public void Who_reads_what_nobody_has_set_fails_before_it_starts_and_its_handler_runs()
    {
        var (setter, reader) = (Setter("set"), _sketch.Package("read"));
        _sketch.Reads(reader, _variable, setter);
        var handler = _sketch.Package("handler", new PrecedenceConstraint(reader, Outcome.Failure));

        var rig = new Rig(_sketch, selected: new HashSet<int> { reader, handler });

        var failed = rig.Last.OfType<RecordTransition>().Single(one => one.To == NodeState.Failed);
        Assert.That((failed.Node, failed.From, failed.Attempt, failed.Error, failed.Why), Is.EqualTo(
            (reader, NodeState.Pending, 0, (ErrorClass?)ErrorClass.Data,
                "ORC3529 Rows has no value: P/set has set none")));
        Assert.That(rig.Started, Is.EqualTo(new[] { handler }));
    }

    [Test]
    public void An_attempt_that_does_not_set_what_its_package_sets_is_a_bug()
    {
        var setter = Setter("set");
        var rig = new Rig(_sketch);

        AttemptEnded[] impossible =
        [
            new(TimeSpan.Zero, setter, 1, NodeState.Succeeded),
            Set(0, setter, "1") with { Outcome = NodeState.Cancelled },
            Set(0, setter, "1") with { Sets = new Dictionary<int, RunValue> { [_variable + 1] = Value("1") } },
            Set(0, setter, "1") with { Sets = new Dictionary<int, RunValue> { [_variable] = OfText("1") } },
        ];

        Assert.That(impossible, Has.All.Matches<AttemptEnded>(ended => IsRefused(rig, ended!)));
    }

    [Test]
    public void A_plan_whose_reader_does_not_wait_for_the_setter_is_refused()
    {
        var (setter, reader) = (Setter("set"), _sketch.Package("read"));
        _sketch.Reads(reader, _variable, setter);
        _sketch.Change(reader, node => node with { Constraints = [] });

        Assert.That(() => new Rig(_sketch), Throws.ArgumentException.With.Message.Contains("P/read"));
    }

    private int Setter(string name, params PrecedenceConstraint[] constraints)
    {
        var setter = _sketch.Package(name, constraints);
        _sketch.Sets(setter, _variable);
        return setter;
    }

    private AttemptEnded Set(double at, int setter, string? value) =>
        new(Rig.Seconds(at), setter, 1, NodeState.Succeeded)
        {
            Sets = new Dictionary<int, RunValue> { [_variable] = Value(value) },
        };

    private string? Read(Rig rig, int reader) =>
        rig.Last.OfType<StartPackage>().Single(start => start.Node == reader).Values[_variable].Scalar?.Text;

    private static RunValue Value(string? text) => Made(new SqlType(SqlTypeKind.Int), text);

    private static RunValue OfText(string text) => Made(new SqlType(SqlTypeKind.NVarChar, 9), text);

    private static RunValue Made(SqlType type, string? text)
    {
        RunValueType? known = null;
        RunValue? made = null;
        var problem = "";
        Assert.That(RunValueType.TryOf(type, out known, out problem)
            && RunValue.TryMake(known, [[text]], out made, out problem), Is.True, problem);
        return made!;
    }

    private static bool IsRefused(Rig rig, AttemptEnded ended)
    {
        try
        {
            rig.Apply(ended);
            return false;
        }
        catch (InvalidOperationException)
        {
            return true;
        }
    }
}

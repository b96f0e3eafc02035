using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;

namespace Orchestrator.Ledger.Tests;

/// <summary>What is known of a package in a turn of a loop is known of what it was made after, too.</summary>
internal sealed class TurnNamesTests(Place place) : ConformanceFixture(place)
{
    private const string Made = "S/p1[DE]";

    private static readonly Plan Plan = Plans.Of("Nightly", 2);

    [Test]
    public void How_long_turns_have_worked_is_known_of_each_and_of_what_they_are_made_after()
    {
        using (var run = Grown())
        {
            run.Writer.Record(Turns.Running(4));
            run.Writer.Record(Turns.Succeeded(4, TimeSpan.FromSeconds(7)));
        }

        using var reader = Read();
        Assert.That(reader.MedianDurations("default"), Is.EquivalentTo(new Dictionary<string, TimeSpan>
        {
            [Made] = TimeSpan.FromSeconds(7),
            ["S/p1"] = TimeSpan.FromSeconds(7),
        }));
    }

    [TestCase(0, true)]
    [TestCase(1, true)]
    [TestCase(2, true)]
    [TestCase(3, true)]
    [TestCase(4, true)]
    [TestCase(5, false)]
    public void Who_skips_a_turn_or_what_stands_for_turns_as_a_success_answers_for_what_is_in_it(
        int asked, bool isSettled)
    {
        using (var failed = Grown())
        {
            failed.Writer.Record(Turns.Running(4));
            failed.Writer.Record(Turns.Ended(4, NodeState.Failed));
            failed.Writer.Record(Turns.End(RunVerdict.Failed));
        }

        using (var skipping = Grown())
        {
            var number = RequestWriter.Ask(Location, TimeProvider.System, new RequestRecord
            {
                Run = skipping.Number,
                Verb = RequestVerb.Skip,
                AsSuccess = true,
                Node = asked,
                Reason = "looked at",
                Who = "ann@host",
                Asked = Began,
            });
            skipping.Writer.Record(Turns.Of(
                Turns.Transition(4, NodeState.Ready, NodeState.SkippedByOperator, 0, 1),
                new RecordAnswer(TimeSpan.FromSeconds(1), number!.Value, true, "")));
        }

        using var reader = Read();
        Assert.That(reader.AttemptBefore(9, "default", Made, "load", "ORC3445")?.Run,
            Is.EqualTo(isSettled ? null : (long?)1));
    }

    // Node 3 is a turn of what node 2 stands for, and node 4 stands in it; node 5 is another one.
    private RunUnderTest Grown()
    {
        var run = Begin(Location, Plan);
        run.Writer.Record(Turns.Of(new RecordExpansion(TimeSpan.Zero, 0,
        [
            new GrownTurn(Given(1, "DE"), [new GrownNode(Turn(3, "DE"), 2), new GrownNode(Plan.Nodes[1] with
            {
                Index = 4,
                Name = Made,
                Parent = 3,
                Turns = [Given(1, "DE")],
            }, 1)]),
            new GrownTurn(Given(2, "FR"), [new GrownNode(Turn(5, "FR"), 0)]),
        ])));
        return run;
    }

    private static PlanNode Turn(int index, string key) => new()
    {
        Index = index,
        Kind = NodeKind.Container,
        Name = $"S/C[{key}]",
        Parent = 0,
        Turns = [Given(index, key)],
    };

    private static GivenTurn Given(int number, string key) => new(
        0, "C", number, key, [new RunColumn("Code", new SqlType(SqlTypeKind.NVarChar, 10))], [null]);
}

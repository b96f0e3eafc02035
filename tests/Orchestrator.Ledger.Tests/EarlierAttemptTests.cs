using Orchestrator.Core;
using Orchestrator.Core.Machine;

namespace Orchestrator.Ledger.Tests;

/// <summary>What became of a package before, for those that must not run twice by chance.</summary>
internal sealed class EarlierAttemptTests(Place place) : ConformanceFixture(place)
{
    private static readonly string Node = Plans.Of("Nightly", 3).Nodes[1].Name;

    [Test]
    public void The_last_attempt_before_another_one_is_told_with_its_run_and_its_end()
    {
        RunAll(1, 1, 1);
        using (var killed = Begin())
        {
            killed.Writer.Record(Turns.Running(1));
        }

        using (var held = RunLock.Acquire(Location, "Nightly", "default"))
        using (var writer = LedgerWriter.Open(Location, TimeProvider.System))
        {
            writer.FindEndedUnexpectedly(held);
        }

        using (var next = Begin())
        {
            next.Writer.Record(Turns.Running(1));
            using var reader = Read();
            Assert.That(Before(reader, long.MaxValue)?.State, Is.EqualTo(NodeState.Running), "its own");
            Assert.That(Before(reader, 5), Is.EqualTo(
                new EarlierAttemptRecord(2, 4, NodeState.EndedUnexpectedly, ErrorClass.Transient)));
            Assert.That(Before(reader, 4), Is.EqualTo(new EarlierAttemptRecord(1, 1, NodeState.Succeeded, null)));
            Assert.That(Before(reader, 1), Is.Null);
        }
    }

    [Test]
    public void Other_environments_other_kinds_and_refused_attempts_are_none()
    {
        RunAll(1, 1, 1);
        using (var refused = Begin())
        {
            refused.Writer.Record(Turns.Running(1));
            refused.Writer.Record(Turns.Ended(1, NodeState.Failed) with
            {
                Results =
                [
                    new AttemptResult
                    {
                        Node = 1,
                        Attempt = 1,
                        Error = new PackageError
                        {
                            Code = "ORC3445", Class = ErrorClass.OutcomeUnknown, Phase = "open", Message = "not again",
                        },
                    },
                ],
            });
        }

        using var reader = Read();
        Assert.That(Before(reader, 9)?.Run, Is.EqualTo(1));
        Assert.That(reader.AttemptBefore(9, "default", Node, "load", "ORC0000")?.Run, Is.EqualTo(2));
        Assert.That(reader.AttemptBefore(9, "prod", Node, "load", "ORC3445"), Is.Null);
        Assert.That(reader.AttemptBefore(9, "default", Node, "process", "ORC3445"), Is.Null);
    }

    [TestCase(true, true, "default", true)]
    [TestCase(true, true, "default", true, 0)]
    [TestCase(true, true, "default", false, 2)]
    [TestCase(false, true, "default", false)]
    [TestCase(true, false, "default", false)]
    [TestCase(true, true, "prod", false)]
    public void A_skip_as_success_that_was_done_answers_for_the_attempt_before_it_and_nothing_else_does(
        bool asSuccess, bool isDone, string environment, bool isSettled, int asked = 1)
    {
        RunAll(1, 1, 1);
        using (var skipping = Begin(environment: environment))
        {
            var number = RequestWriter.Ask(Location, TimeProvider.System, new RequestRecord
            {
                Run = skipping.Number,
                Verb = RequestVerb.Skip,
                AsSuccess = asSuccess,
                Node = asked,
                Reason = "looked at",
                Who = "ann@host",
                Asked = Began,
            });
            skipping.Writer.Record(Turns.Of(
                Turns.Transition(1, NodeState.Ready, NodeState.SkippedByOperator, 0, 1),
                new RecordAnswer(TimeSpan.FromSeconds(1), number!.Value, isDone, "")));
        }

        using var reader = Read();
        Assert.That(Before(reader, 9)?.Run, Is.EqualTo(isSettled ? null : (long?)1));
    }

    private static EarlierAttemptRecord? Before(LedgerReader reader, long attempt) =>
        reader.AttemptBefore(attempt, "default", Node, "load", "ORC3445");
}

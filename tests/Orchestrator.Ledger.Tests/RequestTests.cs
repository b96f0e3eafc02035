using Orchestrator.Core;
using Orchestrator.Core.Machine;

namespace Orchestrator.Ledger.Tests;

internal sealed class RequestTests(Place place) : ConformanceFixture(place)
{
    [Test]
    public void A_request_is_open_until_the_run_answers_in_the_commit_of_its_transitions()
    {
        using var run = Begin();
        var number = RequestWriter.Ask(Location, TimeProvider.System, Hold(run.Number));
        using var reader = Read();
        var open = reader.OpenRequests(run.Number).Single();
        var before = run.Writer.Commits;

        run.Writer.Record(Turns.Of(
            Turns.Transition(1, NodeState.Ready, NodeState.Held, 0, 3, "held by ann@host") with { Who = "ann@host" },
            new RecordAnswer(TimeSpan.FromSeconds(3), number!.Value, true, "it is held")));

        Assert.That(open, Is.EqualTo(Hold(run.Number) with { Number = number.Value }));
        Assert.That(run.Writer.Commits - before, Is.EqualTo(1));
        Assert.That(reader.OpenRequests(run.Number), Is.Empty);
        Assert.That(reader.Request(number.Value), Is.EqualTo(open with
        {
            Answered = Began.AddSeconds(3),
            Outcome = RequestOutcome.Done,
            Answer = "it is held",
        }));
        Assert.That(reader.Transitions(run.Number).Single().Who, Is.EqualTo("ann@host"));
    }

    [TestCase(true)]
    [TestCase(false)]
    public void No_answer_is_older_than_its_request_whatever_the_clocks_of_two_machines_say(bool isHeard)
    {
        using var run = Begin();
        var asked = Began.AddHours(1);
        var number = RequestWriter.Ask(Location, TimeProvider.System, Hold(run.Number) with { Asked = asked });

        run.Writer.Record(isHeard
            ? Turns.Of(new RecordAnswer(TimeSpan.FromSeconds(3), number!.Value, true, "it is held"))
            : Turns.End(RunVerdict.Succeeded));

        using var reader = Read();
        Assert.That(reader.Request(number!.Value)!.Answered, Is.EqualTo(asked));
    }

    [Test]
    public void Requests_of_a_run_are_told_in_their_order_and_apart_from_those_of_others()
    {
        using var one = Begin("Nightly");
        using var other = Begin("Weekly");
        RequestWriter.Ask(Location, TimeProvider.System, Hold(one.Number));
        RequestWriter.Ask(Location, TimeProvider.System, Hold(other.Number));
        RequestWriter.Ask(Location, TimeProvider.System, Hold(one.Number) with
        {
            Verb = RequestVerb.Skip,
            AsSuccess = true,
            Reason = "",
        });

        using var reader = Read();
        Assert.That(reader.Requests(one.Number).Select(asked => (asked.Verb, asked.AsSuccess, asked.Reason)),
            Is.EqualTo(new[] { (RequestVerb.Hold, false, "rebuild"), (RequestVerb.Skip, true, "") }));
    }

    [Test]
    public void A_run_that_has_ended_takes_no_request()
    {
        using var run = Begin();
        run.Writer.Record(Turns.End(RunVerdict.Succeeded));

        Assert.That(RequestWriter.Ask(Location, TimeProvider.System, Hold(run.Number)), Is.Null);
    }

    [Test]
    public void What_a_run_never_heard_of_is_refused_with_its_end()
    {
        using var run = Begin();
        var number = RequestWriter.Ask(Location, TimeProvider.System, Hold(run.Number));

        run.Writer.Record(Turns.End(RunVerdict.Succeeded));

        using var reader = Read();
        Assert.That(reader.Request(number!.Value), Has.Property("Outcome").EqualTo(RequestOutcome.Refused)
            .And.Property("Answer").Contains("had ended"));
    }

    [Test]
    public void What_somebody_held_in_a_run_that_died_is_blocked_and_its_requests_are_closed()
    {
        long? number;
        using (var killed = Begin())
        {
            killed.Writer.Record(Turns.Of(Turns.Transition(1, NodeState.Ready, NodeState.Held, 0, 3)));
            number = RequestWriter.Ask(Location, TimeProvider.System, Hold(killed.Number));
        }

        using (var held = RunLock.Acquire(Location, "Nightly", "default"))
        using (var writer = LedgerWriter.Open(Location, TimeProvider.System))
        {
            writer.FindEndedUnexpectedly(held);
        }

        using var reader = Read();
        Assert.That(reader.Nodes(1)[1].State, Is.EqualTo(NodeState.Blocked));
        Assert.That(reader.Request(number!.Value)!.Outcome, Is.EqualTo(RequestOutcome.Refused));
    }

    private static RequestRecord Hold(long run) => new()
    {
        Run = run,
        Verb = RequestVerb.Hold,
        Node = 1,
        Reason = "rebuild",
        Who = "ann@host",
        Asked = Began,
    };
}

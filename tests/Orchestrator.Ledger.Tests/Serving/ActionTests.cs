using Orchestrator.Core;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Ledger.Tests.Serving;

internal sealed class ActionTests(Place place) : ServingFixture(place)
{
    private static readonly PausedPart Nightly = new("default", "Nightly");

    [Test]
    public void A_key_does_its_action_once_and_is_told_the_same_again()
    {
        var first = ActionWriter.Do(Location, Time, Pause("k1"), Paused, Audit);
        var again = ActionWriter.Do(Location, Time, Pause("k1"), Paused, Audit);
        var other = ActionWriter.Do(Location, Time, Pause("k2"), Paused, Audit);

        using var reader = Read();
        Assert.That(again, Is.EqualTo(first));
        Assert.That((first.Outcome, first.Answer), Is.EqualTo(
            (ActionOutcome.Done, "Nightly is paused: what is due until it is resumed is passed over")));
        Assert.That((other.Outcome, other.Answer),
            Is.EqualTo((ActionOutcome.Refused, "Nightly was paused already")));
        Assert.That(reader.Action(first.Number), Is.EqualTo(first));
        Assert.That(reader.ActionOf("k2"), Is.EqualTo(other));
        Assert.That(reader.Pauses("default", Began), Has.Count.EqualTo(1));
        Assert.That(reader.Audit().Select(one => (one.Outcome, one.Detail)), Is.EqualTo(
            new[] { ("refused", "Nightly was paused already"), ("done", "rebuild") }),
            "what was told again is no entry");
    }

    [Test]
    public void A_key_that_comes_with_something_else_is_known_by_its_command_and_its_person()
    {
        var first = ActionWriter.Do(Location, Time, Pause("k1"), Paused, Audit);
        var resume = Pause("k1") with { Command = "schedules resume Nightly" };

        var found = ActionWriter.Do(Location, Time, resume, new ResumeTriggers(Nightly), Audit);

        using var reader = Read();
        Assert.That(found, Is.EqualTo(first));
        Assert.That(found.IsSameAs(resume), Is.False);
        Assert.That(found.IsSameAs(Pause("k1") with { Who = "bob" }), Is.False);
        Assert.That(found.IsSameAs(Pause("k1")), Is.True);
        Assert.That(reader.Pauses("default", Began).Single().Resumed, Is.Null);
        Assert.That(() => ActionWriter.Do(Location, Time, Pause(new string('k', 201)), Paused, Audit),
            Throws.ArgumentException);
        Assert.That(() => ActionWriter.Do(Location, Time, Pause(""), Paused, Audit), Throws.ArgumentException);
    }

    [Test]
    public void Of_two_who_send_a_key_at_once_one_does_it_and_both_are_told()
    {
        using var together = new Barrier(2);

        for (var i = 0; i < 10; i++)
        {
            var key = $"k{i}";
            var told = new[] { 1, 2 }.AsParallel().WithDegreeOfParallelism(2).Select(_ =>
            {
                together.SignalAndWait();
                return ActionWriter.Do(
                    Location, Time, Pause(key) with { Command = "run" }, new RequestToStart(Asking(key)),
                    Audit);
            }).ToArray();

            Assert.That(told[0], Is.EqualTo(told[1]));
        }

        using var reader = Read();
        Assert.That(reader.OpenStartRequests("default"), Has.Count.EqualTo(10));
        Assert.That(reader.Audit(), Has.Count.EqualTo(10));
    }

    [Test]
    public void A_request_is_recorded_for_a_run_at_work_and_refused_once_it_has_ended()
    {
        ActionRecord asked;
        using (var run = Begin())
        {
            asked = ActionWriter.Do(Location, Time, Pause("k1"), new RequestToRun(Hold), Audit);
            run.Writer.Record(Turns.End(RunVerdict.Succeeded));
        }

        var late = ActionWriter.Do(Location, Time, Pause("k2"), new RequestToRun(Hold), Audit);

        using var reader = Read();
        Assert.That((asked.Outcome, asked.Request), Is.EqualTo((ActionOutcome.Asked, (long?)1)));
        Assert.That(reader.Request(1), Has.Property("Verb").EqualTo(RequestVerb.Hold).And.Property("Node").EqualTo(1));
        Assert.That((late.Outcome, late.Request, late.Answer),
            Is.EqualTo((ActionOutcome.Refused, (long?)null, "run 1 has just ended")));
        Assert.That(reader.Requests(1), Has.Count.EqualTo(1));
    }

    [Test]
    public void A_request_is_found_by_the_firing_that_it_became()
    {
        var asked = ActionWriter.Do(Location, Time, Pause("k1"), new RequestToStart(Asking("k1")), Audit);
        using var service = Serve();
        var hold = service.Claim(Due() with { Cause = FiringCause.Manual }, asked.Start!.Value)!.Value;
        var scheduled = service.Claim(Due(3))!.Value;

        using var reader = Read();
        Assert.That(reader.StartRequestOf(hold.Firing)!.Continues, Is.EqualTo(7));
        Assert.That(reader.StartRequestOf(scheduled.Firing), Is.Null);
    }

    [Test]
    public void What_is_approved_stays_so_in_its_environment()
    {
        var approved = ActionWriter.Do(Location, Time, Pause("k1"), new Approve(Plugin), Audit);
        var again = ActionWriter.Do(Location, Time, Pause("k2"), new Approve(Plugin), Audit);
        ActionWriter.Do(Location, Time, Pause("k3"), new Approve(Plugin with { Hash = "def" }), Audit);

        using var reader = Read();
        Assert.That((approved.Outcome, again.Outcome), Is.EqualTo((ActionOutcome.Done, ActionOutcome.Refused)));
        Assert.That(reader.Approvals("default").Select(one => one.Hash), Is.EqualTo(new[] { "abc", "def" }));
        Assert.That(reader.Approvals("default")[0], Is.EqualTo(Plugin with { Number = 1 }));
        Assert.That(reader.Approvals("prod"), Is.Empty);
    }

    [Test]
    public void Whoever_is_first_allowed_a_kind_approves_what_there_is_of_it_and_nobody_after()
    {
        var needed = new NeededPermission(PermissionKind.Plugin, "abc", "plugins/shop.dll");
        using var first = Serve();
        using var second = Serve();

        var none = first.ApproveFirst(PermissionKind.Process, [], Audit);
        var one = first.ApproveFirst(PermissionKind.Plugin, [needed], Audit);
        var later = second.ApproveFirst(PermissionKind.Plugin, [needed with { Hash = "def" }], Audit);
        var process = second.ApproveFirst(
            PermissionKind.Process, [needed with { Kind = PermissionKind.Process }], Audit);

        using var reader = Read();
        Assert.That((none, one, later, process), Is.EqualTo((0, 1, 0, 0)));
        Assert.That(reader.Approvals("default").Select(approval => (approval.Kind, approval.Hash)), Is.EqualTo(new[]
        {
            (PermissionKind.Process, ""), (PermissionKind.Plugin, ""), (PermissionKind.Plugin, "abc"),
        }));
        Assert.That(reader.Audit().Select(entry => entry.Object), Is.EqualTo(new[] { "plugins/shop.dll (abc)" }));
    }

    private static ActionRecord Pause(string key) => new()
    {
        Environment = "default",
        Key = key,
        Command = "schedules pause Nightly",
        Who = "ann",
        Asked = Began,
    };

    private static PauseTriggers Paused =>
        new(new SchedulePause { Of = Nightly, Paused = Began, PausedBy = "ann", Reason = "rebuild" });

    private static RequestRecord Hold => new()
    {
        Run = 1,
        Verb = RequestVerb.Hold,
        Node = 1,
        Who = "ann",
        Asked = Began,
    };

    private static StartRequest Asking(string key) => new()
    {
        Environment = "default",
        Batch = "Nightly",
        Continues = 7,
        Key = key,
        Who = "ann",
        Asked = Began,
    };

    private static ApprovalRecord Plugin => new()
    {
        Environment = "default",
        Kind = PermissionKind.Plugin,
        Hash = "abc",
        Name = "plugins/shop.dll",
        Approved = Began,
        ApprovedBy = "ann",
    };
}

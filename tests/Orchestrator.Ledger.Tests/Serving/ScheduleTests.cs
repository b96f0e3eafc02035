using Orchestrator.Ledger.Serving;

namespace Orchestrator.Ledger.Tests.Serving;

internal sealed class ScheduleTests(Place place) : ServingFixture(place)
{
    private static readonly PausedPart Nightly = new("default", "Nightly");

    [Test]
    public void A_trigger_is_as_old_as_its_definition_and_begins_anew_where_that_changes_or_comes_back()
    {
        Define(Began, ("night", "a"), ("noon", "b"));
        var unchanged = Define(Began.AddHours(1), ("night", "a"), ("noon", "c"));
        var removed = Define(Began.AddHours(2), ("noon", "c"));
        var back = Define(Began.AddHours(3), ("night", "a"), ("noon", "c"));

        Assert.That(unchanged, Is.EqualTo(new[] { ("night", 0), ("noon", 1) }));
        Assert.That(removed, Is.EqualTo(new[] { ("noon", 1) }));
        Assert.That(back, Is.EqualTo(new[] { ("night", 3), ("noon", 1) }));
        using var reader = Read();
        Assert.That(reader.ScheduleStates("default").Select(one => (one.Trigger, one.DefinitionHash)),
            Is.EqualTo(new[] { ("night", "a"), ("noon", "c") }));
        Assert.That(reader.ScheduleStates("prod"), Is.Empty);
    }

    [Test]
    public void What_a_trigger_has_seen_of_its_files_is_noted_by_one_service_and_forgotten_with_its_definition()
    {
        Define(Began, ("night", "a"));
        var claim = new FiringClaim
        {
            Batch = "Nightly",
            Trigger = "night",
            Scheduled = Began,
            AsOf = new DateOnly(2026, 1, 1),
            LocalTime = "2026-01-01",
            Cause = FiringCause.File,
        };
        bool isNoted;
        FiringFence? first;
        FiringFence? second;
        using (var service = Serve())
        {
            isNoted = service.Saw(new FilesSeen("Nightly", "night", "", "one"));
            first = service.Claim(claim, new FilesSeen("Nightly", "night", "one", "two"));
            second = service.Claim(
                claim with { Scheduled = Began.AddSeconds(1) }, new FilesSeen("Nightly", "night", "one", "two"));
        }

        using var reader = Read();
        Assert.That(isNoted);
        Assert.That((first, second), Is.EqualTo(((FiringFence?)new FiringFence(1, 1), (FiringFence?)null)));
        Assert.That(reader.ScheduleStates("default")[0].Seen, Is.EqualTo("two"));
        Define(Began, ("night", "b"));
        Assert.That(reader.ScheduleStates("default")[0].Seen, Is.Empty);
    }

    [Test]
    public void Definitions_are_kept_once_and_found_by_their_hash()
    {
        PlanFile[] files = [new("solution.yaml", "a"), new("sql/b.sql", "b")];
        string[] hashes;
        using (var service = Serve())
        {
            hashes = [service.Keep(files), service.Keep(files)];
        }

        using var reader = Read();
        Assert.That(hashes[0], Is.EqualTo(hashes[1]));
        Assert.That(reader.PlanFiles(hashes[0]), Is.EqualTo(files));
        Assert.That(reader.PlanFiles("other"), Is.Empty);
    }

    [Test]
    public void A_pause_lasts_until_somebody_ends_it_and_is_told_while_it_matters()
    {
        var paused = Pause(Nightly, Began);
        var again = Pause(Nightly, Began.AddHours(1));
        var resumed = Resume(Nightly, Began.AddHours(2));
        var nothing = Resume(Nightly, Began.AddHours(3));
        Pause(Nightly, Began.AddHours(4));

        using var reader = Read();
        var all = reader.Pauses("default", Began);
        Assert.That((paused, again, resumed, nothing), Is.EqualTo((true, false, true, false)));
        Assert.That(all.Select(one => (one.Paused, one.Resumed)), Is.EqualTo(new (DateTimeOffset, DateTimeOffset?)[]
        {
            (Began, Began.AddHours(2)), (Began.AddHours(4), null),
        }));
        Assert.That((all[0].Of, all[0].PausedBy, all[0].Reason, all[0].ResumedBy),
            Is.EqualTo((Nightly, "ann", "rebuild", "ann")));
        Assert.That(reader.Pauses("default", Began.AddHours(3)), Has.Count.EqualTo(1));
        Assert.That(reader.Audit().Select(one => one.Action), Is.EqualTo(new[] { "pause", "resume", "pause" }));
    }

    [Test]
    public void Pauses_of_a_trigger_a_batch_and_everything_stand_beside_each_other()
    {
        Pause(new PausedPart("default", "Nightly", "night"), Began);
        Pause(Nightly, Began);
        Pause(new PausedPart("default"), Began);
        Pause(new PausedPart("prod"), Began);
        Resume(Nightly, Began.AddHours(1));

        using var reader = Read();
        Assert.That(reader.Pauses("default", Began.AddHours(2)).Select(one => one.Of), Is.EqualTo(
            new[] { new PausedPart("default", "Nightly", "night"), new PausedPart("default") }));
    }

    [TestCase("Nightly", "night", 0, true)]
    [TestCase("Nightly", "night", -1, false)]
    [TestCase("Nightly", "night", 2, false)]
    [TestCase("Nightly", "noon", 1, true)]
    [TestCase("Weekly", "night", 1, false)]
    public void A_pause_covers_its_part_from_its_beginning_to_before_its_end(
        string batch, string trigger, int hour, bool isCovered)
    {
        var pause = new SchedulePause
        {
            Of = Nightly,
            Paused = Began,
            PausedBy = "ann",
            Resumed = Began.AddHours(2),
        };

        Assert.That(pause.Covers(batch, trigger, Began.AddHours(hour)), Is.EqualTo(isCovered));
    }

    [Test]
    public void A_request_is_one_however_often_it_is_asked_with_its_key()
    {
        var first = Ask("k1");
        var again = Ask("k1");
        var other = Ask("k2");

        using var reader = Read();
        Assert.That(again, Is.EqualTo(first));
        Assert.That(first, Is.EqualTo(Asking("k1") with { Number = first.Number }));
        Assert.That(reader.OpenStartRequests("default"), Is.EqualTo(new[] { first, other }));
        Assert.That(reader.Audit(), Has.Count.EqualTo(2));
        Assert.That(() => Ask(new string('k', StartRequest.KeyMax + 1)), Throws.ArgumentException);
    }

    [Test]
    public void A_request_becomes_one_firing_or_is_refused_and_is_answered_then()
    {
        using var one = Serve();
        using var other = Serve();
        var granted = Ask("k1");
        var refused = Ask("k2");
        var manual = Due() with { Cause = FiringCause.Manual };

        var hold = one.Claim(manual, granted.Number);
        var late = other.Claim(manual with { Scheduled = Began.AddHours(9) }, granted.Number);
        var refusals = (one.Refuse(refused.Number, "there is no batch 'X'"), other.Refuse(granted.Number, "no"));

        using var reader = Read();
        Assert.That(late, Is.Null);
        Assert.That(refusals, Is.EqualTo((true, false)));
        Assert.That(reader.OpenStartRequests("default"), Is.Empty);
        Assert.That(reader.StartRequest(granted.Number), Is.EqualTo(granted with
        {
            Answered = Began,
            Firing = hold!.Value.Firing,
        }));
        Assert.That(reader.StartRequest(refused.Number)!.Refusal, Is.EqualTo("there is no batch 'X'"));
        Assert.That(reader.FiringsNotEnded("default").Select(firing => firing.Number),
            Is.EqualTo(new[] { hold.Value.Firing }), "what was not granted has left no firing");
    }

    [Test]
    public void The_audit_log_is_told_page_by_page_newest_first()
    {
        using var service = Serve();
        AuditWriter.Record(Location, Time, [Audit, Audit with { Detail = "second" }]);
        service.Record([Audit with { Detail = "third" }]);

        using var reader = Read();
        var newest = reader.Audit(limit: 2);
        var rest = reader.Audit(newest[^1].Number, limit: 2);

        Assert.That(newest.Select(one => one.Detail), Is.EqualTo(new[] { "third", "second" }));
        Assert.That(rest, Is.EqualTo(new[] { Audit with { Number = rest[0].Number } }));
    }

    private (string Trigger, int Hours)[] Define(DateTimeOffset now, params (string Trigger, string Hash)[] triggers)
    {
        using var service = Serve(time: new FixedTime(now));
        return
        [
            .. service.Define([.. triggers.Select(one => new DefinedTrigger("Nightly", one.Trigger, one.Hash))])
                .Select(state => (state.Trigger, (int)(state.FirstSeen - Began).TotalHours)),
        ];
    }

    private bool Pause(PausedPart part, DateTimeOffset at) => ScheduleWriter.Pause(
        Location, Time, new SchedulePause { Of = part, Paused = at, PausedBy = "ann", Reason = "rebuild" },
        Audit with { Action = "pause" });

    private bool Resume(PausedPart part, DateTimeOffset at) =>
        ScheduleWriter.Resume(Location, Time, part, Audit with { Action = "resume", At = at });

    private StartRequest Ask(string key) => ScheduleWriter.Ask(Location, Time, Asking(key), Audit);

    private static StartRequest Asking(string key) => new()
    {
        Environment = "default",
        Batch = "Nightly",
        Trigger = "night",
        Continues = 7,
        Key = key,
        Who = "ann",
        Asked = Began,
    };
}

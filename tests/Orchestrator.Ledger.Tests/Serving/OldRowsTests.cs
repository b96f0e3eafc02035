using Orchestrator.Core;
using Orchestrator.Ledger.Purging;
using Orchestrator.Ledger.Serving;
using Orchestrator.Ledger.Tokens;

namespace Orchestrator.Ledger.Tests.Serving;

/// <summary>What services have recorded: copied, purged, and missing where a ledger is older.</summary>
internal sealed class OldRowsTests(Place place) : ServingFixture(place)
{
    [Test]
    public void A_backup_brings_back_firings_pauses_and_tokens_and_gives_no_number_of_a_firing_twice()
    {
        var copy = Path.Combine(Folder, "copy.db");
        using var service = Serve();
        service.Claim(Due(1));
        service.Define([new DefinedTrigger("Nightly", "night", "a")]);
        ScheduleWriter.Pause(Location, Time, Paused(Began), Audit);
        TokenWriter.Create(Location, Time, Token(), Audit);
        LedgerBackup.Make(Location, copy, "user", TimeProvider.System);
        var before = All();
        service.Claim(Due(2));
        service.Stop();

        LedgerBackup.Restore(Location, copy, TimeProvider.System);

        Assert.That(All(), Is.EqualTo(before));
        using var next = Serve();
        Assert.That(next.Claim(Due(3))!.Value.Firing, Is.GreaterThan(2));
    }

    [Test]
    public void What_ended_long_ago_goes_but_the_newest_firing_of_each_trigger_which_says_what_is_due()
    {
        using (var service = Serve())
        {
            End(service, Due(1));
            End(service, Due(2));
            service.PassOver(Due(3, "noon"), "paused");
            End(service, Due(4) with { Cause = FiringCause.Manual });
            service.Claim(Due(1, "owed"));
            service.Claim(Due(2, "owed"));
            ScheduleWriter.Pause(Location, Time, Paused(Began), Audit);
            ScheduleWriter.Resume(Location, Time, Paused(Began).Of, Audit);
            ScheduleWriter.Ask(Location, Time, new StartRequest
            {
                Environment = "default",
                Batch = "Nightly",
                Key = "k",
                Who = "ann",
                Asked = Began,
            }, Audit);
            service.Refuse(1, "no");
            service.Stop();
            ActionWriter.Do(Location, Time, Action("k"), new PauseTriggers(Paused(Began)), Audit);
            ActionWriter.Do(
                Location, Time, Action("l"), new ResumeTriggers(Paused(Began).Of), Audit);
        }

        var found = Look(Began.AddDays(1)).Service;
        Purge(Began.AddDays(1));

        using var reader = Read();
        Assert.That((found.Firings, found.Audit, found.Others), Is.EqualTo((2, 5, 6)));
        Assert.That(Look(Began.AddDays(1)).Service.IsEmpty, Is.True);
        Assert.That(
            reader.Firings("default", Began, Began.AddDays(1)).Select(one => (one.Trigger, one.LocalTime[11..])),
            Is.EquivalentTo(new[]
            {
                ("night", "02:00"), ("noon", "03:00"), ("owed", "01:00"), ("owed", "02:00"),
            }));
        Assert.That(reader.Audit().Count + reader.Pauses("default", Began).Count + reader.Services().Count, Is.Zero);
        Assert.That((reader.StartRequest(1), reader.Action(1)), Is.EqualTo(((StartRequest?)null, (ActionRecord?)null)));
    }

    [Test]
    public void What_is_newer_or_lasts_or_is_of_another_environment_stays()
    {
        using var service = Serve();
        using var prod = Serve("prod");
        End(service, Due(1));
        End(service, Due(2));
        End(prod, Due(1));
        End(prod, Due(2));
        AuditWriter.Record(Location, Time, [Audit, Audit with { Environment = "prod" }]);
        ScheduleWriter.Pause(Location, Time, Paused(Began), Audit);

        Purge(Began.AddDays(-1));
        using var reader = Read();
        var kept = reader.Firings("default", Began, Began.AddDays(1)).Count + reader.Audit().Count;
        Purge(Began.AddDays(1));

        Assert.That(kept, Is.EqualTo(5));
        Assert.That(reader.Firings("prod", Began, Began.AddDays(1)), Has.Count.EqualTo(2));
        Assert.That(reader.Audit().Select(one => one.Environment), Is.EqualTo(new[] { "prod" }));
        Assert.That(reader.Pauses("default", Began), Has.Count.EqualTo(1));
        Assert.That(reader.Services(), Has.Count.EqualTo(2));
    }

    [TestCase(11)]
    [TestCase(12)]
    [TestCase(13)]
    public void An_older_file_reads_as_one_that_no_service_has_known(int version)
    {
        Assume.That(Place, Is.EqualTo(Place.Sqlite), "one on a server is migrated first");
        var wait = new LedgerWait(new LedgerPatience(), TimeProvider.System) { Version = version };
        Location.OpenForWriting(TimeProvider.System, wait).Dispose();

        using var reader = Read();
        var rows = reader.Services().Count + reader.FiringsNotEnded("default").Count
            + reader.NewestFirings("default").Count + reader.ScheduleStates("default").Count
            + reader.Pauses("default", Began).Count + reader.OpenStartRequests("default").Count + reader.Tokens().Count
            + reader.Audit().Count + reader.Firings("default", Began, Began.AddDays(1)).Count
            + reader.Approvals("default").Count;

        Assert.That(rows, Is.Zero);
        Assert.That(reader.Firing(1), Is.Null);
        Assert.That(LedgerStatus.VersionOf(Location, TimeProvider.System), Is.EqualTo(version));
    }

    private static void End(ServiceLedger service, FiringClaim claim) =>
        service.End(service.Claim(claim)!.Value, RunVerdict.Succeeded);

    private static ActionRecord Action(string key) => new()
    {
        Environment = "default",
        Key = key,
        Command = $"schedules {key}",
        Who = "ann",
        Asked = Began,
    };

    private static SchedulePause Paused(DateTimeOffset at) =>
        new() { Of = new PausedPart("default", "Nightly"), Paused = at, PausedBy = "ann" };

    private static TokenRecord Token() => new()
    {
        Id = "abcdefgh",
        Name = "ci",
        Role = TokenRole.Operator,
        Hash = "0",
        Created = Began,
        CreatedBy = "ann",
    };

    private PurgeWork Look(DateTimeOffset before) =>
        LedgerPurge.Look(Location, TimeProvider.System, new PurgeLimits("default", before, before))!;

    private void Purge(DateTimeOffset before) =>
        LedgerPurge.Do(Location, TimeProvider.System, Look(before), _ => { }, CancellationToken.None);

    private object All()
    {
        using var reader = Read();
        return (string.Join('\n', reader.FiringsNotEnded("default")), string.Join('\n', reader.Tokens()),
            string.Join('\n', reader.Pauses("default", Began)), string.Join('\n', reader.ScheduleStates("default")),
            reader.Services().Count, string.Join('\n', reader.Audit()));
    }
}

using Orchestrator.Core;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diff;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Tests.Broken;
using Orchestrator.Schedules;

namespace Orchestrator.Metadata.Tests.Loading;

/// <summary>Triggers and calendars as written.</summary>
internal sealed class TriggerTests
{
    [Test]
    public void A_cron_fires_in_its_zone_and_as_its_calendar_allows()
    {
        var trigger = Load("{trigger: t, cron: \"0 0 2 * * ?\", timeZone: Europe/London, calendar: workdays, "
            + "misfire: fireEach, maxLate: 6h}");

        var next = trigger.Schedule!.Next(new DateTimeOffset(2026, 7, 3, 12, 0, 0, TimeSpan.Zero));

        Assert.That(next!.Instant, Is.EqualTo(new DateTimeOffset(2026, 7, 7, 1, 0, 0, TimeSpan.Zero)));
        Assert.That(trigger.Misfire, Is.EqualTo(new MisfireRule(MisfirePolicy.FireEach, TimeSpan.FromHours(6))));
        Assert.That((trigger.TimeZone, trigger.Calendar, trigger.IsEnabled),
            Is.EqualTo(("Europe/London", "workdays", true)));
    }

    [Test]
    public void A_trigger_that_says_no_more_fires_in_UTC_and_owes_the_newest_one()
    {
        var trigger = Load("{trigger: t, every: 15m}");

        Assert.That(trigger.Every, Is.EqualTo(TimeSpan.FromMinutes(15)));
        Assert.That(trigger.Schedule!.Zone, Is.EqualTo(TimeZoneInfo.Utc));
        Assert.That(trigger.Misfire, Is.EqualTo(new MisfireRule()));
    }

    [Test]
    public void Behind_a_batch_it_waits_for_success_unless_it_says_otherwise()
    {
        Assert.That(Load("{trigger: t, after: {batch: Other}}").After,
            Is.EqualTo(new AfterBatch("Other", Outcome.Success)));
        Assert.That(Load("{trigger: t, after: {batch: Other, outcome: Failure}}").After,
            Is.EqualTo(new AfterBatch("Other", Outcome.Failure)));
    }

    [Test]
    public void A_file_has_the_time_of_its_connection_to_become_stable()
    {
        Assert.That(Load("{trigger: t, file: {connection: Inbox, name: \"*.csv\"}}").File,
            Is.EqualTo(new FileArrival("Inbox", "*.csv", TimeSpan.FromSeconds(30))));
        Assert.That(Load("{trigger: t, file: {connection: Inbox, name: a.csv, stableFor: 2m}}").File,
            Is.EqualTo(new FileArrival("Inbox", "a.csv", TimeSpan.FromMinutes(2))));
    }

    [Test]
    public void An_environment_says_which_triggers_fire_there()
    {
        using var folder = Written("{trigger: t, every: 1h}");
        folder.Write("environments/test.yaml",
            "environment: test\ntriggers:\n  - {batch: Nightly, trigger: t, enabled: false}\n");

        var here = SolutionLoader.Load(folder.Path).Solution!.Batches[0].Triggers[0];
        var there = SolutionLoader.Load(folder.Path, "test").Solution!.Batches[0].Triggers[0];

        Assert.That((here.IsEnabled, there.IsEnabled), Is.EqualTo((true, false)));
        Assert.That($"{there.EnabledAt}", Is.EqualTo("environments/test.yaml:3:43"));
    }

    [Test]
    public void A_calendar_holds_the_dates_of_its_file_and_is_part_of_what_is_read()
    {
        using var folder = Written("{trigger: t, every: 1h}");

        var solution = SolutionLoader.Load(folder.Path).Solution!;

        var calendar = solution.Calendars[0].Calendar;
        Assert.That(calendar.Holidays, Is.EquivalentTo((DateOnly[])[new(2026, 7, 6), new(2026, 12, 25)]));
        Assert.That(calendar.Weekdays, Has.Count.EqualTo(5).And.None.EqualTo(DayOfWeek.Sunday));
        Assert.That(calendar.Dates, Is.EqualTo((DateBlackout[])[new(new(2026, 8, 1), new(2026, 8, 2))]));
        Assert.That(calendar.Times, Is.EqualTo((TimeBlackout[])[new(new(22, 0), new(1, 0))]));
        Assert.That(solution.Files.Select(file => file.Path), Does.Contain("calendars/holidays.txt"));
    }

    [TestCase("{trigger: t, every: 1h}", "{trigger: t, every: 2h}", TestName = "An_interval_is_part_of_its_text")]
    [TestCase("{trigger: t, cron: 0 0 2 * * ?}", "{trigger: t, cron: 0 0 2 * * ?, timeZone: Asia/Tokyo}",
        TestName = "A_zone_is_part_of_its_text")]
    [TestCase("{trigger: t, every: 1h}", "{trigger: t, every: 1h, enabled: false}",
        TestName = "Whether_it_fires_is_part_of_its_text")]
    [TestCase("{trigger: t, every: 1h}", "{trigger: t, every: 1h, calendar: workdays}",
        TestName = "A_calendar_is_part_of_its_text")]
    public void What_moves_its_firings_is_part_of_its_text(string one, string other) =>
        Assert.That(TriggerProperties.Text(Load(one)), Is.Not.EqualTo(TriggerProperties.Text(Load(other))));

    [Test]
    public void What_becomes_of_missed_firings_is_no_part_of_its_text() => Assert.That(
        TriggerProperties.Text(Load("{trigger: t, every: 1h}")),
        Is.EqualTo(TriggerProperties.Text(Load("{trigger: t, every: 1h, misfire: fireEach, maxLate: 1d}"))));

    [Test]
    public void A_trigger_changes_no_plan()
    {
        Assert.That(Hash("{trigger: t, every: 1h}"), Is.EqualTo(Hash("{trigger: u, cron: 0 0 2 * * ?}")));
    }

    [Test]
    public void Who_names_a_date_is_told_of_what_never_fires_behind_it()
    {
        using var folder = Written("{trigger: t, cron: 0 0 2 30 2 ?}");

        var asked = SolutionLoader.Load(folder.Path, options: new SolutionLoadOptions { AsOf = new(2026, 7, 1) });
        var read = SolutionLoader.Load(folder.Path);

        Assert.That(asked.Diagnostics.Select(one => one.Code), Is.EqualTo((string[])["ORC1102"]));
        Assert.That(asked.Solution, Is.Not.Null);
        Assert.That(read.Diagnostics, Is.Empty);
    }

    [TestCase("cron: 0 0 0 ? * 1-5", "\"0 0 0 ? * SUN-THU\"")]
    [TestCase("cron: \"* 0 2 * * ?\"", "\"0 0 2 * * ?\"")]
    public void A_cron_that_may_not_be_meant_so_is_a_warning_with_what_says_it_clearly(string cron, string better)
    {
        using var folder = Written("{trigger: t, " + cron + "}");

        var loaded = SolutionLoader.Load(folder.Path);

        Assert.That(loaded.Diagnostics.Select(one => (one.Code, one.Suggestion)),
            Is.EqualTo(new[] { ("ORC1095", better) }));
        Assert.That(loaded.Solution, Is.Not.Null);
    }

    [Test]
    public void A_file_that_holds_no_dates_at_all_is_not_listed_line_by_line()
    {
        using var folder = Written("{trigger: t, every: 1h}");
        folder.Write("calendars/holidays.txt", string.Join('\n', Enumerable.Repeat("no date", 500)));

        var loaded = SolutionLoader.Load(folder.Path);

        Assert.That(loaded.Diagnostics, Has.Count.EqualTo(21));
        Assert.That(loaded.Diagnostics[0].Message, Is.EqualTo("480 more lines are no dates"));
    }

    [Test]
    public void A_difference_tells_of_triggers_where_both_sides_know_theirs()
    {
        var earlier = Document("{trigger: t, every: 1h}, {trigger: gone, every: 1h}");
        var later = Document("{trigger: t, every: 2h}, {trigger: come, cron: 0 0 2 * * ?}");

        var diff = PlanDiff.Compare(earlier, later);
        var stored = PlanDiff.Compare(PlanJson.Read(PlanJson.Write(earlier)), later);

        Assert.That(diff.IsEmpty, Is.False);
        Assert.That(diff.Added.Select(one => $"{one.What} {one.Name}"), Is.EqualTo((string[])["trigger Nightly/come"]));
        Assert.That(diff.Removed.Select(one => one.Name), Is.EqualTo((string[])["Nightly/gone"]));
        Assert.That(diff.Changed.Single().Properties,
            Is.EqualTo((DiffProperty[])[new("every", "1h", "2h", ChangeEffects.None)]));
        Assert.That(stored.IsEmpty, Is.True);
    }

    private static PlanContent Document(string triggers)
    {
        using var folder = Written(triggers);
        return Compiler.Compile(SolutionLoader.Load(folder.Path).Solution!, "Nightly", (_, _) => []).Document!;
    }

    private static Trigger Load(string trigger)
    {
        using var folder = Written(trigger);
        var loaded = SolutionLoader.Load(folder.Path);
        Assert.That(loaded.Diagnostics, Is.Empty);
        return loaded.Solution!.Batches[0].Triggers[0];
    }

    private static string Hash(string trigger)
    {
        using var folder = Written(trigger);
        return Compiler.Compile(SolutionLoader.Load(folder.Path).Solution!, "Nightly", (_, _) => []).Plan!.Hash;
    }

    private static TemporaryFolder Written(string trigger)
    {
        var folder = new TemporaryFolder();
        folder.Write("solution.yaml", """
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Inbox, platform: Files, folder: data, files: {stableFor: 30s}}
              - {connection: Db, platform: Sqlite}
            calendars:
              - calendar: workdays
                weekdays: [Mon, Tue, Wed, Thu, Fri]
                holidays: calendars/holidays.txt
                blackouts: [{from: 2026-08-01, to: 2026-08-02}, {from: 22:00, to: "01:00:00"}]
            batches:
              - batch: Nightly
                projects: [Staging]
                triggers: [TRIGGER]
              - {batch: Other, projects: [Staging]}
            projects:
              - project: Staging
                source: Inbox
                target: Db
                objects: [{object: a, source: {file: a.csv}, columns: [{column: A, dataType: int}]}]
            """.Replace("TRIGGER", trigger, StringComparison.Ordinal));
        folder.Write("calendars/holidays.txt", "# ours\n\n2026-07-06\n2026-12-25 # Christmas\n");
        return folder;
    }
}

using System.Text.Json.Nodes;
using System.Xml.Linq;
using Orchestrator.Ledger.Serving;
using Orchestrator.Service.Scheduling;
using Orchestrator.Service.Tests.Scheduling;

namespace Orchestrator.Service.Tests.Pages;

/// <summary>When batches start by themselves, and what keeps them from it, is on the pages.</summary>
[FixtureLifeCycle(LifeCycle.InstancePerTestCase)]
internal sealed class SchedulesPageTests : IDisposable
{
    private static readonly DateTimeOffset Night = new(2026, 2, 2, 2, 0, 0, TimeSpan.Zero);

    private readonly SchedulerRig _rig = new();

    public void Dispose() => _rig.Dispose();

    [Test]
    public async Task A_trigger_is_shown_with_its_next_time_in_its_zone_and_with_what_became_of_the_newest_firing()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly() with { Words = "0 0 2 * * ?" });
        _rig.TurnAt(Night, scheduler);
        _rig.Processes[0].ExitCode = 2;
        _rig.Processes[0].Says = "no such batch";
        _rig.TurnAt(Night.AddSeconds(5), scheduler);

        var page = await PageAsync("/schedules", () => scheduler.State);

        Assert.That(Text(page, "title"), Is.EqualTo("At work · Schedules · Orchestrator"));
        Assert.That(Row(page, "data-trigger", "Nightly/night"), Does.Contain("0 0 2 * * ?")
            .And.Contain("Tue 2026-02-03 02:00:00 UTC").And.Contain("not begun"));
        Assert.That(Row(page, "data-firing", "1"), Does.Contain("2026-02-02")
            .And.Contain("exit code 2 of process 1: no such batch"));
    }

    [Test]
    public async Task The_first_page_says_what_is_paused_and_that_metadata_are_invalid()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        ScheduleWriter.Pause(
            _rig.Ledger, _rig.Clock,
            new SchedulePause
            {
                Of = new PausedPart(SchedulerRig.Environment, "Nightly"),
                Paused = _rig.Clock.GetUtcNow(),
                PausedBy = "anna",
                Reason = "index rebuild",
            },
            _rig.Entry("pause"));
        var state = scheduler.State with
        {
            InvalidSince = Night,
            Commit = "abc123",
            Problems = ["solution.yaml:3:1 ORC1010: unknown key 'batchs'"],
        };

        var page = await PageAsync("/", () => state);

        var main = Text(page, "main");
        Assert.That(main, Does.Contain("Nightly, since").And.Contain("by anna").And.Contain("index rebuild"));
        Assert.That(main, Does.Contain("metadata on disk are invalid").And.Contain("commit abc123")
            .And.Contain("unknown key 'batchs'"));
        Assert.That(main, Does.Not.Contain("Next: Nightly/night"), "it is paused");
    }

    [Test]
    public async Task The_next_firing_of_all_is_on_the_first_page()
    {
        var scheduler = _rig.Begin(
            SchedulerRig.Nightly(), SchedulerRig.Nightly("0 30 1 * * ?") with { Name = "early" });

        var page = await PageAsync("/", () => scheduler.State);

        Assert.That(page.Descendants().Single(each => each.Attribute("data-next") is not null).Attribute("data-next")!
            .Value, Is.EqualTo("Nightly/early"));
    }

    [Test]
    public async Task The_first_page_says_which_batch_did_not_start_and_why_and_its_title_begins_with_that()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        _rig.TurnAt(Night, scheduler);
        _rig.Processes[0].ExitCode = 2;
        _rig.Processes[0].Says = "no such batch";
        _rig.TurnAt(Night.AddSeconds(5), scheduler);

        var page = await PageAsync("/", () => scheduler.State);

        var card = page.Descendants().Single(each => each.Attribute("data-missed") is not null);
        Assert.That(Text(page, "title"), Is.EqualTo("Not started · Last night · Orchestrator"));
        Assert.That(card.Attribute("data-missed")!.Value, Is.EqualTo("Nightly/night"));
        Assert.That(Plain(card), Does.Contain("✖ not started").And.Contain("2026-02-02 02:00:00Z (night)")
            .And.Contain("no such batch"));
    }

    [Test]
    public async Task What_is_invalid_from_the_start_on_says_that_nothing_starts()
    {
        _rig.Mistake = "solution.yaml:3:1 ORC1010: unknown key 'batchs'";
        var scheduler = _rig.Begin(SchedulerRig.Nightly());

        var page = await PageAsync("/", () => scheduler.State);

        Assert.That(Text(page, "main"), Does.Contain("no batch starts until they are mended")
            .And.Not.Contain("still in force"));
    }

    [Test]
    public async Task Machines_read_what_the_page_of_schedules_says()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly() with { Words = "0 0 2 * * ?" });
        _rig.TurnAt(Night, scheduler);
        _rig.Processes[0].ExitCode = 2;
        _rig.TurnAt(Night.AddSeconds(5), scheduler);
        await using var served = await ServedAsync(() => scheduler.State);

        var document = JsonNode.Parse(await served.TextAsync("/api/v1/schedules"))!;

        var trigger = document["triggers"]!.AsArray().Single()!;
        Assert.That(((string)trigger["next_at"]!, (string)trigger["next_local"]!, (bool)trigger["is_paused"]!),
            Is.EqualTo(("2026-02-03T02:00:00Z", "2026-02-03T02:00:00", false)));
        Assert.That((string)document["firings"]![0]!["state"]!, Is.EqualTo("Ended"));
        Assert.That((string)document["not_started"]![0]!["batch"]!, Is.EqualTo("Nightly"));
        Assert.That((bool)document["scheduler"]!["has_metadata"]!, Is.True);
    }

    [Test]
    public async Task A_name_with_markup_is_text()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly() with { Name = "<script>alert(1)</script>" });
        _rig.TurnAt(Night, scheduler);

        var page = await PageAsync("/schedules", () => scheduler.State);

        Assert.That(page.Descendants().Where(each => each.Name.LocalName == "script"
            && each.Attribute("src") is null), Is.Empty);
        Assert.That(Text(page, "main"), Does.Contain("Nightly/<script>alert(1)</script>"));
    }

    [Test]
    public async Task Without_a_scheduler_what_has_fired_is_shown_all_the_same()
    {
        var scheduler = _rig.Begin(SchedulerRig.Nightly());
        _rig.TurnAt(Night, scheduler);

        var page = await PageAsync("/schedules", () => null);

        Assert.That(Row(page, "data-firing", "1"), Does.Contain("about to begin"));
        Assert.That(page.Descendants().Attributes("data-trigger"), Is.Empty);
    }

    private async Task<XElement> PageAsync(string path, Func<SchedulerState?> scheduler)
    {
        await using var served = await ServedAsync(scheduler);
        return new Page(await served.TextAsync(path)).Root;
    }

    private Task<Served> ServedAsync(Func<SchedulerState?> scheduler) => Served.StartAsync(
        options => options with
        {
            Environment = SchedulerRig.Environment,
            Scheduler = scheduler,
            Time = _rig.Clock,
        },
        _rig.Ledger);

    private static string Text(XElement page, string element) =>
        Plain(page.Descendants().First(each => each.Name.LocalName == element));

    private static string Row(XElement page, string attribute, string value) =>
        Plain(page.Descendants().Single(each => (string?)each.Attribute(attribute) == value));

    private static string Plain(XElement element) =>
        string.Join(' ', element.Value.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
}

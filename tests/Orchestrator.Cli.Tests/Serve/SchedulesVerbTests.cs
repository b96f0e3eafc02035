using System.Text.Json.Nodes;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Cli.Tests.Serve;

internal sealed class SchedulesVerbTests
{
    [TestCase("list")]
    [TestCase("list", "-o", "json")]
    [TestCase("preview", "--count", "4")]
    [TestCase("preview", "Nightly/nightly", "--count", "3", "-o", "json")]
    [Category("Approved")]
    public void What_fires_and_when_is_as_approved(params string[] arguments)
    {
        using var solution = Scheduled();

        var called = Called.With(solution.Path, ["schedules", .. arguments, "--from", "2026-03-28T12:00"]);

        Assert.That(called.ExitCode, Is.Zero, called.Error);
        Assert.That(Directory.Exists(Path.Combine(solution.Path, ".orchestrator")), Is.False);
        Approved.CheckWithTimes($"schedules-{string.Join('-', arguments).Replace('/', '-')}", called.Out);
    }

    [Test]
    public void A_trigger_that_is_paused_says_so_in_its_row_beside_when_it_would_fire()
    {
        using var solution = Scheduled();
        solution.Write("data/a.csv", "A\n1\n");
        var run = Called.With(solution.Path, "run", "Nightly", "-q");

        var paused = Called.With(solution.Path, "schedules", "pause", "Nightly");
        var listed = Called.With(solution.Path, "schedules", "list");

        Assert.That((run.ExitCode, paused.ExitCode), Is.EqualTo((0, 0)), run.Error + paused.Error);
        Assert.That(
            listed.Out.Split('\n').Where(line => line.StartsWith("Nightly/", StringComparison.Ordinal)),
            Is.Not.Empty.And.All.Contains("paused"));
    }

    [Test]
    public void A_gap_and_a_fold_are_told()
    {
        using var solution = Scheduled();

        var spring = Lines(solution, "Nightly/nightly", "2026-03-29");
        var autumn = Lines(solution, "Nightly/nightly", "2026-10-25");
        var quarters = Lines(solution, "Nightly/quarters", "2026-03-29T00:50");

        Assert.That(spring[1], Does.StartWith("Sun 2026-03-29 02:00:00 +01:00  2026-03-29 01:00:00Z  2026-03-29")
            .And.EndWith("after the gap, for 01:30"));
        Assert.That(autumn[1], Does.StartWith("Sun 2026-10-25 01:30:00 +01:00").And.EndWith("the first of two 01:30"));
        Assert.That(quarters[1], Does.EndWith("after the gap, also for 4 times within it"));
    }

    [Test]
    public void What_does_not_fire_by_the_clock_is_said_to_be_so()
    {
        using var solution = Scheduled();

        var called = Called.With(solution.Path, "schedules", "preview", "Later", "--from", "2026-03-28");

        Assert.That(called.Out, Is.Empty);
        Assert.That(called.ErrorLines, Is.EqualTo((string[])
        [
            "Later/behind fires after success of Nightly, and not by the clock",
            "Later/arrival fires file *.csv in Files, and not by the clock",
            "Later/never is disabled (batches/Later.yaml:10:14)", "nothing fires by the clock within eight years",
        ]));
    }

    [Test]
    public void An_environment_that_shall_not_fire_does_not()
    {
        using var solution = Scheduled();
        solution.Write("environments/test.yaml", """
            environment: test
            triggers:
              - {batch: Nightly, trigger: nightly, enabled: false}
            """);

        var called = Called.With(
            solution.Path, "schedules", "list", "Nightly/nightly", "--environment", "test", "-o", "json");

        var trigger = JsonNode.Parse(called.Out)!["triggers"]![0]!;
        Assert.That((bool)trigger["is_enabled"]!, Is.False);
        Assert.That(trigger["next"], Is.Null);
    }

    [Test]
    public void A_firing_at_the_instant_that_was_named_is_shown()
    {
        using var solution = Scheduled();

        Assert.That(Lines(solution, "Nightly/nightly", "2026-07-01T00:30")[1],
            Does.StartWith("Wed 2026-07-01 01:30:00 +01:00"));
        Assert.That(Lines(solution, "Nightly/nightly", "2026-07-01T02:30+02:00")[1],
            Does.StartWith("Wed 2026-07-01 01:30:00 +01:00"));
    }

    [TestCase("schedules list --count 3",
        "--count: `schedules list` shows the next firing of each trigger: take preview")]
    [TestCase("schedules preview --count 0", "expected --count to be a whole number from 1 to 1000, got: '0'")]
    [TestCase("schedules preview --from tomorrow", "expected --from to be a time, got: 'tomorrow'")]
    [TestCase("schedules preview Nightly/nightyl", "there is no batch and no trigger 'Nightly/nightyl'")]
    [TestCase("schedules stop", "expected list, preview, pause, resume, run-now, got: 'stop'")]
    public void What_it_cannot_do_is_refused(string line, string message)
    {
        using var solution = Scheduled();

        var called = Called.With(solution.Path, line.Split(' '));

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((2, "")), called.Error);
        Assert.That(called.ErrorLines[0], Is.EqualTo("orchestrator: " + message));
    }

    [Test]
    public void A_solution_without_triggers_says_so()
    {
        using var solution = new SmallSolution();

        var called = solution.Call("schedules", "list");

        Assert.That((called.ExitCode, called.Out), Is.EqualTo((0, "")));
        Assert.That(called.ErrorLines[0], Does.StartWith("no batch has a trigger"));
    }

    [Test]
    public void Show_of_a_batch_tells_what_starts_it()
    {
        using var solution = Scheduled();

        var called = Called.With(solution.Path, "show", "Nightly");

        Assert.That(called.Out, Does.Match(@"triggers\.nightly\.cron +0 30 1 \* \* \? +batches/Nightly\.yaml:5:11"));
    }

    [Test]
    public void A_firing_that_waits_says_what_for_and_its_place_in_line()
    {
        using var solution = new SmallSolution();
        Assert.That(solution.Call("run", "-q").ExitCode, Is.Zero);
        using var service = ServiceLedger.Register(LedgerLocation.OfSolution(solution.Folder), TimeProvider.System,
            new ServiceBeginning { Solution = "Shop", Environment = "default" });

        var first = Claim(service, "A", hour: 1);
        var waiting = solution.Call("schedules", "list").Out;
        service.NoteRun(first, run: 1);
        Claim(service, "C", hour: 3);
        Claim(service, "B", hour: 2);
        Claim(service, "A", hour: 2);
        var line = solution.Call("schedules", "list").Out;
        var json = JsonNode.Parse(solution.Call("schedules", "list", "-o", "json").Out)!["waiting"]!.AsArray();

        Assert.That(waiting, Does.Contain("A/t, due").And.Contain("has claimed it and not begun it yet"));
        string[] whys =
        [
            "waits in line, 0 before it: service 1 has 1 run at work, and begins the next one as --max-runs allows",
            $"waits until firing {first.Firing} of its batch has ended",
            "waits in line, 1 before it: service 1 has 1 run at work, and begins the next one as --max-runs allows",
        ];
        Assert.That(line.TrimEnd('\n').Split('\n').Select(text => text[(text.IndexOf("Z: ") + 3)..]),
            Is.EqualTo(whys));
        Assert.That(json.Select(one => (string)one!["why"]!), Is.EqualTo(whys));
    }

    [Test]
    public void Triggers_that_no_service_fires_are_listed_with_that_word()
    {
        using var solution = Scheduled();
        using var service = ServiceLedger.Register(LedgerLocation.OfSolution(solution.Path), TimeProvider.System,
            new ServiceBeginning { Solution = "Shop", Environment = "default" });

        var during = Called.With(solution.Path, "schedules", "list").Error;
        service.Stop();
        var after = Called.With(solution.Path, "schedules", "list").Error;

        Assert.That(during, Is.Empty);
        Assert.That(after, Does.StartWith("no service is at work in the environment 'default', so that nothing fires: "
            + "start one with ").And.Contain(" serve"));
    }

    private static FiringFence Claim(ServiceLedger service, string batch, int hour) => service.Claim(new FiringClaim
    {
        Batch = batch,
        Trigger = "t",
        Scheduled = new DateTimeOffset(2026, 1, 1, hour, 0, 0, TimeSpan.Zero),
        AsOf = new DateOnly(2026, 1, 1),
        LocalTime = $"2026-01-01 {hour:00}:00",
        Cause = FiringCause.Schedule,
    })!.Value;

    private static string[] Lines(TemporaryFolder solution, string trigger, string from)
    {
        var called = Called.With(solution.Path, "schedules", "preview", trigger, "--from", from, "--count", "1");
        Assert.That(called.ExitCode, Is.Zero, called.Error);
        return called.Out.TrimEnd('\n').Split('\n');
    }

    private static TemporaryFolder Scheduled()
    {
        var solution = new TemporaryFolder();
        solution.Write("solution.yaml", """
            formatVersion: 1
            solution: Shop
            connections:
              - {connection: Files, platform: Files, folder: data}
              - {connection: Staging, platform: Sqlite}
            projects:
              - project: Staging
                source: Files
                target: Staging
                objects: [{object: a, source: {file: a.csv}, columns: [{column: A, dataType: int}]}]
            """);
        solution.Write("batches/Nightly.yaml", """
            batch: Nightly
            projects: [Staging]
            triggers:
              - trigger: nightly
                cron: "0 30 1 * * ?"
                timeZone: Europe/London
              - trigger: quarters
                cron: "0 0/15 0-6 ? * SUN"
                timeZone: Europe/London
                calendar: no-maintenance
                misfire: skip
            """);
        solution.Write("batches/Later.yaml", """
            batch: Later
            projects: [Staging]
            triggers:
              - trigger: behind
                after: {batch: Nightly}
              - trigger: arrival
                file: {connection: Files, name: "*.csv", stableFor: 60s}
              - trigger: never
                every: 1h
                enabled: false
            """);
        solution.Write("calendars/no-maintenance.yaml", """
            calendar: no-maintenance
            blackouts: [{from: "03:00", to: "06:00"}]
            """);
        return solution;
    }
}

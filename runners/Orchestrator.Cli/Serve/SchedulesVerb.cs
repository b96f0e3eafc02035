using System.CommandLine;
using System.Globalization;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Solutions;
using Orchestrator.Ledger.Serving;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Serve;

/// <summary>
/// `schedules list|preview`: what starts batches by itself, and when; from the metadata alone. `pause|resume|run-now`:
/// what people ask of it.
/// </summary>
internal static class SchedulesVerb
{
    private const int CountDefault = 10;
    private const int CountMax = 1000;

    private static readonly string[] Actions = ["list", "preview", "pause", "resume", "run-now"];

    private static readonly string[] Times =
    [
        "yyyy-MM-dd", "yyyy-MM-ddTHH:mm", "yyyy-MM-dd HH:mm", "yyyy-MM-ddTHH:mm:ss", "yyyy-MM-dd HH:mm:ss",
        "yyyy-MM-ddTHH:mmK", "yyyy-MM-ddTHH:mm:ssK",
    ];

    private static readonly Argument<string> Action = Verb.Required(
        "ACTION", "list: each trigger with its next firing; preview: the next firings in order; pause and resume: "
            + "whether they fire; run-now: the service runs the batch");

    private static readonly Argument<string?> Name =
        Verb.Optional("BATCH[/TRIGGER]", "Whose [default: all of the solution]");

    private static readonly Option<string> From = CommonOptions.Text("--from", "TIME",
        "list, preview: firings from then on, as 2026-03-29 or 2026-03-29T01:00, in UTC unless it says otherwise "
            + "[default: now]");

    private static readonly Option<string> Count = CommonOptions.Text(
        "--count", "N", $"preview: how many firings [default: {CountDefault}]");

    public static Verb Create()
    {
        Action.CompletionSources.Add(Actions);
        Name.CompletionSources.Add(Completions.Triggers);
        return new Verb("schedules", "Show when batches start by themselves, pause that, or let one start now", Run)
        {
            Takes = [Action, Name, From, Count, ScheduleRequests.Reason],
            Examples =
            [
                "schedules list", "schedules preview --count 20",
                "schedules preview Nightly/nightly --from 2026-03-28", "schedules list --environment prod -o json",
                "schedules pause Nightly --reason \"index rebuild\"", "schedules resume Nightly",
                "schedules run-now Nightly",
            ],
        };
    }

    private static int Run(Call call)
    {
        var action = VerbAction.Of(call, Action, Actions);
        if (action is not ("list" or "preview"))
        {
            Consent.RefuseIdle(call, $"schedules {action}", "shows no firings", From, Count);
            return ScheduleRequests.Run(call, action, call.Argument(Name));
        }

        Consent.RefuseIdle(call, $"schedules {action}", "changes nothing", ScheduleRequests.Reason);
        if (action == "list")
        {
            Consent.RefuseIdle(call, "schedules list", "shows the next firing of each trigger: take preview", Count);
        }

        var (from, count) = (FromOf(call), CountOf(call));
        if (CallSolution.Solution(call) is not { } solution)
        {
            return ExitCode.Usage;
        }

        var triggers = Chosen(solution, call.Argument(Name));
        if (action == "list")
        {
            List(call, solution, triggers, from);
        }
        else
        {
            Preview(call, solution, triggers, from, count);
        }

        return ExitCode.Done;
    }

    private static void List(
        Call call, Solution solution, TriggerOfBatch[] triggers, DateTimeOffset from)
    {
        ListedTrigger[] listed = [.. triggers.Select(one =>
            new ListedTrigger(one, one.Trigger.IsEnabled ? one.Trigger.Schedule?.Next(from) : null))];
        var now = call.Host.Time.GetUtcNow();
        var pauses = CallLedger.IfAtHand(call, reader => reader.Pauses(solution.Environment, now)) ?? [];
        var waiting = CallLedger.IfAtHand(
            call, reader => WaitingFiring.All(reader, solution.Environment, PlaceIn(solution))) ?? [];
        call.Write(
            () => ScheduleScreen.Document(solution, listed, pauses, waiting),
            () =>
            [
                .. ScheduleScreen.Lines(listed, pauses), .. ScheduleScreen.Lines(pauses),
                .. ScheduleScreen.Lines(waiting),
            ]);
        if (!call.IsJson && listed.Any(one => one.Of.Trigger.IsEnabled)
            && CallLedger.IfAtHand(call, reader => reader.ServicesAtWork(solution.Environment)) is [])
        {
            call.Say($"no service is at work in the environment '{solution.Environment}', so that nothing fires: start "
                + $"one with {NextCommands.Line(call, "serve")}");
        }

        if (!call.IsJson && listed.Length == 0)
        {
            call.Say("no batch has a trigger: `triggers:` says what starts one (orchestrator help schedules)");
        }
    }

    private static Func<FiringRecord, int> PlaceIn(Solution solution)
    {
        var places = Chosen(solution, null).Select((one, at) => (Key: (one.Batch, one.Trigger.Name), at))
            .ToDictionary(each => each.Key, each => each.at);
        return firing => places.GetValueOrDefault((firing.Batch, firing.Trigger), int.MaxValue);
    }

    private static void Preview(
        Call call, Solution solution, TriggerOfBatch[] triggers, DateTimeOffset from, int count)
    {
        FiringOfTrigger[] firings = [.. triggers
            .Where(one => one.Trigger is { IsEnabled: true, Schedule: not null })
            .SelectMany(one => one.Trigger.Schedule!.Between(from, from + Schedules.Schedule.SearchMax).Take(count)
                .Select(firing => new FiringOfTrigger(one, firing)))
            .OrderBy(one => one.Firing.Instant).ThenBy(one => one.Of.Name, StringComparer.Ordinal).Take(count)];
        call.Write(() => ScheduleScreen.Document(solution, firings), () => ScheduleScreen.Lines(firings));

        foreach (var one in triggers.Where(one => one.Trigger is { IsEnabled: false } or { Schedule: null }))
        {
            call.Say(one.Trigger.IsEnabled
                ? $"{one.Name} fires {TriggerProperties.Words(one.Trigger)}, and not by the clock"
                : $"{one.Name} is disabled ({one.Trigger.EnabledAt})");
        }

        if (firings.Length == 0)
        {
            call.Say("nothing fires by the clock within eight years");
        }
    }

    private static TriggerOfBatch[] Chosen(Solution solution, string? name)
    {
        TriggerOfBatch[] all = [.. solution.Batches.SelectMany(batch =>
            batch.Triggers.Select(trigger => new TriggerOfBatch(batch.Name, trigger)))];
        if (name is null)
        {
            return all;
        }

        if (solution.Batches.Any(batch => batch.Name == name))
        {
            return [.. all.Where(one => one.Batch == name)];
        }

        var near = NearName.To(name, [.. all.Select(one => one.Name), .. solution.Batches.Select(batch => batch.Name)]);
        return all.Where(one => one.Name == name).ToArray() is [var found] ? [found] : throw new UsageException(
            $"there is no batch and no trigger '{name}'", near is null ? "name BATCH or BATCH/TRIGGER; "
                + "`orchestrator schedules list` shows all" : $"did you mean '{near}'?");
    }

    /// <summary>The last instant before the one that was named, so that what fires at it is shown.</summary>
    private static DateTimeOffset FromOf(Call call)
    {
        var (text, from) = call.Text(From);
        if (text is null)
        {
            return call.Host.Time.GetUtcNow();
        }

        return DateTimeOffset.TryParseExact(
            text, Times, CultureInfo.InvariantCulture, DateTimeStyles.AssumeUniversal, out var time)
            && time.UtcDateTime.Year is >= 1970 and < 2090
            ? time.AddTicks(-1)
            : throw new UsageException($"expected {from} to be a time, got: '{text}'",
                "as 2026-03-29, 2026-03-29T01:00 or 2026-03-29T01:00+02:00");
    }

    private static int CountOf(Call call)
    {
        var (text, from) = call.Text(Count);
        return text is null ? CountDefault
            : int.TryParse(text, NumberStyles.None, null, out var count) && count is >= 1 and <= CountMax ? count
            : throw new UsageException($"expected {from} to be a whole number from 1 to {CountMax}, got: '{text}'");
    }
}

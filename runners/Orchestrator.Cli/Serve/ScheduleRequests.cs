using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Output;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Runner.Requests;

namespace Orchestrator.Cli.Serve;

/// <summary>
/// `schedules pause|resume|run-now`: written into the ledger, where the service finds it, with who and when in the
/// audit log. Of the metadata they need nothing but where the ledger is: somebody may just have broken them.
/// </summary>
internal static class ScheduleRequests
{
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(100);
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(10);

    public static Option<string> Reason { get; } =
        CommonOptions.Text("--reason", "TEXT", "pause: why; kept with who and when");

    public static int Run(Call call, string action, string? name)
    {
        if (action != "pause")
        {
            Consent.RefuseIdle(call, $"schedules {action}", "keeps no reason", Reason);
        }

        var environment = CallLedger.Connections(call).Environment;
        var parts = name?.Split('/', 2) ?? [];
        var part = new PausedPart(environment, parts.FirstOrDefault() ?? "", parts.Skip(1).FirstOrDefault() ?? "");
        using (var reader = CallLedger.Open(call) ?? throw new UsageException(
            "nothing fires yet: there is no ledger, as no service and no run has begun",
            "begin with `orchestrator serve`"))
        {
            RefuseUnknown(reader, part);
        }

        return action switch
        {
            "pause" => Pause(call, part),
            "resume" => Resume(call, part),
            _ => RunNow(call, part),
        };
    }

    private static int Pause(Call call, PausedPart part)
    {
        var reason = call.Text(Reason).Value ?? "";
        if (OperatorRules.RefusalOf(reason) is { } refusal)
        {
            throw new UsageException($"--reason: {refusal}");
        }

        var pause = new SchedulePause
        {
            Of = part,
            Paused = call.Host.Time.GetUtcNow(),
            PausedBy = CallAudit.Who,
            Reason = reason,
        };
        var isDone = ScheduleWriter.Pause(
            CallLedger.Location(call), call.Host.Time, pause, Entry(call, "pause", part));
        return Tell(call, part, isDone, isDone ? "paused: what is due until it is resumed is passed over"
            : "was paused already");
    }

    private static int Resume(Call call, PausedPart part)
    {
        var isDone = ScheduleWriter.Resume(
            CallLedger.Location(call), call.Host.Time, part, Entry(call, "resume", part));
        return Tell(call, part, isDone, isDone ? "resumed" : "was not paused by itself");
    }

    private static int Tell(Call call, PausedPart part, bool isDone, string what)
    {
        call.Write(
            () => new
            {
                schema_version = Json.SchemaVersion,
                environment = part.Environment,
                batch = part.Batch,
                trigger = part.Trigger,
                is_done = isDone,
            },
            () => [$"{part.Name} {what}"]);
        return ExitCode.Done;
    }

    private static int RunNow(Call call, PausedPart part)
    {
        if (part.Batch.Length == 0)
        {
            throw new UsageException("`schedules run-now` needs a BATCH or BATCH/TRIGGER");
        }

        using var reader = CallLedger.Open(call)!;
        if (reader.ServicesAtWork(part.Environment).Count == 0)
        {
            throw new UsageException($"no service is at work in the environment '{part.Environment}'",
                $"run it yourself: {NextCommands.Line(call, $"run {part.Batch}")}");
        }

        var request = ScheduleWriter.Ask(
            CallLedger.Location(call), call.Host.Time,
            new StartRequest
            {
                Environment = part.Environment,
                Batch = part.Batch,
                Trigger = part.Trigger,
                Key = $"{Guid.NewGuid()}",
                Who = CallAudit.Who,
                Asked = call.Host.Time.GetUtcNow(),
            },
            Entry(call, "run now", part));
        return Answered(call, reader, request.Number);
    }

    private static int Answered(Call call, LedgerReader reader, long number)
    {
        var began = call.Host.Time.GetTimestamp();
        StartRequest request;
        do
        {
            request = reader.StartRequest(number)!;
        }
        while (request.Answered is null && call.Host.Time.GetElapsedTime(began) < Patience && !call.Host.Pause(Poll));

        call.Write(
            () => new
            {
                schema_version = Json.SchemaVersion,
                wish = request.Number,
                batch = request.Batch,
                trigger = request.Trigger,
                answered = request.Answered,
                firing = request.Firing,
                refusal = request.Refusal,
            },
            () => [request.Firing is { } firing ? (Line)$"firing {firing}: the service begins it"
                : request.Answered is not null ? new Line("refused", Ink.Bad).Add($": {request.Refusal}")
                : (Line)"the service has not answered yet: it runs once it hears of it"]);
        return request.Firing is null ? ExitCode.Failed : ExitCode.Done;
    }

    private static void RefuseUnknown(LedgerReader reader, PausedPart part)
    {
        if (ScheduleRules.IsKnown(reader, part))
        {
            return;
        }

        var known = reader.ScheduleStates(part.Environment);
        var near = NearName.To(part.Name, known.SelectMany(one => new[] { one.Batch, $"{one.Batch}/{one.Trigger}" }));
        throw new UsageException(ScheduleRules.Unknown(part), near is null
            ? "`orchestrator schedules list` shows those of the metadata" : $"did you mean '{near}'?");
    }

    private static AuditEntry Entry(Call call, string action, PausedPart part) =>
        CallAudit.Entry(call, $"schedule {action}") with { Object = part.Name };
}

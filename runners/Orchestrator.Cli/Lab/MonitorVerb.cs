using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Lab.Monitoring;

namespace Orchestrator.Cli.Lab;

/// <summary>`monitor run|plans|show|diff`: watches sessions, waits and plans, and shows which plans have changed.
/// </summary>
internal static class MonitorVerb
{
    private static readonly string[] Actions = ["run", "plans", "show", "diff"];

    private static readonly Argument<string> Action = Verb.Required(
        "ACTION", "run: watch and record; plans: the statements that were seen, and whose plan has changed; show: one "
            + "plan; diff: what is other in two");

    private static readonly Argument<string?> First =
        Verb.Optional("HASH", "show, diff: a plan; the beginning of its hash is enough");

    private static readonly Argument<string?> Second = Verb.Optional("HASH2", "diff: the other plan");

    public static Verb Create()
    {
        Action.CompletionSources.Add(Actions);
        CallMonitor.Connection.CompletionSources.Add(Completions.Connections);
        return new Verb("monitor", "Watch sessions, waits and plans of a database, for days", Run)
        {
            Takes =
            [
                Action, First, Second, CallMonitor.Connection, MonitorRun.Every, MonitorRun.For, MonitorRun.SizeMax,
                MonitorRun.AgeMax, MonitorPlans.Since, MonitorPlans.All,
            ],
            Examples =
            [
                "monitor run --connection Dwh --for 8h", "monitor plans", "monitor plans --since 2d --all",
                "monitor show 1f3a9c", "monitor diff 1f3a9c 07b2e4",
            ],
        };
    }

    private static int Run(Call call)
    {
        var action = VerbAction.Of(call, Action, Actions);
        RefuseIdle(call, action);
        try
        {
            return action switch
            {
                "run" => MonitorRun.Run(call),
                "plans" => MonitorPlans.Show(call),
                "show" => Show(call),
                _ => Diff(call),
            };
        }
        catch (Exception broken) when (MonitorFile.IsFaultOf(broken))
        {
            call.Messages.Write(UsageErrors.Lines($"{CallMonitor.File(call)}: {broken.Message}",
                "see that its disk has room; what it keeps can be done without, and the file moved away"));
            return ExitCode.Failed;
        }
    }

    private static int Show(Call call)
    {
        using var reader = CallMonitor.Open(call);
        var plan = CallMonitor.Plan(reader, call.Argument(First)!);
        var seen = reader.Sightings(null, null, DateTimeOffset.MinValue).Where(one => one.Plan == plan.Hash).ToList();
        call.Write(() => MonitorScreen.Document(plan, seen), () => MonitorScreen.Lines(plan, seen));
        return ExitCode.Done;
    }

    private static int Diff(Call call)
    {
        using var reader = CallMonitor.Open(call);
        var (before, after) = (
            CallMonitor.Plan(reader, call.Argument(First)!), CallMonitor.Plan(reader, call.Argument(Second)!));
        var difference = PlanDifference.Of(before, after);
        call.Write(() => MonitorScreen.Document(difference), () => MonitorScreen.Lines(difference));
        return ExitCode.Done;
    }

    private static void RefuseIdle(Call call, string action)
    {
        var wanted = action switch { "show" => 1, "diff" => 2, _ => 0 };
        var given = new[] { call.Argument(First), call.Argument(Second) }.Count(one => one is not null);
        if (given != wanted)
        {
            throw new UsageException(
                "expected `monitor run --connection CONN`, `monitor plans`, `monitor show HASH` or "
                + "`monitor diff HASH HASH`");
        }

        if (action != "run")
        {
            Consent.RefuseIdle(call, $"monitor {action}", "watches nothing", MonitorRun.Every, MonitorRun.For,
                MonitorRun.SizeMax, MonitorRun.AgeMax);
        }

        if (action != "plans")
        {
            Consent.RefuseIdle(call, $"monitor {action}", "lists nothing", MonitorPlans.Since, MonitorPlans.All);
        }

        if (action is "show" or "diff")
        {
            Consent.RefuseIdle(call, $"monitor {action}", "takes plans by their hash", CallMonitor.Connection);
        }
    }
}

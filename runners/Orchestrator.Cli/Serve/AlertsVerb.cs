using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Run;
using Orchestrator.Cli.Solutions;
using Orchestrator.Core.Alerts;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Selection;
using Orchestrator.Service.Alerts;

namespace Orchestrator.Cli.Serve;

/// <summary>`alerts list|test`: what was told, from the ledger; and whether messages arrive.</summary>
internal static class AlertsVerb
{
    private const int ListedMax = 50;

    private static readonly string[] Actions = ["list", "test"];

    private static readonly Argument<string> Action = Verb.Required(
        "ACTION", "list: what was told lately, and what is still to be; test: send each target a marked message");

    private static readonly Argument<string?> Name =
        Verb.Optional("ALERT", "test: which one, as ALERT or BATCH/ALERT [default: all of the solution]");

    public static Verb Create()
    {
        Action.CompletionSources.Add(Actions);
        return new Verb("alerts", "Show what alerts have told, or send a test message", Run)
        {
            Takes = [Action, Name],
            Examples = ["alerts list", "alerts test", "alerts test Nightly/ops --environment prod"],
        };
    }

    private static int Run(Call call) => VerbAction.Of(call, Action, Actions) == "test"
        ? Stoppable.Run(call, () => Test(call))
        : call.Argument(Name) is null ? List(call)
        : throw new UsageException("`alerts list` lists all alerts: leave the name out");

    private static int List(Call call)
    {
        var environment = CallLedger.Connections(call).Environment;
        using var reader = CallLedger.Open(call);
        var records = reader?.Alerts(environment, ListedMax) ?? [];
        call.Write(() => AlertsScreen.Document(records), () => AlertsScreen.Lines(records));
        if (records.Count == 0 && !call.IsJson)
        {
            call.Say("no alert has told anything: the service (orchestrator serve) sends them");
        }

        return ExitCode.Done;
    }

    private static int Test(Call call)
    {
        try
        {
            return CallSolution.Solution(call) is { } solution ? Test(call, solution) : ExitCode.Usage;
        }
        catch (OperationCanceledException) when (call.Host.Stop.IsCancellationRequested)
        {
            // Who has asked is told by the exit code.
            return ExitCode.Done;
        }
    }

    private static int Test(Call call, Solution solution)
    {
        var mail = CallAlerts.MailOf(solution);
        var sender = CallAlerts.Sender(call);
        List<TestedTarget> tested = [];
        var chosen = Chosen(call, solution, call.Argument(Name));
        foreach (var nobody in chosen.Where(alert => alert.Targets.Count == 0))
        {
            call.Say($"{nobody.Name}: it goes to nobody in environment {solution.Environment}");
        }

        foreach (var (alert, target) in chosen.SelectMany(alert => alert.Targets.Select(target => (alert, target))))
        {
            var result = sender.SendAsync(target, mail, Message(call, solution, alert), call.Host.Stop)
                .GetAwaiter().GetResult();
            tested.Add(new TestedTarget(alert.Name, target.Name, result));
            if (!call.IsJson)
            {
                call.Results.Write(AlertsScreen.Line(tested[^1]));
            }
        }

        call.Write(() => AlertsScreen.Document(tested), () => []);
        return tested.TrueForAll(one => one.Result.IsSent) ? ExitCode.Done : ExitCode.Failed;
    }

    private static AlertMessage Message(Call call, Solution solution, ServedAlert alert)
    {
        var now = call.Host.Time.GetUtcNow();
        var example = new Occurrence
        {
            Key = "test",
            Event = alert.Rule.When[0],
            Batch = alert.Rule.Batch,
            At = now,
            Cause = "test",
            Summary = "nothing has happened",
            Command = NextCommands.FromAnywhere(call, "alerts list"),
        };
        return AlertMessage.Of(
            $"{Guid.CreateVersion7()}", now, solution.Name, solution.Environment, [(alert.Name, example)])
            with
        { IsTest = true };
    }

    // One that is off is tested where somebody names it, as before it is turned on.
    private static ServedAlert[] Chosen(Call call, Solution solution, string? name)
    {
        var all = solution.Batches.SelectMany(batch =>
            batch.Alerts.Select(alert => (alert.IsEnabled, Served: CallAlerts.Of(batch, alert)))).ToArray();
        if (all.Length == 0)
        {
            throw new UsageException("no batch has an alert", "`alerts:` says who is told (orchestrator help alerts)");
        }

        if (name is null)
        {
            foreach (var (_, off) in all.Where(alert => !alert.IsEnabled))
            {
                var named = NextCommands.Line(call, $"alerts test {ShellWord.Quoted(off.Name)}");
                call.Say($"{off.Name}: it is off, and tested where it is named: {named}");
            }

            return [.. all.Where(alert => alert.IsEnabled).Select(alert => alert.Served)];
        }

        ServedAlert[] found = [.. all.Select(alert => alert.Served)
            .Where(alert => alert.Name == name || (!name.Contains('/') && alert.Rule.Name == name))];
        var names = all.Select(alert => alert.Served.Name).ToArray();
        return found.Length > 0 ? found : throw new UsageException($"there is no alert '{name}'",
            NearName.Hint(name, names) ?? $"there is: {string.Join(", ", names)}");
    }
}

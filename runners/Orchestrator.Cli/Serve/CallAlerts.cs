using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Run;
using Orchestrator.Core.Alerts;
using Orchestrator.Metadata.Model;
using Orchestrator.Metadata.Selection;
using Orchestrator.Packages;
using Orchestrator.Packages.Mail;
using Orchestrator.Runner;
using Orchestrator.Runner.Text;
using Orchestrator.Service.Alerts;

namespace Orchestrator.Cli.Serve;

/// <summary>The alerts of a solution as a service goes by them, and what sends them.</summary>
internal static class CallAlerts
{
    /// <summary>Those that are enabled in this environment.</summary>
    public static ServedAlerts Of(Call call, Solution solution) => new()
    {
        All = [.. solution.Batches.SelectMany(batch => batch.Alerts.Where(alert => alert.IsEnabled)
            .Select(alert => Of(batch, alert)))],
        Mail = MailOf(solution),
        Buffers = log => Buffers(call, solution, log),
    };

    /// <summary>An alert with whom it tells.</summary>
    public static ServedAlert Of(Batch batch, Alert alert) => new(
        new AlertRule
        {
            Batch = batch.Name,
            Name = alert.Name,
            When = alert.When,
            LateMargin = alert.LateMargin,
            StaleAfter = alert.StaleAfter,
        },
        [.. alert.To.Select(to => new AlertTarget(to, alert.Secret, alert.AllowPrivate)).DistinctBy(to => to.Hash)]);

    /// <summary>The server for mail.</summary>
    public static MailRoute? MailOf(Solution solution) => solution.Mail is { } mail ? MailRoute.Of(mail) : null;

    /// <summary>Sends messages with the secrets of this call.</summary>
    public static AlertSender Sender(Call call) => new(
        new PlaceholderResolver(call.Host.Secrets, call.Host.Variable).Resolve, new OutsideText(call.Host.Secrets),
        RunHost.Version, call.Host.Time);

    private static List<BufferAge> Buffers(Call call, Solution solution, Action<string> log) =>
    [
        .. solution.Batches
            .Where(batch => batch.Alerts.Any(one => one.IsEnabled && one.When.Contains(AlertEvent.StaleAbsorber)))
            .SelectMany(batch => solution.Projects
                .Where(project => batch.Projects.Any(one => one.Project == project.Name))
                .SelectMany(project => project.Objects).Where(one => one.Absorb is not null)
                .Select(one => AgeOf(call, solution, batch, one, log)))
            .OfType<BufferAge>(),
    ];

    private static BufferAge? AgeOf(
        Call call, Solution solution, Batch batch, ObjectDefinition definition, Action<string> log)
    {
        var name = definition.FullName;
        try
        {
            var status = CallAbsorbers.Access(call, solution, definition).Status();
            return new BufferAge(batch.Name, name, definition.Target.Connection, status.Backlog, status.Age,
                NextCommands.FromAnywhere(call, $"absorb status {ShellWord.Quoted(name)}"));
        }
        catch (Exception fault) when (ConnectionAccess.ExplainAtTarget(fault, definition) is { } error)
        {
            log($"alerts: the buffer of {name} cannot be looked at: {error.Code}: {error.Message}");
            return null;
        }
    }
}

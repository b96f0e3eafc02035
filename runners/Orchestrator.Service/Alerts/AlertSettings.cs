using Orchestrator.Core.Alerts;
using Orchestrator.Ledger;
using Orchestrator.Packages.Mail;
using Orchestrator.Runner.Text;
using Orchestrator.Service.Scheduling;

namespace Orchestrator.Service.Alerts;

/// <summary>What the alerts of a service are given.</summary>
public sealed record AlertSettings
{
    /// <summary>The ledger, in which is noted what was told.</summary>
    public required LedgerLocation Ledger { get; init; }

    public required string Solution { get; init; }

    /// <summary>Name of the environment, whose runs are looked at.</summary>
    public required string Environment { get; init; }

    /// <summary>Takes secrets out of all that is told.</summary>
    public required OutsideText Outside { get; init; }

    /// <summary>A command as it is pasted from anywhere, of the verb with its arguments.</summary>
    public required Func<string, string> Command { get; init; }

    /// <summary>How the scheduler stands, with the alerts in force. On any thread.</summary>
    public required Func<SchedulerState> Scheduler { get; init; }

    /// <summary>Sends a message once, through the server for mail where it goes to a mailbox.</summary>
    public required Func<AlertTarget, MailRoute?, AlertMessage, CancellationToken, Task<SendResult>> Send { get; init; }

    /// <summary>Where people reach the page, as https://etl.example.org; empty = messages have no link.</summary>
    public string PublicUrl { get; init; } = "";

    /// <summary>Told what happens, in lines for people.</summary>
    public Action<string> Log { get; init; } = _ => { };

    public TimeProvider Time { get; init; } = TimeProvider.System;
}

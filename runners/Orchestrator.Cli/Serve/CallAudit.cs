using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Cli.Serve;

/// <summary>What the audit log keeps of a call: who it was, and where.</summary>
internal static class CallAudit
{
    /// <summary>The user of this process and its machine.</summary>
    public static string Who => RunOrigin.OfThisProcess() is var origin ? $"{origin.User}@{origin.Host}" : "";

    /// <summary>An entry of something that was done.</summary>
    public static AuditEntry Entry(Call call, string action) => new()
    {
        Environment = CallLedger.Connections(call).Environment,
        At = call.Host.Time.GetUtcNow(),
        Who = Who,
        Address = RunOrigin.OfThisProcess().Host,
        Action = action,
        Outcome = "done",
    };
}

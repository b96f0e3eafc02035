using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using AuditEntry = Orchestrator.Ledger.Serving.AuditEntry;

namespace Orchestrator.Cli.Serve;

/// <summary>Keeps in the ledger what was asked of the page, by whom and from where, also where it was refused.</summary>
internal sealed class ServiceAudit(LedgerLocation location, string environment, Action<string> log, TimeProvider time)
{
    /// <summary>Keeps an entry; where the ledger cannot be written it is in the log alone.</summary>
    public void Keep(Service.AuditEntry entry)
    {
        var outcome = entry.Outcome.ToString().ToLowerInvariant();
        try
        {
            AuditWriter.Record(location, time,
            [
                new AuditEntry
                {
                    Environment = environment,
                    At = entry.At,
                    Who = entry.Who,
                    Role = entry.Role?.ToString().ToLowerInvariant() ?? "",
                    Address = entry.Address,
                    Action = entry.Action,
                    Outcome = outcome,
                    Detail = entry.Detail,
                },
            ]);
        }
        catch (LedgerException fault)
        {
            log($"{entry.Address}: {entry.Action}: {outcome} {entry.Detail} (not in the audit log: {fault.Message})");
        }
    }
}

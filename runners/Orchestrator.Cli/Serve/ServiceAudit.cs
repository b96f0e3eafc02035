using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Cli.Serve;

/// <summary>Keeps in the ledger what was asked of the page, by whom and from where, also where it was refused.
/// </summary>
internal sealed class ServiceAudit(LedgerLocation location, Action<string> log, TimeProvider time)
{
    /// <summary>Keeps an entry; where the ledger cannot be written it is in the log alone.</summary>
    public void Keep(AuditEntry entry)
    {
        try
        {
            AuditWriter.Record(location, time, [entry]);
        }
        catch (LedgerException fault)
        {
            log($"{entry.Address}: {entry.Action}: {entry.Outcome} {entry.Detail} (not in the audit log: "
                + $"{fault.Message})");
        }
    }
}

using Orchestrator.Ledger.Alerts;

namespace Orchestrator.Ledger;

/// <summary>What the ledger knows of alerts.</summary>
public sealed partial class LedgerReader
{
    /// <summary>What alerts have told or are to tell, newest first; of one environment where it is named.</summary>
    public IReadOnlyList<AlertRecord> Alerts(string? environment = null, int limit = 100) =>
        All(() => statements["select_alerts"].Bind(environment).Bind(limit), AlertStatements.Row);

    /// <summary>Whether a message may be sent now.</summary>
    public bool HasAlertsDue(string environment, DateTimeOffset now) =>
        Guarded(() => AlertStatements.Due(statements, environment, now, 1)).Count > 0;
}

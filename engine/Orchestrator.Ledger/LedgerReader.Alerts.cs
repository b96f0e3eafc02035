using Orchestrator.Ledger.Alerts;

namespace Orchestrator.Ledger;

/// <summary>What the ledger knows of alerts.</summary>
public sealed partial class LedgerReader
{
    /// <summary>What alerts have told or are to tell, newest first; of one environment where it is named.</summary>
    public IReadOnlyList<AlertRecord> Alerts(string? environment = null, int limit = 100) =>
        All(() => _statements["select_alerts"].Bind(environment).Bind(limit), AlertStatements.Row);

    /// <summary>The targets that may be told something now.</summary>
    public IReadOnlyList<DueTarget> AlertTargetsDue(string environment, DateTimeOffset now) =>
        Guarded(() => AlertStatements.Targets(_statements, environment, now));
}

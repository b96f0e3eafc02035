using Orchestrator.Ledger;
using Orchestrator.Service.Reading;

namespace Orchestrator.Service.Api;

/// <summary>How the ledger stands; null = there is none yet.</summary>
internal sealed record HealthDocument(int SchemaVersion, string Version, LedgerEntry? Ledger);

/// <summary>How the ledger stands.</summary>
internal sealed record LedgerEntry(
    string Place, long SchemaVersion, long KnownSchemaVersion, long Bytes, long Runs, IReadOnlyList<long> AtWork,
    DateTime? BackedUpAt)
{
    public static LedgerEntry Of(LedgerHealth health) => new(
        health.Status.Place, health.Status.Version, LedgerStatus.KnownVersion, health.Status.Bytes, health.Status.Runs,
        health.Status.AtWork, health.Status.BackedUp?.UtcDateTime);
}

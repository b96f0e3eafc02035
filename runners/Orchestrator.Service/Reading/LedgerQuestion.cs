using Orchestrator.Ledger;

namespace Orchestrator.Service.Reading;

/// <summary>What a page or a machine asks of the ledger, without more than the service itself knows.</summary>
/// <param name="Key">Tells questions apart.</param>
/// <param name="Of">Asks it; runs on a thread of the pool. The texts of its answer have passed the gate.</param>
/// <param name="None">The answer where there is no ledger yet.</param>
internal sealed record LedgerQuestion<T>(string Key, Func<LedgerReader, ServiceOptions, Digests, T> Of, T None)
    where T : class;

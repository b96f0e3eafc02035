using Orchestrator.Ledger;
using Orchestrator.Ledger.Leases;
using Orchestrator.Runner.Retry;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Composition;

/// <summary>What a run stands on before it has a number. Who opened lock, ledger and lease ends them,
/// where the parts of the run have not done so.</summary>
/// <param name="Request">What the run is given, cut down to what is to run.</param>
/// <param name="Location">The ledger's place.</param>
/// <param name="Held">The lock of its batch.</param>
/// <param name="Ledger">Writes the ledger.</param>
/// <param name="Lease">Keeps the right to run.</param>
/// <param name="Placeholders">Resolves what the connections' settings name.</param>
/// <param name="Continued">The run that it continues; null = it begins anew.</param>
internal sealed record RunBasis(
    RunRequest Request, LedgerLocation Location, RunLock Held, LedgerWriter Ledger, LeaseKeeper Lease,
    PlaceholderResolver Placeholders, ContinuedRun? Continued);

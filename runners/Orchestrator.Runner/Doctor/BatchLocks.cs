using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Runner.Doctor;

/// <summary>The locks of all batches that a ledger or a solution knows: no run of them is at work.</summary>
internal sealed class BatchLocks : IDisposable
{
    private readonly List<RunLock> _held = [];

    private BatchLocks()
    {
    }

    /// <summary>Takes them.</summary>
    /// <exception cref="LedgerException">ORC4105: a run is at work, and none is kept.</exception>
    public static BatchLocks Take(LedgerLocation location, LedgerReader reader, Solution solution)
    {
        var locks = new BatchLocks();
        try
        {
            foreach (var (batch, environment) in reader.Runs(limit: int.MaxValue)
                .Select(run => (run.Batch, run.Environment))
                .Concat(solution.Batches.Select(batch => (batch.Name, solution.Environment))).Distinct().Order())
            {
                locks._held.Add(RunLock.Acquire(location, batch, environment));
            }

            return locks;
        }
        catch
        {
            locks.Dispose();
            throw;
        }
    }

    public void Dispose() => _held.ForEach(one => one.Dispose());
}

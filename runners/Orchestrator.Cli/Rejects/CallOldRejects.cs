using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Grammar;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Purging;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Rejects;

/// <summary>The old rejected rows of a solution; what cannot be reached is said on stderr, and stays.</summary>
internal sealed class CallOldRejects
{
    private readonly Call _call;
    private readonly List<(string Connection, OldRejects Rows)> _all = [];

    public CallOldRejects(Call call, Solution solution, LedgerLocation location, DateTimeOffset before)
    {
        _call = call;
        var old = LedgerPurge.AttemptsBefore(location, call.Host.Time, before);
        if (old.Last == 0)
        {
            return;
        }

        var access = CallConnections.Access(call, solution);
        var loads = solution.Projects.SelectMany(project => project.Objects).Where(each => each.IsLoad)
            .ToLookup(each => each.Target.Connection);
        foreach (var connection in solution.Connections.Where(
            each => loads.Contains(each.Name) && ConnectionAccess.PlatformOf(each) is not null))
        {
            _all.Add((connection.Name,
                new OldRejects(access, connection, loads[connection.Name], old.Last, old.Kept)));
        }
    }

    /// <summary>What would go.</summary>
    public IReadOnlyList<OldRejectCount> Count() => Of(rows => rows.Count());

    public IReadOnlyList<OldRejectCount> Remove() => Of(rows => rows.Remove(_call.Host.Stop));

    private List<OldRejectCount> Of(Func<OldRejects, IReadOnlyList<OldRejectCount>> work)
    {
        var found = new List<OldRejectCount>();
        foreach (var (connection, rows) in _all)
        {
            try
            {
                found.AddRange(work(rows));
            }
            catch (Exception fault) when (fault is not OperationCanceledException
                && ConnectionAccess.Explain(fault, connection) is not null)
            {
                _call.Warn($"the rejected rows in '{connection}' stay: "
                    + ConnectionAccess.Explain(fault, connection)!.Message);
            }
        }

        return found;
    }
}

using Orchestrator.Cli.Grammar;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Report;

namespace Orchestrator.Cli.Verbs;

/// <summary>
/// The values that a run rejected, read from the error tables; what cannot be read is said on stderr.
/// </summary>
internal static class RejectedAtHand
{
    private const int PackagesMax = 100;
    private const int RowsMax = 20;

    public static IReadOnlyList<RejectedValue> Read(Call call, Solution solution, RunFacts facts)
    {
        var access = ConnectionsAtHand.Access(call, solution);
        var silent = new HashSet<string>();
        return [.. facts.Work.Where(node => node.Last?.Counts.Rejected > 0)
            .OrderByDescending(node => node.Last!.Counts.Rejected).Take(PackagesMax)
            .SelectMany(node => Read(call, solution, access, node, silent))];
    }

    private static IEnumerable<RejectedValue> Read(
        Call call, Solution solution, ConnectionAccess access, NodeRecord node, HashSet<string> silent)
    {
        var load = solution.Projects.SelectMany(project => project.Objects
            .Where(each => $"{project.Name}/{each.Name}" == node.Name)).FirstOrDefault();
        var connection = solution.Connections.FirstOrDefault(each => each.Name == load?.Target.Connection);
        if (load is null || connection is null || ConnectionAccess.PlatformOf(connection) is null)
        {
            call.Warn($"the values that {node.Name} rejected are not shown: "
                + (load is null ? "the solution has no such object any more" : "they lie in a file beside its target"));
            return [];
        }

        if (silent.Contains(connection.Name))
        {
            return [];
        }

        try
        {
            return [.. KeptRows.Read(access, connection, load, node.Last!.Id, RowsMax, call.Host.Stop)
                .Select(row => new RejectedValue(
                    node.Node, row.Row, row.File, row.Column, row.Reason, row.Key, row.Value))];
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, connection.Name) is not null)
        {
            silent.Add(connection.Name);
            call.Warn($"the values that were rejected in '{connection.Name}' are not shown: "
                + ConnectionAccess.Explain(fault, connection.Name)!.Message);
            return [];
        }
    }
}

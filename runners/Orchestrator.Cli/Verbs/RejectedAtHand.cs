using Orchestrator.Cli.Grammar;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Report;

namespace Orchestrator.Cli.Verbs;

/// <summary>
/// What the error tables of a solution keep of rejected rows; what cannot be read is said on stderr, once for each
/// connection.
/// </summary>
internal sealed class RejectedAtHand(Call call, Solution solution)
{
    private const int PackagesMax = 100;
    private const int RowsMax = 20;

    private readonly ConnectionAccess access = ConnectionsAtHand.Access(call, solution);
    private readonly HashSet<string> silent = [];

    /// <summary>The first values that each package of a run rejected.</summary>
    public static IReadOnlyList<RejectedValue> Of(Call call, Solution solution, RunFacts facts)
    {
        var hand = new RejectedAtHand(call, solution);
        return [.. facts.Work.Where(node => node.Last?.Counts.Rejected > 0)
            .OrderByDescending(node => node.Last!.Counts.Rejected).Take(PackagesMax)
            .SelectMany(node => hand.Values(node.Name, node.Last!.Id, RowsMax).Select(row => new RejectedValue(
                node.Node, row.Row, row.File, row.Column, row.Reason, row.Key, row.Value ?? "NULL")))];
    }

    /// <summary>The package of that name and the connection that it writes; null where one of them is gone.</summary>
    public (ObjectDefinition Load, Connection Connection)? Find(string node)
    {
        var load = solution.Projects.SelectMany(project => project.Objects)
            .FirstOrDefault(each => $"{each.Project}/{each.Name}" == node);
        var connection = solution.Connections.FirstOrDefault(each => each.Name == load?.Target.Connection);
        return load is null || connection is null ? null : (load, connection);
    }

    /// <summary>The first rows that an attempt of a package rejected.</summary>
    public IReadOnlyList<KeptRow> Values(string node, long attempt, int max)
    {
        if (Find(node) is not var (load, connection) || ConnectionAccess.PlatformOf(connection) is null)
        {
            call.Warn($"the values that {node} rejected are not shown: " + (Find(node) is null
                ? "the solution has no such object any more" : "they lie in a file beside its target"));
            return [];
        }

        return Asked(connection, "values", () => KeptRows.Read(
            access, connection, load, attempt, max, call.Host.Stop)) ?? [];
    }

    /// <summary>
    /// How many rows of each attempt the error tables of packages keep, by package; a package is missing where nobody
    /// can tell.
    /// </summary>
    public IReadOnlyDictionary<string, IReadOnlyList<KeptCount>> Counts(IEnumerable<string> nodes)
    {
        var counts = new Dictionary<string, IReadOnlyList<KeptCount>>();
        var loads = nodes.Select(node => (Node: node, Found: Find(node)))
            .Where(each => each.Found is var (_, connection) && ConnectionAccess.PlatformOf(connection) is not null)
            .Select(each => (each.Node, each.Found!.Value.Load, each.Found.Value.Connection));
        foreach (var group in loads.GroupBy(each => each.Connection.Name))
        {
            var connection = group.First().Connection;
            if (Asked(connection, "reasons", () => KeptRows.Count(
                access, connection, [.. group.Select(each => each.Load)], call.Host.Stop)) is not { } found)
            {
                continue;
            }

            foreach (var (node, load, _) in group)
            {
                counts[node] = [.. found.Where(one => one.Load == load)];
            }
        }

        return counts;
    }

    private IReadOnlyList<T>? Asked<T>(Connection connection, string what, Func<IReadOnlyList<T>> ask)
    {
        if (silent.Contains(connection.Name))
        {
            return null;
        }

        try
        {
            return ask();
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, connection.Name) is not null)
        {
            silent.Add(connection.Name);
            var rejected = what == "values" ? "that were rejected" : "of what was rejected";
            call.Warn($"the {what} {rejected} in '{connection.Name}' are not shown: "
                + ConnectionAccess.Explain(fault, connection.Name)!.Message);
            return null;
        }
    }
}

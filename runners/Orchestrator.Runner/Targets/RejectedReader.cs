using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Runner.Targets;

/// <summary>
/// What the error tables of a solution keep of rejected rows; what cannot be read is told, once for each connection.
/// </summary>
/// <param name="solution">The solution.</param>
/// <param name="access">The way to its connections.</param>
/// <param name="warn">Told what cannot be read, in a sentence.</param>
/// <param name="cancellation">Stops reading.</param>
public sealed class RejectedReader(
    Solution solution, ConnectionAccess access, Action<string> warn, CancellationToken cancellation)
{
    private readonly HashSet<string> _silent = [];

    /// <summary>The package of that name and the connection that it writes; null where one of them is gone.</summary>
    public (ObjectDefinition Load, Connection Connection)? Find(string node)
    {
        var load = solution.Projects.SelectMany(project => project.Objects)
            .FirstOrDefault(each => each.FullName == node);
        var connection = solution.Connections.FirstOrDefault(each => each.Name == load?.Target.Connection);
        return load is null || connection is null ? null : (load, connection);
    }

    /// <summary>Where the rows are that an attempt of a package rejected; null where its solution has it no more.
    /// </summary>
    public (string Connection, string Place)? PlaceOf(string node, long attempt) =>
        Find(node) is var (load, connection)
            ? (connection.Name, KeptRows.PlaceOf(connection, load, attempt)) : null;

    /// <summary>The first rows that an attempt of a package rejected.</summary>
    public IReadOnlyList<KeptRow> Values(string node, long attempt, int max)
    {
        if (Find(node) is not var (load, connection) || ConnectionAccess.PlatformOf(connection) is null)
        {
            warn($"the values that {node} rejected are not shown: " + (Find(node) is null
                ? "the solution has no such object any more" : "they lie in a file beside its target"));
            return [];
        }

        return Asked(connection, "values", () => KeptRows.Read(
            access, connection, load, attempt, max, cancellation)) ?? [];
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
                access, connection, [.. group.Select(each => each.Load)], cancellation)) is not { } found)
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
        if (_silent.Contains(connection.Name))
        {
            return null;
        }

        try
        {
            return ask();
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, connection.Name) is not null)
        {
            _silent.Add(connection.Name);
            var rejected = what == "values" ? "that were rejected" : "of what was rejected";
            warn($"the {what} {rejected} in '{connection.Name}' are not shown: "
                + ConnectionAccess.Explain(fault, connection.Name)!.Message);
            return null;
        }
    }
}

using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Packages.Relaxed;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Durability;

/// <summary>Which databases the connections of a solution lead to, for those who look after their durability.</summary>
internal sealed class RelaxedTargets(
    Solution solution, Placeholders placeholders, TimeProvider time, string application)
{
    private readonly RelaxedDatabases databases =
        new(solution, placeholders.Resolve, placeholders.ResolveConnection, time, application);

    /// <summary>The connection of that name; null = the solution has none.</summary>
    public Connection? Connection(string name) => solution.Connections.FirstOrDefault(one => one.Name == name);

    /// <summary>The databases of a connection as it is written; none where the solution has no such database.</summary>
    /// <param name="connection">Its name.</param>
    /// <param name="ofDatabase">Whether the database's own setting is meant; null = as it is written today.</param>
    public IReadOnlyList<RelaxedTarget> Of(string connection, bool? ofDatabase = null)
    {
        var found = Connection(connection);
        return found is null || ConnectionAccess.PlatformOf(found) is null ? []
            : databases.Of(connection, ofDatabase ?? IsOfDatabase(found), found.Durability.Connection);
    }

    /// <summary>The one that a node writes, among those of its connection.</summary>
    /// <exception cref="DurabilityRefusedException">A hook of a group works in a file of its own.</exception>
    public RelaxedTarget Of(PlanNode node, IReadOnlyList<RelaxedTarget> targets)
    {
        var file = databases.FileOf((ObjectDefinition)node.Payload!);
        return targets.FirstOrDefault(target => target.Address.File == file)
            ?? throw new DurabilityRefusedException(
                $"'{node.Name}' works in a file of its own ({Path.GetFileName(file)}), which no object writes");
    }

    /// <summary>
    /// The databases that packages of a plan write through connections that are not relaxed, and the ledger's own.
    /// </summary>
    public IReadOnlyList<RelaxedTarget> Durable(Plan plan, string ledger) =>
        [.. plan.Nodes.Where(node => node is { Kind: NodeKind.Package, Relaxed: < 0, PackageKind: not "check" })
            .Select(node => (node.Payload as ObjectDefinition)?.Target.Connection).OfType<string>().Append(ledger)
            .Distinct().SelectMany(connection => Of(connection))];

    /// <summary>Whether it is written today that the database's own setting is changed.</summary>
    public bool IsOfDatabase(string connection) => Connection(connection) is { } found && IsOfDatabase(found);

    private static bool IsOfDatabase(Connection connection) =>
        connection.Durability.Scope == DurabilityScope.Database;
}

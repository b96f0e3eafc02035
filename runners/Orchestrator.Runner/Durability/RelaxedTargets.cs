using Orchestrator.Core;
using Orchestrator.Data.Durability;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Packages.Relaxed;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Durability;

/// <summary>Which databases the connections of a solution lead to, for those who look after their durability.</summary>
internal sealed class RelaxedTargets(
    Solution solution, PlaceholderResolver placeholders, TimeProvider time, string application)
{
    private readonly RelaxedDatabases _databases =
        new(solution, placeholders.Resolve, placeholders.ResolveConnection, time, application);

    /// <summary>The connection of that name; null = the solution has none.</summary>
    public Connection? Connection(string name) => solution.Connections.FirstOrDefault(one => one.Name == name);

    /// <summary>What the metadata say of a package, by its name; null = nothing, or it is a hook.</summary>
    public ObjectDefinition? ObjectOf(string name) => solution.Projects.SelectMany(project => project.Objects)
        .FirstOrDefault(one => one.FullName == name);

    /// <summary>The platform behind a connection, by its name; null = it is no database.</summary>
    public string? PlatformOf(string connection) =>
        Connection(connection) is { } found ? ConnectionAccess.PlatformOf(found)?.Name : null;

    /// <summary>The databases of a connection as it is written; none where the solution has no such database.</summary>
    public IReadOnlyList<RelaxedTarget> Of(string connection)
    {
        var found = Connection(connection);
        return found is null || ConnectionAccess.PlatformOf(found) is null ? []
            : _databases.Of(connection, IsOfDatabase(found), found.Durability.Connection);
    }

    /// <summary>The databases of a connection that was relaxed once; none where it leads to no such database
    /// today.</summary>
    /// <param name="connection">Its name.</param>
    /// <param name="ofDatabase">Whether the database's own setting was meant, which a file has none of.</param>
    public IReadOnlyList<RelaxedTarget> Of(string connection, bool ofDatabase) =>
        Connection(connection) is { } found && ConnectionAccess.PlatformOf(found) is { } platform
        && !(ofDatabase && platform.Abilities.IsFile)
            ? _databases.Of(connection, ofDatabase, found.Durability.Connection)
            : [];

    /// <summary>
    /// The connections that could lead to the database of a scope under another name: of servers, as a file is found
    /// by its name or not at all.
    /// </summary>
    public IEnumerable<string> Others(ScopeRecord scope) => solution.Connections
        .Where(one => one.Name != scope.Connection && ConnectionAccess.PlatformOf(one) is { } platform
            && platform.Name == scope.Platform && !platform.Abilities.IsFile).Select(one => one.Name);

    /// <summary>The one that a node writes, among those of its connection.</summary>
    /// <exception cref="DurabilityRefusedException">A hook of a group works in a file of its own.</exception>
    public RelaxedTarget Of(PlanNode node, IReadOnlyList<RelaxedTarget> targets)
    {
        var file = _databases.FileOf((ObjectDefinition)node.Payload!);
        return targets.FirstOrDefault(target => target.Address.File == file)
            ?? throw new DurabilityRefusedException(
                $"'{node.Name}' works in a file of its own ({Path.GetFileName(file)}), which no object writes");
    }

    /// <summary>
    /// The databases that packages of a plan write through connections that are not relaxed, and the ledger's own.
    /// </summary>
    public IReadOnlyList<RelaxedTarget> Durable(Plan plan, string ledger) =>
        [.. plan.Nodes.Where(node => node is { Kind: NodeKind.Package, Relaxed: < 0 })
            .Select(node => node.Payload).OfType<ObjectDefinition>().Where(each => each.WritesTarget)
            .Select(each => each.Target.Connection).Append(ledger)
            .Distinct().SelectMany(connection => Of(connection))];

    /// <summary>
    /// Which databases a connection leads to, for who only wants to know; none where they cannot be reached. A file is
    /// told by its name, as nobody opens one that another connection may be at work with.
    /// </summary>
    public IReadOnlyList<DatabaseIdentity> Identities(string connection)
    {
        try
        {
            return [.. Of(connection).Select(target => target.Identity())];
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, connection) is not null)
        {
            return [];
        }
    }

    /// <summary>Whether it is written today that the database's own setting is changed.</summary>
    public bool IsOfDatabase(string connection) => Connection(connection) is { } found && IsOfDatabase(found);

    private static bool IsOfDatabase(Connection connection) =>
        connection.Durability.Scope == DurabilityScope.Database;
}

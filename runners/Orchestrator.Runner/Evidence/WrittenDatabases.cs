using Orchestrator.Data;
using Orchestrator.Data.Evidence;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Evidence;

/// <summary>The databases that the packages of a run write, and that can be looked at.</summary>
internal sealed class WrittenDatabases(RunRequest request, long run, Placeholders placeholders)
{
    /// <summary>All of them; files are left out, as nobody else can tell what happens in them.</summary>
    public IReadOnlyList<WatchedDatabase> All =>
        [.. Written().Select(Find).OfType<Connection>().Select(Watch).OfType<WatchedDatabase>()];

    private IEnumerable<string> Written() => request.Plan.Nodes
        .Where(node => request.Selected?.Contains(node.Index) != false)
        .Select(node => node.Payload).OfType<ObjectDefinition>().Where(each => each.Kind != "check")
        .Select(each => each.Target.Connection).Distinct(StringComparer.Ordinal);

    private Connection? Find(string name) =>
        request.Solution.Connections.FirstOrDefault(connection => connection.Name == name);

    private WatchedDatabase? Watch(Connection connection) =>
        ConnectionAccess.PlatformOf(connection) is { Abilities.IsFile: false } platform
            ? new WatchedDatabase(connection.Name, platform.Name, () => Open(connection, platform))
            : null;

    private IEvidence? Open(Connection connection, IPlatform platform)
    {
        var access = new ConnectionAccess(
            request.Solution, placeholders.Resolve, placeholders.ResolveConnection, request.Time,
            CancellationToken.None);
        return platform.OpenEvidence(access.Databases(connection)[0], new DatabaseUse
        {
            IsTarget = false,
            Time = request.Time,
            Application = $"orchestrator {run} evidence",
        });
    }
}

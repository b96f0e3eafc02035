using Orchestrator.Data;
using Orchestrator.Data.Evidence;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Evidence;

/// <summary>The databases that the packages of a run write, and that can be looked at.</summary>
/// <param name="request">The run.</param>
/// <param name="placeholders">Resolves what the connections' settings name.</param>
/// <param name="named">What a session is called, by what it is for.</param>
internal sealed class WrittenDatabases(RunRequest request, PlaceholderResolver placeholders, Func<string, string> named)
{
    /// <summary>All of them; files are left out, as nobody else can tell what happens in them.</summary>
    public IReadOnlyList<WatchedDatabase> All =>
        [.. Written(request.Selected).Select(Watch).OfType<WatchedDatabase>()];

    /// <summary>The database of a connection; null where nobody else can tell what happens in it.</summary>
    public WatchedDatabase? Of(string connection) => Find(connection) is { } found ? Watch(found) : null;

    /// <summary>The servers behind all that the plan writes, selected or not, hooks of its objects included.</summary>
    public IReadOnlyList<WrittenServer> Servers =>
        [.. Found(Objects(null).SelectMany(WrittenBy)).Select(ServerOf).OfType<WrittenServer>()];

    private IEnumerable<Connection> Written(IReadOnlySet<int>? selected) =>
        Found(Objects(selected).Where(each => each.WritesTarget).Select(each => each.Target.Connection));

    private IEnumerable<ObjectDefinition> Objects(IReadOnlySet<int>? selected) => request.Plan.Nodes
        .Where(node => selected?.Contains(node.Index) != false)
        .Select(node => node.Payload).OfType<ObjectDefinition>();

    // What writes nothing itself may have hooks that do.
    private static IEnumerable<string> WrittenBy(ObjectDefinition definition) =>
        definition.Hooks.Select(hook => hook.Connection)
            .Concat(definition.WritesTarget ? [definition.Target.Connection] : Array.Empty<string>());

    private IEnumerable<Connection> Found(IEnumerable<string> names) =>
        names.Distinct(StringComparer.Ordinal).Select(Find).OfType<Connection>();

    private Connection? Find(string name) =>
        request.Solution.Connections.FirstOrDefault(connection => connection.Name == name);

    private WatchedDatabase? Watch(Connection connection) =>
        ConnectionAccess.PlatformOf(connection) is { Abilities.IsFile: false } platform
            ? new WatchedDatabase(connection.Name, platform.Name, () => Open(connection, platform))
            {
                OpenAny = () => platform.Open(AddressOf(connection), Use("evidence")),
            }
            : null;

    private WrittenServer? ServerOf(Connection connection) =>
        ConnectionAccess.PlatformOf(connection) is { Abilities.IsFile: false } platform
            ? new WrittenServer(connection.Name, name => platform.EndSessions(
                AddressOf(connection), Use("recovery"), name))
            : null;

    private IEvidence? Open(Connection connection, IPlatform platform) =>
        platform.OpenEvidence(AddressOf(connection), Use("evidence"));

    private DatabaseAddress AddressOf(Connection connection) => new ConnectionAccess(
        request.Solution, placeholders.Resolve, placeholders.ResolveConnection, request.Time,
        CancellationToken.None).Databases(connection)[0];

    private DatabaseUse Use(string what) => new()
    {
        IsTarget = false,
        Time = request.Time,
        Application = named(what),
    };
}

using Orchestrator.Ssis.Expressions.Generation;
using Orchestrator.Ssis.Flows.Dialects;
using Orchestrator.Ssis.Flows.Plans;
using Orchestrator.Ssis.Flows.Sets;
using Orchestrator.Ssis.Model;

namespace Orchestrator.Ssis.Flows.Work;

/// <summary>The databases that a flow's connections lead to.</summary>
internal sealed class FlowPlaces(FlowContext context)
{
    private static readonly HashSet<string> Leads = new(StringComparer.Ordinal)
    {
        "ConnectionString", "ServerName", "InitialCatalog",
    };

    /// <summary>The connection of a component; nothing can be said of one without it.</summary>
    public SsisConnection Connection(FlowComponent component)
    {
        var written = component.Connections.Count > 0 ? component.Connections[0].Connection : "";
        return context.Connections.FirstOrDefault(each => each.Name == written)
            ?? throw FlowOpenException.Missing(
                written.Length == 0 ? "it names no connection: it fails there, too"
                : written.EndsWith(":invalid", StringComparison.Ordinal)
                    ? "its connection was deleted from the package: it fails there, too"
                : "the connection that it uses is not there", written);
    }

    /// <summary>The database of a component.</summary>
    public FlowPlace Of(FlowComponent component) => Of(Connection(component));

    public FlowPlace Of(SsisConnection connection) =>
        new(Key(connection), connection.Name, DialectOf(connection));

    /// <summary>The database that was named for rows that go to none; null = there is none.</summary>
    public FlowPlace? Staging()
    {
        if (context.Staging is not { } name)
        {
            return null;
        }

        if (context.Connections.FirstOrDefault(each => each.Name == name) is { } connection)
        {
            return Of(connection);
        }

        return context.Dialects.TryGetValue(name, out var dialect) ? new FlowPlace(name, name, dialect) : null;
    }

    private SsisSqlDialect? DialectOf(SsisConnection connection) =>
        context.Dialects.TryGetValue(connection.Name, out var known) ? known : ConnectionDialects.Of(connection);

    // Two connections lead to one database where both say the same one and nothing changes that while they run.
    private static string Key(SsisConnection connection) =>
        connection.Server.Length == 0 || connection.Database.Length == 0
        || connection.Expressions.Any(each => Leads.Contains(each.Property))
            ? connection.Name
            : $"{connection.Server.ToUpperInvariant()}\n{connection.Database.ToUpperInvariant()}";
}

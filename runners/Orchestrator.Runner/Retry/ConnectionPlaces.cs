using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner.Retry;

/// <summary>Where the connections of a plan lead, as far as that is written: nobody connects.</summary>
internal sealed class ConnectionPlaces(RunRequest request, PlaceholderResolver placeholders, OutsideText outside)
{
    /// <summary>
    /// Those that lead somewhere; a variable or secret that is missing fails the packages that need it, and nothing
    /// else.
    /// </summary>
    public IReadOnlyList<RunConnection> All
    {
        get
        {
            var access = new ConnectionAccess(request.Solution, placeholders.Resolve, placeholders.ResolveConnection,
                request.Time, CancellationToken.None);
            return [.. request.Document.Connections
                .Select(entry => request.Solution.Connections.FirstOrDefault(one => one.Name == entry.Name))
                .OfType<Connection>().Select(connection => Find(access, connection)).OfType<RunConnection>()];
        }
    }

    /// <summary>The connections that these packages and hooks use, by name.</summary>
    public static IReadOnlySet<string> UsedBy(Plan plan, IReadOnlySet<int> packages) => packages
        .Select(index => plan.Nodes[index].Payload).OfType<ObjectDefinition>()
        .SelectMany(one => one.Hooks.Select(hook => hook.Connection)
            .Append(one.Target.Connection).Append(one.Source?.Connection)
            .Concat(one.OtherConnections))
        .OfType<string>().ToHashSet(StringComparer.Ordinal);

    private RunConnection? Find(ConnectionAccess access, Connection connection)
    {
        try
        {
            var (platform, place) = access.PlaceOf(connection);
            return new RunConnection(
                connection.Name, platform, outside.Line(place.Server), outside.Line(place.Database));
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, connection.Name) is not null)
        {
            return null;
        }
    }
}

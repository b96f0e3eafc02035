using Orchestrator.Cli.Grammar;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Runner.Text;

namespace Orchestrator.Cli.Verbs;

/// <summary>The way to the connections of a solution, with the variables and secrets of this call.</summary>
internal static class ConnectionsAtHand
{
    public static ConnectionAccess Access(Call call, Solution solution)
    {
        var placeholders = new Placeholders(call.Host.Secrets, call.Host.Variable);
        placeholders.RememberThoseNamedIn(solution.Connections.Select(connection => connection.ConnectionString ?? ""));
        return new ConnectionAccess(
            solution, placeholders.Resolve, placeholders.ResolveConnection, call.Host.Time, call.Host.Stop);
    }
}

using Orchestrator.Cli.Grammar;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Runner.Targets;

namespace Orchestrator.Cli.Connections;

/// <summary>The way to the connections of a solution, with the variables and secrets of this call.</summary>
internal static class CallConnections
{
    public static ConnectionAccess Access(Call call, Solution solution) => Targets(call, solution).Connections;

    public static SolutionTargets Targets(Call call, Solution solution) =>
        new(solution, call.Host.Secrets, call.Host.Variable, call.Host.Time, call.Host.Stop);
}

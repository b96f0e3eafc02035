using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Grammar;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Report;
using Orchestrator.Runner.Targets;

namespace Orchestrator.Cli.Rejects;

/// <summary>What the error tables of a solution keep of rejected rows; what cannot be read is said on stderr.
/// </summary>
internal static class CallRejects
{
    private const int PackagesMax = 100;
    private const int RowsMax = 20;

    public static RejectedReader Look(Call call, Solution solution) =>
        new(solution, CallConnections.Access(call, solution), call.Warn, call.Host.Stop);

    /// <summary>The first values that each package of a run rejected.</summary>
    public static IReadOnlyList<RejectedValue> Of(Call call, Solution solution, RunFacts facts)
    {
        var look = Look(call, solution);
        return [.. facts.Work.Where(node => node.Last?.Counts.Rejected > 0)
            .OrderByDescending(node => node.Last!.Counts.Rejected).Take(PackagesMax)
            .SelectMany(node => look.Values(node.Name, node.Last!.Id, RowsMax).Select(row => new RejectedValue(
                node.Node, row.Row, row.File, row.Column, row.Reason, row.Key, row.Value ?? "NULL")))];
    }
}

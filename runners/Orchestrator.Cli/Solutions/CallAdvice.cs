using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Core;
using Orchestrator.Core.Advice;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Cli.Solutions;

/// <summary>
/// What relaxing the databases of a plan would do, from the evidence of past runs in its environment. Connects to
/// nothing: where the ledger is on a server that the call does not name, there is no advice.
/// </summary>
internal static class CallAdvice
{
    private const int RunsMax = 20;

    // A target is what others rely on, and a PSA what nobody can load again.
    private static readonly Stage[] Never = [Stage.Psa, Stage.Tgt];

    /// <summary>The forecasts, in the order of the connections.</summary>
    public static IReadOnlyList<RelaxingForecast> Of(Call call, Solution solution, Plan plan) =>
        Of(call, solution, () => [plan]);

    /// <summary>
    /// The forecasts for several plans, which are made only where something has run yet: one for each connection, of
    /// the plan where most would be saved.
    /// </summary>
    public static IReadOnlyList<RelaxingForecast> Of(Call call, Solution solution, Func<IEnumerable<Plan>> plans)
    {
        try
        {
            var all = CallLedger.IfAtHand(call, reader => reader.AtOneMoment(ledger => ledger.Count == 0
                ? [] : plans().SelectMany(plan => Of(ledger, solution, plan)).ToArray())) ?? [];
            return [.. solution.Connections.Select(connection => all.Where(one => one.Connection == connection.Name)
                .MaxBy(one => one.Before - one.After)).OfType<RelaxingForecast>()];
        }
        catch (Exception closed) when (closed is LedgerException or UsageException)
        {
            // Advice is beside what was asked for.
            call.Say($"without advice: {closed.Message}");
            return [];
        }
    }

    private static IReadOnlyList<RelaxingForecast> Of(LedgerReader ledger, Solution solution, Plan plan)
    {
        var runs = ledger.Runs(plan.Batch, plan.Environment, RunsMax)
            .Where(run => run.Verdict is RunVerdict.Succeeded or RunVerdict.SucceededWithWarnings).ToArray();
        return [.. solution.Connections.Where(connection => MayBeRelaxed(connection, solution))
            .Select(connection => Of(ledger, plan, runs, connection)).OfType<RelaxingForecast>()
            .Where(forecast => IsTold(forecast, solution))];
    }

    private static RelaxingForecast? Of(LedgerReader ledger, Plan plan, RunRecord[] runs, Connection connection) => runs
        .Where(run => ledger.Scopes(run.Number).All(scope => scope.Connection != connection.Name))
        .Select(run => RelaxingAdvice.Of(plan, PastRunOf(ledger, plan, run, connection), connection.Name))
        .FirstOrDefault(forecast => forecast is not null);

    /// <summary>That something cannot help is told where somebody means to do it.</summary>
    private static bool IsTold(RelaxingForecast forecast, Solution solution) =>
        forecast.Effect == RelaxingEffect.Helps
        || solution.Connections.First(one => one.Name == forecast.Connection).Reloadable;

    private static bool MayBeRelaxed(Connection connection, Solution solution) =>
        ConnectionAccess.PlatformOf(connection) is not null && connection.Name != solution.Ledger
        && !Never.Contains(connection.Stage);

    private static PastRun PastRunOf(LedgerReader ledger, Plan plan, RunRecord run, Connection connection)
    {
        var packages = plan.Nodes.Where(node => node.Kind == NodeKind.Package)
            .ToDictionary(node => node.Name, StringComparer.Ordinal);
        var names = ledger.Nodes(run.Number).ToDictionary(node => node.Node, node => node.Name);
        var evidence = ledger.AttemptEvidence(run.Number).ToDictionary(one => one.AttemptId, one => one.Evidence);
        var past = new Dictionary<int, PastPackage>();
        foreach (var attempt in ledger.Attempts(run.Number))
        {
            // The last attempt of a package is the one that succeeded.
            if (packages.TryGetValue(names[attempt.Node], out var node))
            {
                var own = evidence.GetValueOrDefault(attempt.Id);
                past[node.Index] = new PastPackage(
                    (node.Payload as ObjectDefinition)?.Target.Connection ?? "", attempt.Working, own?.Commits ?? 0,
                    own?.LogTime);
            }
        }

        return new PastRun(
            run.Number, (run.Ended ?? run.Started) - run.Started, run.GateSlots, run.Processors,
            ledger.DatabaseEvidence(run.Number).FirstOrDefault(one => one.Connection == connection.Name)?.WorkTime,
            past);
    }
}

using System.CommandLine;
using Orchestrator.Cli.Connections;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Run;
using Orchestrator.Cli.Solutions;
using Orchestrator.Core;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;
using Orchestrator.Packages.Replay;
using Orchestrator.Runner;
using Orchestrator.Runner.Replay;

namespace Orchestrator.Cli.Rejects;

/// <summary>
/// `rejects replay NODE`: a run of the package's batch that loads the rows which the package has rejected.
/// </summary>
internal static class RejectsReplay
{
    public static Option<string> OfRun { get; } = CommonOptions.Text(
        "--run", "RUN", "replay: only what that run rejected, a number or latest");

    /// <summary>Shows what would be loaded, and loads it unless asked not to.</summary>
    /// <param name="call">The call.</param>
    /// <param name="find">The full name of the package that is meant.</param>
    /// <exception cref="UsageException">Nothing that it rejected can be loaded.</exception>
    public static int Replay(Call call, Func<LedgerReader?, Solution, string> find) =>
        RunVerb.Listening(call, stop => Replay(call, find, stop));

    private static int Replay(Call call, Func<LedgerReader?, Solution, string> find, StopRequests stop)
    {
        if (Request(call, find, stop) is not { } asked)
        {
            return ExitCode.Usage;
        }

        var (request, package, counts) = asked;
        var isDry = call.Flag(Consent.DryRun).Value || counts.Sum(one => one.ToLoad) == 0;
        if (isDry)
        {
            call.Write(() => ReplayScreen.Document(package, counts), () => ReplayScreen.Lines(package, counts));
        }
        else if (!call.IsQuiet && !call.IsJson)
        {
            call.Messages.Write(ReplayScreen.Lines(package, counts));
        }

        return isDry ? ExitCode.Done : RunVerb.Carry(call, request);
    }

    private static (RunRequest Request, string Package, IReadOnlyList<ReplayCount> Counts)? Request(
        Call call, Func<LedgerReader?, Solution, string> find, StopRequests stop)
    {
        using var reader = CallLedger.Open(call);
        if (CallSolution.Solution(call) is not { } solution)
        {
            return null;
        }

        var package = find(reader, solution);
        var environment = CallLedger.Connections(call).Environment;
        var run = call.Text(OfRun).Value is { } name && reader is not null
            ? CallLedger.Find(reader, name, environment) : null;
        var last = run ?? (reader?.Attempts(package, environment, 1) is [var newest] ? reader.Run(newest.Run) : null);
        if (reader is null || last is null)
        {
            throw new UsageException(
                $"{package} has not run yet in the environment '{environment}', and has rejected nothing");
        }

        // With the variables of the run that rejected the rows, which may say where its connections lead.
        var kept = new KeptOptions(last.Number, reader.Options(last.Number));
        if (CallSolution.Batch(call, last.Batch, kept.Over) is not { } batch)
        {
            return null;
        }

        var node = batch.Plan.Nodes.FirstOrDefault(each => each.Kind == NodeKind.Package && each.Name == package)
            ?? throw NodeNames.Missing(batch.Plan, package);
        var load = Accepted(node);
        var counts = Counted(call, batch.Solution, load, LoadsInLedger.Of(reader, environment, package), run?.Number);
        var request = ReplayPlan.Of(RunVerb.Request(call, batch, stop), node) with
        {
            ReplayedRun = run?.Number,
            Grace = call.Duration(RunVerb.Grace).Value ?? RunVerb.DefaultGrace,
            Options = [new RunOption(RunOption.Replay, package, "argument"), .. Said(call, kept)],
        };
        return (request, package, counts);
    }

    private static IEnumerable<RunOption> Said(Call call, KeptOptions kept) => kept.Options
        .Concat(RunOptions.Of(call, call.Concurrency(RunVerb.MaxConcurrency), call.Duration(RunVerb.Grace),
            call.Flag(RunVerb.FailFast)).Where(option => !KeptOptions.IsKept(option.Name)))
        .Where(option => option.Name != RunOption.FullRefresh);

    private static ObjectDefinition Accepted(PlanNode node)
    {
        var load = (ObjectDefinition)node.Payload!;
        if (!node.Enabled)
        {
            throw new UsageException($"{node.Name} is not enabled", "set `enabled: true` to load what it rejected");
        }

        return ReplayContract.Refusal(load) is { } why
            ? throw new UsageException($"ORC3447: what {node.Name} has rejected cannot be replayed", why)
            : load;
    }

    private static IReadOnlyList<ReplayCount> Counted(
        Call call, Solution solution, ObjectDefinition load, PastLoads past, long? run)
    {
        var connection = solution.Connections.First(each => each.Name == load.Target.Connection);
        try
        {
            return ReplayPreview.Of(CallConnections.Access(call, solution), connection, load, past, run);
        }
        catch (Exception fault) when (ConnectionAccess.Explain(fault, connection.Name) is { } error)
        {
            throw new LedgerException(error.Code, error.Message);
        }
    }
}

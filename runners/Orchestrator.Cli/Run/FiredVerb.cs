using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Serve;
using Orchestrator.Cli.Solutions;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Serving;
using Orchestrator.Runner;
using Orchestrator.Service;

namespace Orchestrator.Cli.Run;

/// <summary>
/// `fired FIRING`: how `serve` begins the run of a firing, or goes on with it. It runs the definitions that were in
/// force, whatever the files say by now; the ledger lets it begin once.
/// </summary>
internal static class FiredVerb
{
    private const string By = "serve";

    private static readonly Argument<string> Firing =
        Verb.Required("FIRING", "Its number and its token, with a dot between them");

    private static readonly Option<string> Definitions =
        CommonOptions.Text("--definitions", "HASH", "The metadata to run, as the ledger keeps them");

    public static Verb Create() => new("fired", "Run what a trigger has fired: for `serve` alone", Run)
    {
        Takes = [Firing, Definitions, RunVerb.Allow, RunVerb.Grace, LogFormat.Option],
        Hidden = true,
    };

    private static int Run(Call call) => RunVerb.Listening(call, stop => Run(call, stop));

    private static int Run(Call call, StopRequests stop)
    {
        var fence = FiringFence.Parse(call.RequiredArgument(Firing)) ?? throw new UsageException(
            $"expected a firing to be two numbers with a dot, got: '{call.RequiredArgument(Firing)}'");
        if (Request(call, stop, fence) is not { } request)
        {
            return ExitCode.Usage;
        }

        RefuseNotApproved(call, request);

        return RunVerb.Carry(call, request with
        {
            Firing = fence,
            Options = [.. request.Options, new RunOption(RunOption.Firing, $"{fence}", By)],
        });
    }

    // Looked at here and not by the service alone: what is run may be the text of an earlier run.
    private static void RefuseNotApproved(Call call, RunRequest request)
    {
        using var reader = CallLedger.Open(call)!;
        if (NeededPermissions.NotApproved(reader, request.Solution, request.Plan)
            .FirstOrDefault(one => Allows(request, one.Kind)) is { } needed)
        {
            throw new UsageException($"{ServiceCodes.NotApproved}: nobody has approved {needed.Name} "
                + $"({needed.Hash}) for the services of the environment '{request.Solution.Environment}'",
                "an admin approves it on the page of the service, under Approvals, where the metadata in force name "
                    + "it; what only an earlier run named is gone on with by hand: orchestrator retry");
        }
    }

    private static bool Allows(RunRequest request, PermissionKind kind) => kind switch
    {
        PermissionKind.Process => request.AllowsProcesses,
        PermissionKind.SqlText => request.AllowsSqlText,
        _ => request.AllowsPlugins,
    };

    private static RunRequest? Request(Call call, StopRequests stop, FiringFence fence)
    {
        using var reader = CallLedger.Open(call);
        var firing = reader?.Firing(fence.Firing) ?? throw new UsageException($"there is no firing {fence.Firing}");
        if (firing.Run is { } number)
        {
            var run = reader.Run(number)!;
            return RetryVerb.GoOn(call, stop, reader, run, RetryVerb.FilesOf(reader, run));
        }

        return reader.StartRequestOf(firing.Number) is { Continues: { } earlier } start
            ? RetryVerb.GoOn(call, stop, reader, reader.Run(earlier)!, Files(call, reader), start.Asked)
            : Begin(call, stop, reader, firing);
    }

    private static IReadOnlyList<PlanFile> Files(Call call, LedgerReader reader)
    {
        var hash = call.Text(Definitions).Value
            ?? throw new UsageException("which definitions? Name them: --definitions");
        return reader.PlanFiles(hash) is { Count: > 0 } files ? files
            : throw new UsageException($"the ledger does not keep the definitions {hash}");
    }

    private static RunRequest? Begin(Call call, StopRequests stop, LedgerReader reader, FiringRecord firing)
    {
        if (SolutionInLedger.Batch(call, Files(call, reader), firing.Batch, asked => asked with { AsOf = firing.AsOf })
            is not { } batch)
        {
            return null;
        }

        var (gate, grace, failFast) =
            (call.Concurrency(RunVerb.MaxConcurrency), call.Duration(RunVerb.Grace), call.Flag(RunVerb.FailFast));
        var request = RunVerb.Request(call, batch, stop) with
        {
            MaxConcurrency = gate.Value,
            FailFast = failFast.Value,
            Grace = grace.Value ?? RunVerb.DefaultGrace,
            AllowsProcesses = Allowances.Has(call, Allowances.Process),
            AllowsPlugins = Allowances.Has(call, Allowances.Plugins),
            AllowsSqlText = Allowances.Has(call, Allowances.Statements),
            Options =
            [
                // Its night is the firing's, whatever the service's environment says.
                .. RunOptions.Of(call, gate, grace, failFast).Where(option => !KeptOptions.IsKept(option.Name)),
                new RunOption("as-of", $"{firing.AsOf:yyyy-MM-dd}", By),
            ],
        };
        Allowances.Refuse(request);
        return request;
    }
}

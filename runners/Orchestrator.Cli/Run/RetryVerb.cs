using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Solutions;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diff;
using Orchestrator.Runner;
using Orchestrator.Runner.Retry;

namespace Orchestrator.Cli.Run;

/// <summary>`retry [RUN]`: a run that continues another one.</summary>
internal static class RetryVerb
{
    private static readonly Argument<string?> Name =
        Verb.Optional("RUN", "A number, latest or latest~1 [default: the newest that is not done]");

    private static readonly Option<bool> Rerun = CommonOptions.Flag("--rerun", "Run also what is done");

    private static readonly Option<bool> SamePlan = CommonOptions.Flag(
        "--same-plan", "With the metadata of that run, whatever the files say today");

    public static Verb Create() => new("retry", "Continue a run that has ended: run what it has not done", Run)
    {
        Takes = [Name, CallSelection.Select, CallSelection.Exclude, Rerun, SamePlan, RunVerb.FailFast,
            RunVerb.MaxConcurrency, RunVerb.Grace, CallVariables.Var, RunVerb.Allow, LogFormat.Option,
            Consent.Yes],
        Examples = ["retry", "retry 482", "retry -s Staging/customer+", "retry 482 --same-plan --max-concurrency 2"],
    };

    private static int Run(Call call) => RunVerb.Listening(call, stop => Run(call, stop));

    private static int Run(Call call, StopRequests stop)
    {
        RunVerb.RefuseDryRun(call);
        var request = Request(call, stop);
        return request is null ? ExitCode.Usage
            : request.Selected is { Count: 0 } ? ExitCode.Done
            : RunVerb.Carry(call, request);
    }

    /// <summary>What is asked for; null after mistakes in the metadata were said.</summary>
    private static RunRequest? Request(Call call, StopRequests stop)
    {
        using var reader = CallLedger.Open(call) ?? throw new UsageException(
            "there is nothing to continue: nothing has run yet", "begin with `orchestrator run`");
        var run = RunToContinue.Find(call, reader, call.Argument(Name));
        return GoOn(call, stop, reader, run, call.Flag(SamePlan).Value ? FilesOf(reader, run) : null);
    }

    /// <summary>What is asked for, of a run that was found; null after mistakes in the metadata were said.</summary>
    /// <param name="call">The call.</param>
    /// <param name="stop">Stops it.</param>
    /// <param name="reader">The ledger.</param>
    /// <param name="run">The run to go on with.</param>
    /// <param name="files">The text of the metadata; null = what lies in the folder.</param>
    /// <param name="confirmed">When somebody who knew of all runs until then said yes; null = nobody was asked.</param>
    public static RunRequest? GoOn(Call call, StopRequests stop, LedgerReader reader, RunRecord run,
        IReadOnlyList<PlanFile>? files, DateTimeOffset? confirmed = null)
    {
        var (gate, grace, failFast) =
            (call.Concurrency(RunVerb.MaxConcurrency), call.Duration(RunVerb.Grace), call.Flag(RunVerb.FailFast));
        var kept = new KeptOptions(run.Number, reader.Options(run.Number));
        if (Compiled(call, run, kept, files) is not { } batch)
        {
            return null;
        }

        RefuseAnother(run, batch);
        // Looked for first: a run that begins from here on is one that nobody was asked about.
        var newest = reader.Runs(run.Batch, run.Environment, 1)[0].Number;
        var request = CallSelection.OfRun(call, batch, RunVerb.Request(call, batch, stop)) with
        {
            MaxConcurrency = gate.Value,
            FailFast = failFast.Value,
            Grace = grace.Value ?? RunVerb.DefaultGrace,
            FullRefresh = kept.IsFullRefresh,
            AllowsProcesses = Allowances.Has(call, Allowances.Process),
            AllowsPlugins = Allowances.Has(call, Allowances.Plugins),
            AllowsSqlText = Allowances.Has(call, Allowances.Statements),
            Options = [.. kept.Options, .. Said(call), .. RunOptions.Of(call, gate, grace, failFast)
                .Where(option => !KeptOptions.IsKept(option.Name))],
        };
        var continued = request with
        {
            Continues = new ContinueRequest
            {
                Run = run.Number,
                Newest = newest,
                RunsDone = call.Flag(Rerun).Value,
                Decided = continuation => Decided(call, request, continuation),
            },
        };
        RunToContinue.Confirm(call, reader, run, continued, confirmed);
        Difference(call, reader, run, batch.Document);
        foreach (var line in kept.Differing(batch.Solution))
        {
            call.Say(line);
        }

        return continued;
    }

    /// <summary>The text that a run was given.</summary>
    /// <exception cref="UsageException">It was not kept.</exception>
    public static IReadOnlyList<PlanFile> FilesOf(LedgerReader reader, RunRecord run) =>
        reader.PlanFiles(run.Number) is { Count: > 0 } files ? files
            : throw new UsageException($"the metadata of run {run.Number} was not kept: an earlier version ran it",
                "leave --same-plan out, or check out the commit that it ran");

    private static CompiledBatch? Compiled(
        Call call, RunRecord run, KeptOptions kept, IReadOnlyList<PlanFile>? files) => files is null
            ? CallSolution.Batch(call, run.Batch, kept.Over)
            : SolutionInLedger.Batch(call, files, run.Batch, kept.Over);

    private static void RefuseAnother(RunRecord run, CompiledBatch batch)
    {
        if (run.Solution != batch.Solution.Name)
        {
            throw new UsageException(
                $"run {run.Number} is of the solution '{run.Solution}', and this one is '{batch.Solution.Name}'",
                "name the folder of the other one with -C");
        }
    }

    private static void Difference(Call call, LedgerReader reader, RunRecord run, PlanContent today)
    {
        PlanDiff diff;
        try
        {
            diff = PlanDiff.Compare(PlanJson.Read(reader.PlanJson(run.PlanHash) ?? ""), today);
        }
        catch (FormatException refused)
        {
            throw new UsageException(refused.Message);
        }

        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Event(DiffScreen.Event(run.Batch, $"run {run.Number}", diff)));
        }
        else if (!diff.IsEmpty && !call.IsQuiet)
        {
            call.Messages.Write(DiffScreen.Lines(run.Batch, $"run {run.Number}", diff));
        }
    }

    // Before the run has a number: what is refused here leaves nothing behind.
    private static void Decided(Call call, RunRequest request, Continuation continuation)
    {
        Allowances.Refuse(request with { Selected = continuation.ToRun });
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Event(RetryScreen.Event(continuation)));
        }
        else if (!call.IsQuiet && continuation.ToRun.Count > 0)
        {
            call.Messages.Write(RetryScreen.Lines(continuation));
        }
    }

    private static IEnumerable<RunOption> Said(Call call)
    {
        foreach (var option in new[] { Rerun, SamePlan })
        {
            if (call.Flag(option) is { Value: true, From: var from })
            {
                yield return new RunOption(
                    option.Name[2..], "true", from.StartsWith("--", StringComparison.Ordinal) ? "flag" : from);
            }
        }
    }
}

using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Run;
using Orchestrator.Cli.Solutions;
using Orchestrator.Core;
using Orchestrator.Lab.Calibrate.Concurrency;
using Orchestrator.Ledger;
using Orchestrator.Runner;

namespace Orchestrator.Cli.Lab;

/// <summary>`calibrate concurrency --batch B`: the gate at which a batch is done soonest, by runs of it.</summary>
internal static class CalibrateConcurrency
{
    private const int GateMax = 1_024;
    private const int RoundsMax = 100;
    private static readonly TimeSpan TimeMax = TimeSpan.FromMinutes(30);

    public static int Run(Call call) => RunVerb.Listening(call, stop => Run(call, stop));

    private static int Run(Call call, StopRequests stop)
    {
        if (CallSolution.Batch(call, call.Text(CalibrateVerb.Batch).Value) is not { } batch)
        {
            return ExitCode.Usage;
        }

        var request = RunVerb.Request(call, batch, stop) with
        {
            AllowsProcesses = Allowances.Has(call, Allowances.Process),
            AllowsPlugins = Allowances.Has(call, Allowances.Plugins),
            AllowsSqlText = Allowances.Has(call, Allowances.Statements),
        };
        var terms = TermsOf(call, request);
        var processors = ProcessorProbe.Now(call.Host.Variable);
        foreach (var warning in processors.Warnings)
        {
            call.Warn(warning);
        }

        return call.Flag(CalibrateVerb.Recorded).Value ? Recorded(call, batch, terms, processors)
            : Measured(call, batch, request, terms, processors);
    }

    private static GateTerms TermsOf(Call call, RunRequest request)
    {
        var automatic = request.Processors + 2;
        var packages = CalibratedBatch.Objects(request.Plan).Count();
        return new GateTerms
        {
            Automatic = automatic,
            Most = (int)CalibrateVerb.Number(
                call, CalibrateVerb.GateMost, Math.Max(automatic, Math.Min(packages, 4 * automatic)), GateMax),
            Rounds = (int)CalibrateVerb.Number(call, CalibrateVerb.Rounds, 3, RoundsMax),
            TimeMax = CalibrateVerb.Time(call, CalibrateVerb.TimeMax, TimeMax),
        };
    }

    private static int Recorded(Call call, CompiledBatch batch, GateTerms terms, ProcessorFacts processors)
    {
        using var reader = CallLedger.Open(call);
        if (reader is null)
        {
            throw new UsageException("nothing has run yet: there are no runs to learn from",
                "leave out --recorded, which then runs the batch, or run it with several --max-concurrency");
        }

        var named = FileOf(call, batch);
        var packages = CalibratedBatch.Objects(batch.Plan).Select(one => one.FullName);
        var (result, leftOut) = RecordedGates.Of(
            reader, batch.Plan.Batch, batch.Plan.Environment, packages, terms);
        return Show(call, named, new GateScreen(batch.Plan.Batch, result, processors)
        {
            IsRecorded = true,
            LeftOut = leftOut,
            Began = call.Host.Time.GetUtcNow(),
        });
    }

    private static int Measured(
        Call call, CompiledBatch batch, RunRequest request, GateTerms terms, ProcessorFacts processors)
    {
        CalibratedBatch.Refuse(call, request);
        foreach (var warning in CalibratedBatch.Warnings(request))
        {
            call.Warn(warning);
        }

        if (call.Flag(Consent.DryRun).Value && call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Document(GateScreen.Dry(batch.Plan.Batch, terms)));
            return ExitCode.Done;
        }

        if (!Consent.Given(call, batch.Solution, GateScreen.What(batch.Plan.Batch, terms)))
        {
            return ExitCode.Done;
        }

        // Before all runs and not behind them: a name that cannot be written would cost what they found.
        var named = FileOf(call, batch);
        var began = call.Host.Time.GetUtcNow();
        var isFailed = false;
        var result = GateSearch.Find(terms, call.Host.Time, gate => Try(call, request, gate, ref isFailed));
        var code = Show(call, named, new GateScreen(batch.Plan.Batch, result, processors) { Began = began });
        return isFailed ? ExitCode.Failed : code;
    }

    private static string FileOf(Call call, CompiledBatch batch) =>
        CalibrationFile.Of(call, $"concurrency-{batch.Plan.Batch}");

    /// <summary>One run as any other, but that nobody is shown its packages.</summary>
    private static GateTrial? Try(Call call, RunRequest request, int gate, ref bool isFailed)
    {
        if (request.Stop.Count > 0)
        {
            return null;
        }

        var outcome = RunHost.Run(request with
        {
            MaxConcurrency = gate,
            Options = [new RunOption("max-concurrency", $"{gate}", "calibrate")],
            Command = verb => NextCommands.FromAnywhere(call, verb),
        });
        var summary = (outcome as RunEnded)?.Summary;
        if (summary is { Verdict: RunVerdict.Succeeded or RunVerdict.SucceededWithWarnings } ended)
        {
            call.Say($"gate {gate}: {Words.Duration(ended.Wall)} (run {ended.Header.Run})");
            return new GateTrial(gate, ended.Wall, ended.Header.Run);
        }

        if (request.Stop.Count == 0)
        {
            isFailed = true;
            var next = NextCommands.Line(call, summary is null ? "status" : $"status {summary.Header.Run}");
            var why = outcome is RunRefused refused ? $", as another is at work ({refused.Holder})" : "";
            call.Messages.Write(
                new Line("failed", Ink.Bad).Add($": a run at gate {gate} did not succeed{why}; see {next}"));
        }

        return null;
    }

    private static int Show(Call call, string named, GateScreen screen)
    {
        var file = CalibrationFile.Written(call, named, screen.Figures());
        call.Write(() => screen.Document(file), () => screen.Lines(file));
        return file is null ? ExitCode.Failed : ExitCode.Done;
    }
}

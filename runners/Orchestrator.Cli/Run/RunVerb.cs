using System.CommandLine;
using System.Globalization;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Ledger;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Run.Progress;
using Orchestrator.Cli.Solutions;
using Orchestrator.Core;
using Orchestrator.Core.Leases;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Load.Target;
using Orchestrator.Runner;
using Orchestrator.Runner.Replay;
using Orchestrator.Runner.Retry;
using Orchestrator.Telemetry;
using Orchestrator.Telemetry.Lineage;

namespace Orchestrator.Cli.Run;

/// <summary>`run [BATCH]`.</summary>
internal static class RunVerb
{
    private static readonly Argument<string?> Batch = Completions.Batch();

    public static Option<bool> FailFast { get; } = CommonOptions.Flag(
        "--fail-fast", "After a failure start nothing more; what is at work goes on", "-x");

    public static Option<string> MaxConcurrency { get; } = CommonOptions.Text(
        "--max-concurrency", "N", "Packages at work at once; -1 = processors + 2");

    public static Option<string> Grace { get; } = CommonOptions.Text(
        "--grace", "TIME", "How long packages may take to stop after Ctrl-C [default: 60s]");

    public static Option<bool> FullRefresh { get; } = CommonOptions.Flag(
        "--full-refresh", "Load packages with a watermark anew, from the beginning");

    public static Option<string> Allow { get; } = CommonOptions.Text(
        "--allow", "WHAT",
        "What packages may do beyond reading and writing data: process, for command sources and kind process; plugins, "
            + "for kinds dataflow and script; sql-text, for sqlFrom; or several: process,plugins");

    public static readonly TimeSpan DefaultGrace = TimeSpan.FromSeconds(60);

    private const string LeaseOfTests = "ORCHESTRATOR_TEST_LEASE";

    public static Verb Create() => new("run", "Run a batch", Run)
    {
        Takes = [Batch, .. CallSelection.All, FailFast, MaxConcurrency, Grace,
            CallVariables.Var, CallVariables.AsOf, FullRefresh, Allow, LogFormat.Option, Consent.Yes],
        Examples =
        [
            "run", "run Nightly --environment prod", "run -s tag:core+ --exclude Staging/gl_entry",
            "run --as-of 2026-01-31 --var Tenant=A",
        ],
    };

    private static int Run(Call call) => Listening(call, stop => Run(call, stop));

    /// <summary>Does something that signals can stop.</summary>
    public static int Listening(Call call, Func<StopRequests, int> work)
    {
        // Signals first: a Ctrl-C while the metadata is read counts as well.
        var stop = new StopRequests();
        int code;
        using (new Signals(stop))
        using (call.Host.Stop.Register(() => stop.Request("SIGINT", ExitCode.Interrupted)))
        {
            code = work(stop);
        }

        // Nobody listens any more: whatever was heard until here is told.
        return code == ExitCode.Done && stop.ExitCode != 0 ? stop.ExitCode : code;
    }

    // Only other verbs have the option, but whoever sets the variable wants nothing to be done.
    public static void RefuseDryRun(Call call)
    {
        if (call.Flag(Consent.DryRun) is { Value: true, From: var from })
        {
            throw new UsageException($"{from} is set, and a run has no dry run",
                "`orchestrator plan` shows what it would do; unset the variable to run");
        }
    }

    private static int Run(Call call, StopRequests stop)
    {
        RefuseDryRun(call);
        var request = Request(call, stop);
        if (request is null)
        {
            return ExitCode.Usage;
        }

        if (request.Selected is { Count: 0 })
        {
            return ExitCode.Done;
        }

        return Carry(call, request);
    }

    /// <summary>Runs what was asked for, with progress and summary.</summary>
    public static int Carry(Call call, RunRequest request)
    {
        try
        {
            RunOutcome outcome;
            using (var telemetry = RunTelemetry.Begin(call.Host.Variable, text => call.Say(text)))
            using (var lineage = RunLineage.Begin(
                call.Host.Variable, request.Solution, call.Host.Folder, call.Host.Time, text => call.Say(text)))
            using (var report = Reports.For(call))
            {
                outcome = RunHost.Run(request with
                {
                    Observer = report.Tell + (telemetry is null ? null : (Action<RunNotice>)telemetry.Tell)
                        + (lineage is null ? null : (Action<RunNotice>)lineage.Tell),
                    Logged = telemetry is null ? null : telemetry.Log,
                    Command = verb => NextCommands.FromAnywhere(call, verb),
                    LedgerMigrated = (version, copy) => call.Say(LedgerScreen.Migrated(version, copy)),
                    Awaited = what => call.Say($"waiting: {what}"),
                    LedgerAwaited = what => call.Say(what),
                });
            }

            var code = outcome switch
            {
                RunEnded ended => Ended(call, ended.Summary),
                RunLost lost => Lost(call, lost, ReplayPlan.PackageOf(request.Plan)),
                RunNotBegun notBegun => NotBegun(call, notBegun),
                RunImpossible impossible => Impossible(call, impossible),
                RunNotNeeded notNeeded => NotNeeded(call, notNeeded.Continuation, notNeeded.Warnings),
                RunNotContinued refused => NotContinued(call, refused),
                _ => Refused(call, (RunRefused)outcome),
            };
            // A signal that came while the run was summed up was heard as well.
            return request.Stop.ExitCode != 0 && code != ExitCode.OwnBug ? request.Stop.ExitCode : code;
        }
        catch (LedgerException failure)
        {
            call.Messages.Write(new Line(failure.Code, Ink.Bad).Add($": {failure.Message}"));
            return LedgerFault.CodeOf(failure);
        }
    }

    private static RunRequest? Request(Call call, StopRequests stop)
    {
        var (gate, grace, failFast) = (call.Concurrency(MaxConcurrency), call.Duration(Grace), call.Flag(FailFast));
        if (CallSolution.Batch(call, call.Argument(Batch)) is not { } batch)
        {
            return null;
        }

        var request = CallSelection.OfRun(call, batch, Request(call, batch, stop)) with
        {
            MaxConcurrency = gate.Value,
            FailFast = failFast.Value,
            Grace = grace.Value ?? DefaultGrace,
            FullRefresh = call.Flag(FullRefresh).Value,
            AllowsProcesses = Allowances.Has(call, Allowances.Process),
            AllowsPlugins = Allowances.Has(call, Allowances.Plugins),
            AllowsSqlText = Allowances.Has(call, Allowances.Statements),
        };
        Allowances.Refuse(request);
        ConfirmRefresh(call, request);
        return request with { Options = [.. RunOptions.Of(call, gate, grace, failFast)] };
    }

    // Append then removes the rows that are there: what the source has dropped since is gone.
    private static void ConfirmRefresh(Call call, RunRequest request)
    {
        var emptied = request.Plan.Nodes
            .Where(node => request.Selected?.Contains(node.Index) ?? true)
            .Select(node => node.Payload).OfType<ObjectDefinition>()
            .Where(one => AppendAgain.ReadsWhatIsNew(one, request.Solution)).ToList();
        var names = string.Join(", ", emptied.Take(5).Select(one => one.FullName));
        if (request.FullRefresh && emptied.Count > 0 && !Consent.Given(call, request.Solution,
            $"the rows of {Words.Count(emptied.Count, "table")} are replaced by what the source has today: {names}"))
        {
            throw new UsageException("nothing was run");
        }
    }

    /// <summary>A whole batch with nothing but defaults.</summary>
    public static RunRequest Request(Call call, CompiledBatch batch, StopRequests stop) => new()
    {
        Solution = batch.Solution,
        Plan = batch.Plan,
        Document = batch.Document,
        Kinds = Kinds.All,
        Ledger = CallLedger.Location(call),
        Grace = DefaultGrace,
        Lease = LeaseOf(call),
        LogsAsJson = LogFormat.IsJson(call),
        Secrets = call.Host.Secrets,
        Variables = call.Host.Variable,
        Stop = stop,
        Time = call.Host.Time,
    };

    private static LeaseTerms LeaseOf(Call call) =>
        double.TryParse(call.Host.Variable(LeaseOfTests), CultureInfo.InvariantCulture, out var seconds) && seconds > 0
            ? new LeaseTerms(TimeSpan.FromSeconds(seconds))
            : LeaseTerms.Default;

    private static int Ended(Call call, RunSummary summary)
    {
        call.NoteWarnings(summary.Verdict == RunVerdict.SucceededWithWarnings || summary.Warnings.Count > 0);
        if (!call.IsJson)
        {
            call.Results.Write(SummaryScreen.Lines(summary, NextCommands.Line(call, summary.NextCommand)));
        }

        // Those of packages stand beside them; these are nobody's.
        foreach (var warning in summary.Warnings.Where(each => each.Package.Length == 0))
        {
            call.Messages.Write(new Line("warning", Ink.Warn).Add($": {NextCommands.InHint(call, warning.Text)}"));
        }

        if (summary.ExitCode == ExitCode.OwnBug)
        {
            var log = Path.Combine(summary.Header.Folder, "run.log");
            call.Messages.Write(new Line("a mistake of its own", Ink.Bad).Add($": the details are in {log}; please "
                + "report them"));
        }

        return summary.ExitCode;
    }

    private static int Lost(Call call, RunLost lost, string? replayed)
    {
        var lines = QuotedText.Lines(lost.Message).ToList();
        call.Messages.Write(new Line(lost.Code, Ink.Bad).Add($": {lines[0]}"));
        call.Messages.Write(
            lines.Skip(1).Concat(lost.Left.SelectMany(QuotedText.Lines)).Select(line => (Line)line));
        call.Messages.Write($"run {lost.Header.Run} stopped; the next run finds what it left open");
        call.Messages.Write($"next: {NextCommands.Line(call, replayed is null
            ? $"retry {lost.Header.Run}" : ReplayPlan.Again(replayed))}");
        return lost.Code == LedgerCodes.LockLost ? ExitCode.HeldByAnother : ExitCode.Failed;
    }

    private static int NotBegun(Call call, RunNotBegun notBegun)
    {
        call.Say($"stopped before the run began: another process still has the ledger {notBegun.Ledger} locked");
        return ExitCode.Failed;
    }

    private static int Impossible(Call call, RunImpossible impossible)
    {
        call.Messages.Write(new Line(impossible.Code, Ink.Bad).Add($": {impossible.Message}"));
        if (impossible.Code == RunCodes.UnsetValue)
        {
            call.Messages.Write("nothing was run");
            return ExitCode.Usage;
        }

        call.Messages.Write("nothing was run; let this user write there or make room, then call it again");
        return ExitCode.Unreachable;
    }

    private static int NotNeeded(Call call, Continuation how, IReadOnlyList<string> warnings)
    {
        foreach (var text in how.PutBack)
        {
            call.Say(NextCommands.InHint(call, text)!);
        }

        foreach (var text in warnings)
        {
            call.Warn(NextCommands.InHint(call, text)!);
        }

        if (!call.IsJson)
        {
            call.Results.Write(RetryScreen.Nothing(how));
        }

        return ExitCode.Done;
    }

    private static int NotContinued(Call call, RunNotContinued refused)
    {
        call.Messages.Write(new Line("refused", Ink.Bad).Add($": {NextCommands.InHint(call, refused.Message)}"));
        return refused.IsHeld ? ExitCode.HeldByAnother : ExitCode.Usage;
    }

    private static int Refused(Call call, RunRefused refused)
    {
        call.Messages.Write(new Line("refused", Ink.Bad)
            .Add($": another run of this batch is at work ({refused.Holder})"));
        call.Messages.Write($"see:  {NextCommands.Line(call, "status")}");
        return ExitCode.HeldByAnother;
    }
}

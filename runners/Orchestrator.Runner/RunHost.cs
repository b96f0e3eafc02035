using System.Reflection;
using Orchestrator.Core.Machine;
using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Leases;
using Orchestrator.Runner.Artifacts;
using Orchestrator.Runner.Composition;
using Orchestrator.Runner.Retry;
using Orchestrator.Runner.Text;

namespace Orchestrator.Runner;

/// <summary>The shell around the run machine: runs a plan from its lock to its artifacts.</summary>
public static class RunHost
{
    /// <summary>
    /// Runs the plan on the calling thread, which becomes the run's owner loop, and returns when all packages have
    /// ended (or were abandoned) and the artifacts are complete. Failures at work are in the summary.
    /// </summary>
    /// <exception cref="LedgerException">The ledger cannot be opened or written before any work: exit code 4.
    /// </exception>
    public static RunOutcome Run(RunRequest request)
    {
        var location = request.Ledger ?? LedgerLocation.OfSolution(request.Solution.Folder);
        var placeholders = new PlaceholderResolver(request.Secrets, request.Variables);
        placeholders.RememberThoseNamedIn(request.Solution.Files.Select(source => source.Text));
        // Never disposed: a signal may come at any time.
        var stopped = new CancellationTokenSource();
        request.Stop.Listen(_ => stopped.Cancel());
        LeaseKeeper? keeper = null;
        void Tell(LedgerHold hold) => request.LedgerAwaited?.Invoke(
            hold.EndedBy(keeper?.LeftToEnd, request.Time.GetUtcNow()).Says(location.Name));
        var patience = new LedgerPatience
        {
            Told = Tell,
            Cancellation = stopped.Token,
            Migrated = request.LedgerMigrated,
            Lease = request.Lease,
            Lost = request.Lease.StopAfter,
        };
        try
        {
            using var held = RunLock.Acquire(location, request.Plan.Batch, request.Plan.Environment);
            CrashPoint.Pass("run.locked");
            var artifacts = new RunArtifacts(
                request.Solution.Folder, location, new OutsideText(request.Secrets));
            if (artifacts.Refusal() is { } why)
            {
                return new RunImpossible(RunCodes.NoArtifacts,
                    $"The artifacts of a run go to {artifacts.Folder}, and nothing can be written there: {why}");
            }

            using var ledger = LedgerWriter.Open(location, request.Time, patience with { Held = held });
            using var lease = LeaseKeeper.Begin(location, held, ledger);
            keeper = lease;
            var continued = request.Continues is null
                ? null : new Continuing(request, location, placeholders).Prepare(ledger, held, stopped.Token);
            if (continued?.Continuation is { ToRun.Count: 0 } all)
            {
                var said = new NothingToRun(request, location, placeholders, Tell).Finish(continued.Dead);
                return new RunNotNeeded(all with { PutBack = [.. all.PutBack, .. said] }, continued.Warnings);
            }

            if (UnsetValues.Refusal(request, continued) is { } unset)
            {
                return new RunImpossible(RunCodes.UnsetValue, unset);
            }

            var basis = new RunBasis(
                continued?.Of(request) ?? request, location, held, ledger, lease, placeholders, continued);
            using var parts = new RunComposition(basis).Begin(stopped.Token);
            return new RunSession(parts).Run();
        }
        catch (RetryRefusedException refused)
        {
            return new RunNotContinued(refused.Message, refused.IsHeld);
        }
        catch (LedgerException refused) when (refused.Code == LedgerCodes.HeldByAnotherRun)
        {
            return new RunRefused(refused.Message);
        }
        catch (OperationCanceledException) when (stopped.IsCancellationRequested)
        {
            return new RunNotBegun(location.Name);
        }
    }

    public static string Version { get; } = typeof(RunHost).Assembly
        .GetCustomAttribute<AssemblyInformationalVersionAttribute>()!.InformationalVersion;

    /// <summary>The gate of a run in slots, and why it is that.</summary>
    public static (int Slots, string Why) GateOf(RunRequest request)
    {
        var written = request.MaxConcurrency ?? request.Plan.MaxConcurrency;
        var slots = Gate.Slots(written, request.Processors);
        var who = request.MaxConcurrency is null ? "the plan's maxConcurrency" : "--max-concurrency";
        return (slots, written < 0 ? $"{who} -1 = {request.Processors} processors + 2" : $"{who} {written}");
    }
}

using System.CommandLine;
using System.Globalization;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Rejects;
using Orchestrator.Cli.Solutions;
using Orchestrator.Ledger;
using Orchestrator.Ledger.Purging;
using Orchestrator.Metadata.Model;
using Orchestrator.Runner.Artifacts;

namespace Orchestrator.Cli.Ledger;

/// <summary>
/// `purge`: removes runs from the ledger, and rejected rows from error tables, that are older than `settings.retention`
/// keeps them.
/// </summary>
internal static class PurgeVerb
{
    private static readonly Option<string> OlderThan = CommonOptions.Text("--older-than", "TIME",
        "A time as 90d or 36h, or a date as 2026-01-31 [default: settings.retention]");

    public static Verb Create() => new(
        "purge", "Remove old runs from the ledger, with their folders, and old rejected rows", Run)
    {
        Takes = [OlderThan, Consent.Yes, Consent.DryRun],
        Examples = ["purge --dry-run", "purge --yes", "purge --older-than 90d"],
    };

    private static int Run(Call call)
    {
        if (CallSolution.Solution(call) is not { } solution)
        {
            return ExitCode.Usage;
        }

        var limits = Limits(call, solution);
        var location = CallLedger.Location(call);
        RefuseOtherSolutions(call, solution);
        var work = LedgerPurge.Look(location, call.Host.Time, limits) ?? new PurgeWork([], []);
        // Looked up first, because what the ledger says of their age may be purged.
        var rejects = new CallOldRejects(call, solution, location, limits.Rejects);
        var rows = rejects.Count();
        var isNothing = work.Runs.Count + work.Events.Count + rows.Count == 0 && work.Service.IsEmpty;
        var gone = isNothing ? []
            : Consent.Given(call, solution, PurgeScreen.What(work, rows, location))
                ? Done(call, solution, location, work, rejects) : null;
        call.Write(
            () => PurgeScreen.Document(location, limits, work, rows, gone),
            () => isNothing ? [PurgeScreen.Nothing(limits)]
                : gone is null ? [] : [PurgeScreen.Done(work, rows, gone.Count)]);
        return ExitCode.Done;
    }

    private static IReadOnlyList<long> Done(
        Call call, Solution solution, LedgerLocation location, PurgeWork work, CallOldRejects rejects)
    {
        try
        {
            rejects.Remove();
            return LedgerPurge.Do(location, call.Host.Time, work, run => Remove(call, solution, location, run),
                call.Host.Stop);
        }
        catch (OperationCanceledException)
        {
            throw new UsageException("stopped before all was removed", "`purge` again goes on where this one ended");
        }
    }

    // Of this machine's folder alone: a ledger on a server may be that of several.
    private static void Remove(Call call, Solution solution, LedgerLocation location, long run)
    {
        var folder = RunFolders.Of(solution.Folder, location, run);
        try
        {
            if (Directory.Exists(folder))
            {
                Directory.Delete(folder, recursive: true);
            }
        }
        catch (Exception refused) when (refused is IOException or UnauthorizedAccessException)
        {
            call.Warn($"the folder {folder} of run {run} stays: {refused.Message}");
        }
    }

    private static void RefuseOtherSolutions(Call call, Solution solution)
    {
        using var reader = CallLedger.Open(call);
        reader?.RefuseOtherSolutions(solution.Environment, solution.Name);
    }

    private static PurgeLimits Limits(Call call, Solution solution)
    {
        var now = call.Host.Time.GetUtcNow();
        var runs = Moment(call, now) ?? now - solution.Retention.Runs;
        var events = now - solution.Retention.Events;
        var rejects = now - solution.Retention.Rejects;
        return new PurgeLimits(solution.Environment, runs, events > runs ? events : runs)
        {
            Rejects = rejects > runs ? rejects : runs,
        };
    }

    private static DateTimeOffset? Moment(Call call, DateTimeOffset now)
    {
        var (text, from) = call.Text(OlderThan);
        if (text is null)
        {
            return null;
        }

        if (DateTimeOffset.TryParseExact(text, "yyyy-MM-dd", CultureInfo.InvariantCulture,
            DateTimeStyles.AssumeUniversal, out var date))
        {
            return date <= now ? date : throw new UsageException($"expected {from} to be in the past, got: '{text}'");
        }

        return TimeAmount.Parse(text) is { } age ? now - age
            : throw new UsageException(
                $"expected {from} to be a time like 90d or 36h, or a date like 2026-01-31, got: '{text}'");
    }
}

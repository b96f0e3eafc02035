using Orchestrator.Cli.Grammar;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Ledger;

/// <summary>`ledger restore FILE`: a backup in the place of all that the ledger holds.</summary>
internal static class LedgerRestore
{
    public static int Do(Call call, string file)
    {
        var location = CallLedger.Location(call);
        RefuseNoBackup(call, file);
        var solution = CallLedger.Connections(call);
        var (runs, newest) = LedgerBackup.Look(file, call.Host.Time, backup =>
        {
            RefuseOtherSolutions(file, backup, solution);
            return (backup.Count, backup.Runs(limit: 1) is [var last] ? last : null);
        });
        var damage = DamagedLedger.WhyOf(location, call.Host.Time);
        var there = damage is null ? LedgerStatus.Of(location, call.Host.Time)?.Runs ?? 0 : 0;
        var last = newest is null ? "" : $", the newest run {newest.Number} of {Words.Moment(newest.Started)}";
        var what = damage is null
            ? $"{Words.Count(there, "run")} in the ledger {location.Name} {(there == 1 ? "is" : "are")} replaced by "
                + $"{runs} of {file}{last}"
            : $"the ledger {location.Name} is damaged ({damage.TrimEnd('.')}): it is moved aside, and "
                + $"{Words.Count(runs, "run")} of {file} {(runs == 1 ? "takes" : "take")} its place{last}";
        var isDone = Consent.Given(call, solution, what);
        var aside = isDone ? Put(call, location, file, isDamaged: damage is not null) : null;
        if (isDone)
        {
            call.Say(what);
            RestoredTargets.TakeOver(call);
        }

        call.Write(() => LedgerScreen.Restored(location, file, (there, runs), isDone, damage, aside), () => []);
        return ExitCode.Done;
    }

    /// <summary>Where the damaged file is now; null where there was none.</summary>
    private static string? Put(Call call, LedgerLocation location, string file, bool isDamaged)
    {
        var patience = new LedgerPatience
        {
            Told = hold => call.Say(hold.Says(location.Name)),
        };
        if (!isDamaged)
        {
            LedgerBackup.Restore(location, file, call.Host.Time, patience);
            return null;
        }

        var aside = DamagedLedger.Replace(location, call.Host.Time,
            made => LedgerBackup.Restore(made, file, call.Host.Time, patience));
        call.Say($"the damaged ledger is kept as {aside}");
        return aside;
    }

    private static void RefuseNoBackup(Call call, string file)
    {
        var why = EntryKind.NotAFile(file) is { } other ? $"is {other}, and no backup of a ledger"
            : File.Exists(file) && DamagedLedger.WhyOf(new LedgerLocation(file), call.Host.Time) is { } damage
            ? $"is no backup of a ledger: {damage.TrimEnd('.')}"
            : null;
        if (why is not null)
        {
            throw new LedgerException(LedgerCodes.Backup,
                $"'{file}' {why}. Name a file that `orchestrator ledger backup` has made.");
        }
    }

    // Its own runs would be gone, and the next one be refused. A folder without a solution says nothing of its own.
    private static void RefuseOtherSolutions(string file, LedgerReader backup, Solution solution)
    {
        if (solution.Name.Length > 0 && backup.OtherSolution(solution.Environment, solution.Name) is { } other)
        {
            throw new LedgerException(LedgerCodes.OfAnotherSolution,
                $"'{file}' holds runs of the solution '{other}' in the environment '{solution.Environment}', and the "
                + $"ledger here is that of '{solution.Name}'. Name a backup of its own, or the folder of '{other}' "
                + "with -C.");
        }
    }
}

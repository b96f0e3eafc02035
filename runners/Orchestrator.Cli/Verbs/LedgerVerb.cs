using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Cli.Output;
using Orchestrator.Cli.Screens;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Loading;
using Orchestrator.Metadata.Model;

namespace Orchestrator.Cli.Verbs;

/// <summary>`ledger status|backup|restore|migrate`.</summary>
internal static class LedgerVerb
{
    private static readonly string[] Actions = ["status", "backup", "restore", "migrate"];

    private static readonly Argument<string> Action = Verb.Required("ACTION", "status, backup, restore or migrate");

    private static readonly Argument<string?> File =
        Verb.Optional("FILE", "backup: a new file; restore: a file that backup has made");

    public static Verb Create()
    {
        Action.CompletionSources.Add(Actions);
        return new Verb("ledger", "Look at the ledger, copy it, put a copy back, bring it up to date", Run)
        {
            Takes = [Action, File, Consent.Yes, Consent.DryRun],
            Examples =
            [
                "ledger status", "ledger backup /backups/ledger.db", "ledger restore /backups/ledger.db",
                "ledger migrate --ledger Ledger",
            ],
        };
    }

    private static int Run(Call call)
    {
        var action = call.RequiredArgument(Action);
        RefuseIdle(call, action);
        return (action, call.Folder(File)) switch
        {
            ("status", null) => Status(call),
            ("backup", { } file) => Backup(call, file),
            ("restore", { } file) => Restore(call, file),
            ("migrate", null) => Migrate(call),
            (var known, _) when Actions.Contains(known) => throw new UsageException(
                "expected `ledger status`, `ledger backup FILE`, `ledger restore FILE` or `ledger migrate`"),
            (var other, _) => throw new UsageException(
                $"expected {string.Join(", ", Actions)}, got: '{other}'",
                Nearest.To(other, Actions) is { } near ? $"did you mean '{near}'?" : null),
        };
    }

    private static void RefuseIdle(Call call, string action)
    {
        if (action == "status")
        {
            Consent.RefuseIdle(call, "ledger status", "changes nothing anyway", Consent.Yes, Consent.DryRun);
        }
        else if (action is "backup" or "migrate")
        {
            Consent.RefuseIdle(call, $"ledger {action}", "destroys nothing and does not ask", Consent.Yes);
        }
    }

    private static int Status(Call call)
    {
        var location = LedgerAtHand.Location(call);
        var status = LedgerStatus.Of(location, call.Host.Time);
        if (status is null)
        {
            if (call.LedgerName is not null)
            {
                throw LedgerAtHand.Missing(location.Name);
            }

            call.Say($"nothing has run yet: there is no ledger {location.Name}");
        }

        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Document(LedgerScreen.Document(status)));
        }
        else if (status is not null)
        {
            call.Results.Write(LedgerScreen.Lines(status));
        }

        return ExitCode.Done;
    }

    private static int Backup(Call call, string file)
    {
        var location = LedgerAtHand.Location(call);
        var there = LedgerStatus.VersionOf(location, call.Host.Time);
        if (there == 0)
        {
            throw LedgerAtHand.Missing(location.Name);
        }

        if (call.Flag(Consent.DryRun).Value)
        {
            Tell(call, LedgerScreen.Copied(location, file, null, there),
                $"would copy the ledger {location.Name} to {file}");
            return ExitCode.Done;
        }

        var who = RunOrigin.OfThisProcess().User;
        var (runs, version) = LedgerBackup.Make(location, file, who, call.Host.Time);
        Tell(call, LedgerScreen.Copied(location, file, runs, version), null);
        call.Say($"copied {Words.Count(runs, "run")} to {file}");
        if (version < LedgerStatus.KnownVersion)
        {
            call.Say($"the ledger is of version {version} and was copied as it is: "
                + $"{NextCommands.Line(call, "ledger migrate")} brings it to {LedgerStatus.KnownVersion}");
        }

        return ExitCode.Done;
    }

    private static int Restore(Call call, string file)
    {
        var location = LedgerAtHand.Location(call);
        if (EntryKind.NotAFile(file) is { } other)
        {
            throw new LedgerException(LedgerCodes.Backup, $"'{file}' is {other}, and no backup of a ledger. "
                + "Name a file that `orchestrator ledger backup` has made.");
        }

        var solution = LedgerAtHand.Connections(call);
        var (runs, newest) = LedgerBackup.Look(file, call.Host.Time, backup =>
        {
            RefuseOtherSolutions(file, backup, solution);
            return (backup.Count, backup.Runs(limit: 1) is [var last] ? last : null);
        });
        var there = LedgerStatus.Of(location, call.Host.Time)?.Runs ?? 0;
        var last = newest is null ? "" : $", the newest run {newest.Number} of {Words.Moment(newest.Started)}";
        var what = $"{Words.Count(there, "run")} in the ledger {location.Name} {(there == 1 ? "is" : "are")} replaced "
            + $"by {runs} of {file}{last}";
        var isDone = Consent.Given(call, solution, what);
        if (isDone)
        {
            LedgerBackup.Restore(location, file, call.Host.Time, new LedgerPatience
            {
                Told = () => call.Say($"waiting for the ledger {location.Name}: another process has it locked"),
            });
            call.Say(what);
            RestoredTargets.TakeOver(call);
        }

        Tell(call, LedgerScreen.Restored(location, file, there, runs, isDone), null);
        return ExitCode.Done;
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

    private static int Migrate(Call call)
    {
        var location = LedgerAtHand.Location(call);
        var version = LedgerStatus.VersionOf(location, call.Host.Time);
        if (version == 0)
        {
            throw LedgerAtHand.Missing(location.Name);
        }

        if (call.Flag(Consent.DryRun).Value)
        {
            Tell(call, LedgerScreen.Moved(location, version, null, isDry: true), version == LedgerStatus.KnownVersion
                ? "would do nothing: the ledger is up to date"
                : $"would bring the ledger from version {version} to {LedgerStatus.KnownVersion}");
            return ExitCode.Done;
        }

        var migrated = LedgerStatus.Migrate(location, call.Host.Time);
        var before = migrated?.From ?? LedgerStatus.KnownVersion;
        Tell(call, LedgerScreen.Moved(location, before, migrated?.Copy, isDry: false), null);
        call.Say(migrated is var (from, copy) ? LedgerScreen.Migrated(from, copy) : "the ledger is up to date");
        return ExitCode.Done;
    }

    /// <summary>The one document of an action, or its result as text where it has one.</summary>
    private static void Tell(Call call, object document, string? text)
    {
        if (call.IsJson)
        {
            call.Host.Out.WriteLine(Json.Document(document));
        }
        else if (text is not null)
        {
            call.Results.Write(text);
        }
    }
}

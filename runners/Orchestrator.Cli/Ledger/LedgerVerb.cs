using System.CommandLine;
using Orchestrator.Cli.Grammar;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Ledger;

/// <summary>`ledger status|backup|restore|migrate`.</summary>
internal static class LedgerVerb
{
    private static readonly string[] Actions = ["status", "backup", "restore", "migrate"];

    private static readonly Argument<string> Action = Verb.Required(
        "ACTION", "status: where it is, and what is in it; backup: copy it to FILE; restore: put FILE in its place; "
            + "migrate: bring an older one up to date");

    private static readonly Argument<string?> File =
        Verb.Optional("FILE", "backup: a new file; restore: a file that backup has made");

    public static Verb Create()
    {
        Action.CompletionSources.Add(Actions);
        return new Verb("ledger", "Look at the ledger, copy it, put a copy back, bring it up to date", Run)
        {
            Takes = [Action, File, Consent.Yes, Consent.DryRun],
            Look = "ledger status",
            Examples =
            [
                "ledger status", "ledger backup /backups/ledger.db", "ledger restore /backups/ledger.db",
                "ledger migrate --ledger Ledger",
            ],
        };
    }

    private static int Run(Call call)
    {
        var action = VerbAction.Of(call, Action, Actions);
        RefuseIdle(call, action);
        return (action, call.Folder(File)) switch
        {
            ("status", null) => Status(call),
            ("backup", { } file) => Backup(call, file),
            ("restore", { } file) => LedgerRestore.Do(call, file),
            ("migrate", null) => Migrate(call),
            _ => throw new UsageException(
                "expected `ledger status`, `ledger backup FILE`, `ledger restore FILE` or `ledger migrate`"),
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
        var location = CallLedger.Location(call);
        var status = LedgerStatus.Of(location, call.Host.Time);
        if (status is null)
        {
            if (call.LedgerName is not null)
            {
                throw CallLedger.Missing(location.Name);
            }

            call.Say($"nothing has run yet: there is no ledger {location.Name}");
        }

        call.Write(() => LedgerScreen.Document(status), () => status is null ? [] : LedgerScreen.Lines(status));
        return ExitCode.Done;
    }

    private static int Backup(Call call, string file)
    {
        var location = CallLedger.Location(call);
        var there = LedgerStatus.VersionOf(location, call.Host.Time);
        if (there == 0)
        {
            throw CallLedger.Missing(location.Name);
        }

        // A folder that is missing is more often a slip, or a disk that is not there, than one that is wanted.
        if (Path.GetDirectoryName(file) is { } folder && !Directory.Exists(folder))
        {
            throw new UsageException($"there is no folder '{folder}'", "make it, or name another file");
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

    private static int Migrate(Call call)
    {
        var location = CallLedger.Location(call);
        var version = LedgerStatus.VersionOf(location, call.Host.Time);
        if (version == 0)
        {
            throw CallLedger.Missing(location.Name);
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
    private static void Tell(Call call, object document, string? text) =>
        call.Write(() => document, () => text is null ? [] : [text]);
}

using Orchestrator.Cli.Output;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Ledger;

/// <summary>How a ledger stands.</summary>
internal static class LedgerScreen
{
    public static IEnumerable<Line> Lines(LedgerStatus status)
    {
        yield return $"ledger       {status.Place}";
        yield return $"version      {status.Version}"
            + (status.Version == LedgerStatus.KnownVersion ? ""
                : $", older than this program's {LedgerStatus.KnownVersion}");
        yield return $"size         {Words.Number((status.Bytes + 1023) / 1024)} KB";
        yield return $"runs         {Words.Number(status.Runs)}";
        yield return $"at work      {(status.AtWork.Count == 0 ? "none" : "run " + string.Join(", ", status.AtWork))}";
        yield return status.BackedUp is { } at
            ? $"last backup  {Words.Moment(at)}, {status.Backup}"
            : new Line("last backup  never", Ink.Warn);
    }

    public static object Document(LedgerStatus? status) => new
    {
        schema_version = Json.SchemaVersion,
        ledger = status is null ? null : new
        {
            place = status.Place,
            version = status.Version,
            known_version = LedgerStatus.KnownVersion,
            bytes = status.Bytes,
            runs = status.Runs,
            at_work = status.AtWork,
            backed_up_at = status.BackedUp,
            backup = status.Backup.Length == 0 ? null : status.Backup,
        },
    };

    /// <summary>A backup; null runs = it would be made.</summary>
    public static object Copied(LedgerLocation ledger, string file, long? runs, long version) => new
    {
        schema_version = Json.SchemaVersion,
        place = ledger.Place,
        is_done = runs is not null,
        backup = file,
        runs,
        version,
        known_version = LedgerStatus.KnownVersion,
    };

    /// <summary>A backup that is put back; what was damaged, and where that file is kept now.</summary>
    public static object Restored(LedgerLocation ledger, string file, (long Before, long After) runs, bool isDone,
        string? damage, string? aside)
    {
        return new
        {
            schema_version = Json.SchemaVersion,
            place = ledger.Place,
            is_done = isDone,
            backup = file,
            replaced_runs = runs.Before,
            runs = runs.After,
            damage,
            kept_as = aside,
        };
    }

    /// <summary>A migration from a version to the known one; without a copy there was nothing to do.</summary>
    public static object Moved(LedgerLocation ledger, long from, string? copy, bool isDry) => new
    {
        schema_version = Json.SchemaVersion,
        place = ledger.Place,
        is_done = !isDry,
        version = from,
        known_version = LedgerStatus.KnownVersion,
        backup = copy,
    };

    public static Line Migrated(long version, string copy) =>
        $"the ledger of version {version} is brought up to date; a copy of it as it was is {copy}";
}

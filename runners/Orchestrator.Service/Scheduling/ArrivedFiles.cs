using System.IO.Enumeration;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Service.Scheduling;

/// <summary>
/// Claims firings of triggers that wait for files: for those that were not there, or have changed, once nobody has
/// written to them for a while. What was there when a trigger was new has not arrived.
/// </summary>
internal sealed class ArrivedFiles(
    ServiceLedger ledger, LedgerDoor door, Claims claims, Action<string> log, TimeProvider time)
{
    private const int NamedMax = 3;

    private static readonly TimeSpan LookEvery = TimeSpan.FromSeconds(5);

    private readonly Dictionary<(string Batch, string Trigger), string> known = [];
    private readonly HashSet<string> missing = [];
    private IReadOnlyList<ServedTrigger> triggers = [];
    private long? looked;

    /// <summary>Takes on other definitions.</summary>
    public void Take(IReadOnlyList<ServedTrigger> all, IReadOnlyList<ScheduleState> states)
    {
        triggers = [.. all.Where(trigger => trigger.Files is not null)];
        known.Clear();
        foreach (var state in states)
        {
            known[(state.Batch, state.Trigger)] = state.Seen;
        }
    }

    /// <summary>Claims what is due now.</summary>
    public void Turn()
    {
        if (triggers.Count == 0 || (looked is { } last && time.GetElapsedTime(last) < LookEvery))
        {
            return;
        }

        looked = time.GetTimestamp();
        var busy = door.Ask(reader => reader.FiringsNotEnded(ledger.Environment)).Select(firing => firing.Batch)
            .ToHashSet(StringComparer.Ordinal);
        foreach (var trigger in triggers.Where(trigger => !busy.Contains(trigger.Batch)))
        {
            Look(trigger, trigger.Files!);
        }
    }

    private void Look(ServedTrigger trigger, AwaitedFiles awaited)
    {
        if (Found(trigger, awaited) is not { } files)
        {
            return;
        }

        var key = (trigger.Batch, trigger.Name);
        var (before, now) = (known[key], FileStamps.Of(files));
        var seen = new FilesSeen(trigger.Batch, trigger.Name, before, now.Text);
        var arrived = before.Length == 0 ? [] : now.NotIn(before);
        if (arrived.Count > 0 && claims.IsPaused(trigger, time.GetUtcNow()))
        {
            arrived = [];
        }

        if (now.Text == before || (arrived.Count > 0 && files.Any(file => !IsStable(file, awaited.StableFor))))
        {
            return;
        }

        if (arrived.Count == 0 ? !ledger.Saw(seen) : !Fire(trigger, arrived, seen))
        {
            // Another service was first, and knows better.
            known[key] = door.Ask(reader => reader.ScheduleStates(ledger.Environment))
                .FirstOrDefault(state => (state.Batch, state.Trigger) == key)?.Seen ?? "";
            return;
        }

        known[key] = now.Text;
    }

    private bool Fire(ServedTrigger trigger, IReadOnlyList<string> arrived, FilesSeen seen)
    {
        var now = time.GetUtcNow();
        var local = TimeZoneInfo.ConvertTime(now, trigger.Zone).DateTime;
        return claims.Fire(
            new FiringClaim
            {
                Batch = trigger.Batch,
                Trigger = trigger.Name,
                Scheduled = now,
                AsOf = DateOnly.FromDateTime(local),
                LocalTime = Claims.Local(local, trigger.Zone),
                Cause = FiringCause.File,
                Why = string.Join(", ", arrived.Take(NamedMax)) + (arrived.Count > NamedMax
                    ? $" and {arrived.Count - NamedMax} more" : ""),
            },
            seen);
    }

    private List<FileInfo>? Found(ServedTrigger trigger, AwaitedFiles awaited)
    {
        try
        {
            List<FileInfo> files =
            [
                .. new DirectoryInfo(awaited.Folder).EnumerateFiles()
                    .Where(file => FileSystemName.MatchesSimpleExpression(
                        awaited.Pattern, file.Name, ignoreCase: false)),
            ];
            missing.Remove(awaited.Folder);
            return files;
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            // A share that is away for a night has lost nothing.
            if (missing.Add(awaited.Folder))
            {
                log($"{trigger.Batch}/{trigger.Name}: the folder {awaited.Folder} cannot be looked at: "
                    + fault.Message);
            }

            return null;
        }
    }

    private bool IsStable(FileInfo file, TimeSpan stableFor) =>
        time.GetUtcNow() - file.LastWriteTimeUtc >= stableFor;
}

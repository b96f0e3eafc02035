using Orchestrator.Core;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Service.Scheduling;

/// <summary>
/// Claims firings of triggers that wait for files: for those that were not there, or have changed, once nobody has
/// written to them for a while. What was there when a trigger was new has not arrived.
/// </summary>
internal sealed class ArrivedFiles(
    ServiceLedger ledger, LedgerConnection connection, FiringClaims claims, Action<string> log, TimeProvider time)
{
    private const int NamedMax = 3;

    private static readonly TimeSpan LookEvery = TimeSpan.FromSeconds(5);

    private readonly Dictionary<(string Batch, string Trigger), string> _known = [];
    private readonly HashSet<string> _missing = [];
    private IReadOnlyList<(ServedTrigger Trigger, FolderProbe Folder, StableFiles Stable)> _triggers = [];
    private long? _looked;

    /// <summary>Takes on other definitions.</summary>
    public void Take(IReadOnlyList<ServedTrigger> all, IReadOnlyList<ScheduleState> states)
    {
        _triggers = [.. all.Where(trigger => trigger.Files is not null).Select(
            trigger => (trigger, new FolderProbe(trigger.Files!), new StableFiles(trigger.Files!.StableFor, time)))];
        _known.Clear();
        foreach (var state in states)
        {
            _known[(state.Batch, state.Trigger)] = state.Seen;
        }
    }

    /// <summary>Claims what is due now.</summary>
    public void Turn()
    {
        if (_triggers.Count == 0 || (_looked is { } last && time.GetElapsedTime(last) < LookEvery))
        {
            return;
        }

        _looked = time.GetTimestamp();
        var busy = connection.Ask(reader => reader.FiringsNotEnded(ledger.Environment)).Select(firing => firing.Batch)
            .ToHashSet(StringComparer.Ordinal);
        foreach (var (trigger, folder, stable) in _triggers.Where(each => !busy.Contains(each.Trigger.Batch)))
        {
            if (Found(trigger, folder) is { } files)
            {
                Look(trigger, new FileStamps(files), stable);
            }
        }
    }

    private void Look(ServedTrigger trigger, FileStamps now, StableFiles stable)
    {
        var key = (trigger.Batch, trigger.Name);
        var before = _known[key];
        var seen = new FilesSeen(trigger.Batch, trigger.Name, before, now.Text);
        var arrived = before.Length == 0 ? [] : now.NotIn(before);
        if (arrived.Count > 0 && claims.IsPaused(trigger, time.GetUtcNow()))
        {
            arrived = [];
        }

        var isStill = stable.Of(arrived);
        if (now.Text == before || !isStill)
        {
            if (stable.Tell() is { } restless)
            {
                log($"{trigger.Batch}/{trigger.Name}: files have arrived and do not fire, as {restless} is still "
                    + "being written to");
            }

            return;
        }

        if (arrived.Count == 0 ? !ledger.Saw(seen) : !Fire(trigger, arrived, seen))
        {
            // Another service was first, and knows better.
            _known[key] = connection.Ask(reader => reader.ScheduleStates(ledger.Environment))
                .FirstOrDefault(state => (state.Batch, state.Trigger) == key)?.Seen ?? "";
            return;
        }

        _known[key] = now.Text;
    }

    private bool Fire(ServedTrigger trigger, IReadOnlyList<FoundFile> arrived, FilesSeen seen)
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
                LocalTime = FiringClaims.Local(local, trigger.Zone),
                Cause = FiringCause.File,
                Why = Words.First(NamedMax, arrived.Select(file => file.Name)),
            },
            seen);
    }

    private IReadOnlyList<FoundFile>? Found(ServedTrigger trigger, FolderProbe look)
    {
        var folder = trigger.Files!.Folder;
        try
        {
            if (look.Files() is { } files)
            {
                _missing.Remove(folder);
                return files;
            }

            Miss(trigger, folder, "it does not answer");
        }
        catch (Exception fault) when (fault is IOException or UnauthorizedAccessException)
        {
            Miss(trigger, folder, fault.Message);
        }

        return null;
    }

    // A share that is away for a night has lost nothing.
    private void Miss(ServedTrigger trigger, string folder, string why)
    {
        if (_missing.Add(folder))
        {
            log($"{trigger.Batch}/{trigger.Name}: the folder {folder} cannot be looked at: {why}");
        }
    }
}

using System.Globalization;
using Orchestrator.Ledger;
using Orchestrator.Runner.Artifacts;

namespace Orchestrator.Runner.Doctor.Probes;

/// <summary>Looks at folders and disks.</summary>
internal static class SurroundingProbe
{
    public static SurroundingState Of(
        string folder, LedgerLocation location, TimeProvider time, LedgerState ledger,
        IReadOnlyList<TargetState> targets, Func<string, long> freeBytes)
    {
        var place = new DirectoryInfo(Path.GetDirectoryName(RunFolders.Of(folder, location, 1))!);
        var state = new SurroundingState
        {
            RunsFolder = place.FullName,
            Disks = [.. Disks(folder, location, targets, freeBytes)],
        };
        if (ledger.Fault is not null)
        {
            return state;
        }

        using var reader = LedgerReader.Open(location, time);
        var known = (reader?.Runs(limit: int.MaxValue) ?? []).ToDictionary(run => run.Number);
        var there = place.Exists ? NumbersIn(place).ToHashSet() : [];
        var ended = known.Values.Where(run => run.Verdict is not null
            && ledger.NotEnded.All(one => one.Number != run.Number)).ToArray();
        return state with
        {
            Strangers = [.. there.Where(run => !known.ContainsKey(run)).Order()],
            Incomplete = [.. ended.Where(run => there.Contains(run.Number) && !IsComplete(place, run.Number)
                && !RunLock.IsHeld(location, run.Batch, run.Environment)).Select(run => run.Number).Order()],
            Missing = [.. ended.Where(run => !there.Contains(run.Number)
                && run.Origin.Host == RunOrigin.OfThisProcess().Host).Select(run => run.Number).Order()],
        };
    }

    private static IEnumerable<long> NumbersIn(DirectoryInfo place) => place.EnumerateDirectories()
        .Select(one => long.TryParse(one.Name, NumberStyles.None, CultureInfo.InvariantCulture, out var run) ? run : 0)
        .Where(run => run > 0);

    private static bool IsComplete(DirectoryInfo place, long run) =>
        File.Exists(Path.Combine(place.FullName, $"{run}", RunArtifacts.EventsFile));

    /// <summary>Of each disk only the largest of what lies there.</summary>
    private static IEnumerable<DiskState> Disks(
        string folder, LedgerLocation location, IReadOnlyList<TargetState> targets, Func<string, long> freeBytes)
    {
        var own = Path.Combine(folder, LedgerLocation.FolderName);
        (string What, string Path)[] all =
        [
            .. location.File.Length > 0 ? [("the ledger", location.File)] : Array.Empty<(string, string)>(),
            .. targets.Where(target => target.File.Length > 0)
                .Select(target => ($"the database of {target.Connection}", target.File)),
            ("the artifacts", own),
        ];
        return all.Where(one => Path.Exists(one.Path)).Select(one => new DiskState(
                one.What, one.Path, File.Exists(one.Path) ? new FileInfo(one.Path).Length : 0,
                freeBytes(File.Exists(one.Path) ? Path.GetDirectoryName(Path.GetFullPath(one.Path))! : one.Path)))
            .GroupBy(disk => disk.Free).Select(same => same.MaxBy(disk => disk.Bytes)!);
    }
}

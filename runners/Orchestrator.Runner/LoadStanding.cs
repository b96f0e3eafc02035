using Orchestrator.Core;
using Orchestrator.Data.Files;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages;

namespace Orchestrator.Runner;

/// <summary>
/// Where the loads of a run stand in the ledger: watermarks, files, attempts without an end that counts, and whether a
/// target has seen the same. Everything is in order by the ledger's own numbers; clocks decide nothing.
/// </summary>
internal sealed class LoadStanding(RunRequest request, long run, LedgerLocation location)
{
    private string Environment => request.Plan.Environment;

    /// <summary>The attempts of its package since the last success. Its own would be taken back as soon as it is there:
    /// a file is named by its attempt.</summary>
    public IReadOnlyList<UnfinishedAttempt> Unfinished(Attempt attempt)
    {
        using var reader = Read();
        return Unfinished(reader, attempt);
    }

    /// <summary>Where its watermark stands. Read anew for each attempt: the one before may have moved it, and what it
    /// left does not count.</summary>
    public WatermarkStart Watermark(Attempt attempt)
    {
        var node = attempt.Node;
        using var reader = Read();
        var unfinished = Unfinished(reader, attempt);
        var name = ((ObjectDefinition)node.Payload!).Watermark?.Name;
        var newest = name is null ? null : reader.Watermarks(Environment, node.Name).MaxBy(one => one.Change);
        var isKnown = newest is not null && newest.Watermark == name;
        return new WatermarkStart(
            request.FullRefresh || !isKnown ? null : newest!.Value, [.. unfinished.Select(one => one.Attempt)])
        {
            OtherName = isKnown ? "" : newest?.Watermark ?? "",
            HasStood = newest is not null,
            IsAdopted = reader.Adoptions(Environment)
                    .Any(one => one.Node == node.Name && IsUnknown(reader, one, newest))
                || (name is not null && newest is null && HoldsMore(reader, node.Name)),
            IsFullRefresh = request.FullRefresh,
            Refreshes = [.. unfinished.Where(one => one.IsFullRefresh).Select(one => one.Attempt)],
        };
    }

    /// <summary>What became of files each time that a package has read them.</summary>
    public IReadOnlyList<FileBefore> FilesBefore(string node, IReadOnlyList<FileStamp>? files)
    {
        using var reader = Read();
        var found = files?.SelectMany(file => reader.FilesOf(Environment, node, file.File, file.Size))
            ?? reader.FilesOf(Environment, node);
        var undone = reader.Undone(Environment);
        return [.. found.Where(one => !undone.Any(each => each.Node == node && each.HasUndone(one.Attempt)))
            .Select(one => new FileBefore(one.File, one.Attempt, one.Begun))];
    }

    /// <summary>Whether a package has ever loaded a file.</summary>
    public bool HasLoadedFiles(string node)
    {
        using var reader = Read();
        return reader.HasLoadedFiles(Environment, node);
    }

    /// <summary>The newest attempt of its package that counts as loaded; 0 = none.</summary>
    public long LastLoad(Attempt attempt)
    {
        using var reader = Read();
        return reader.LastLoad(Environment, attempt.Node.Name);
    }

    /// <summary>Whether an earlier attempt of its package has no known end, in the run or one that it goes on from.
    /// </summary>
    public bool MayFinish(Attempt attempt, long earlier)
    {
        using var reader = Read();
        return Unfinished(reader, attempt).Any(one => one.Attempt == earlier)
            && reader.Attempt(earlier) is { } found && IsInChain(reader, found.Run)
            && (found.State is NodeState.Running or NodeState.Cancelling or NodeState.EndedUnexpectedly
                    or NodeState.Abandoned
                || reader.Errors(found.Run).Any(error => error.AttemptId == earlier
                    && error.Error.Class == ErrorClass.OutcomeUnknown));
    }

    private bool IsInChain(LedgerReader reader, long earlier)
    {
        for (long? link = run; link is { } number; link = reader.Run(number)?.Continues)
        {
            if (number == earlier)
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>What the ledger says of a target, beside the marker that was found there.</summary>
    /// <param name="attempt">The attempt that is about to load it.</param>
    /// <param name="marker">The marker of this ledger; null = there is none.</param>
    /// <param name="loads">The packages that load it.</param>
    public LedgerAnswer Compare(Attempt attempt, TargetMarker? marker, IReadOnlyList<string> loads)
    {
        using var reader = Read();
        var (earlier, atWork) = AtWork(reader, attempt, marker);
        if (atWork > 0)
        {
            var flush = attempt.Node.Relaxed is >= 0 and var index
                ? request.Plan.Relaxed[index].Flush : (FlushWhen?)null;
            return new LedgerAnswer
            {
                AtWork = atWork,
                AwaitsUs = new OuterRun(request.Variables).AwaitsUs(reader, earlier, flush),
            };
        }

        // Asked last: who is not at work any more has been recorded by now, and its load is one of these.
        var own = reader.LastLoad(Environment, attempt.Node.Name);
        var last = new LastLoads(reader, Environment);
        return new LedgerAnswer
        {
            IsKnown = marker is null
                || reader.Knows(marker.Run, marker.Attempt, marker.Token, number => number == run)
                || IsTakenOver(reader, marker, loads),
            LastLoad = loads.Select(load => last.Behind(marker?.Attempt ?? 0, load, request.Document)).Max(),
            OwnLastLoad = own,
            Unjudged = Before(reader, attempt).FirstOrDefault(one => reader.IsUnjudged(one, run)),
        };
    }

    // Who has written the marker is waited for in any case, and of its own package whoever has begun before: the one
    // that has a marker waits for nobody, so that no two wait for each other.
    private (long Attempt, long Run) AtWork(LedgerReader reader, Attempt attempt, TargetMarker? marker)
    {
        var before = Before(reader, attempt);
        var all = marker is null || marker.Attempt == attempt.Id ? before : before.Prepend(marker.Attempt);
        return all.Select(one => (Attempt: one, Run: reader.AtWork(one, run))).FirstOrDefault(at => at.Run > 0);
    }

    private IEnumerable<long> Before(LedgerReader reader, Attempt attempt) =>
        Unfinished(reader, attempt).Select(one => one.Attempt).Where(one => one < attempt.Id);

    private bool IsTakenOver(LedgerReader reader, TargetMarker marker, IReadOnlyList<string> loads)
    {
        var adoptions = reader.Adoptions(Environment);
        return loads.All(load => adoptions.Any(one => one.Node == load && one.LastAttempt >= marker.Attempt));
    }

    // What was taken over from runs that the ledger does not know says nothing of the source. Of a target that is older
    // than the ledger it is known where it stood, unless that was purged since.
    private bool IsUnknown(LedgerReader reader, AdoptedRows adopted, WatermarkRecord? newest) =>
        !(newest?.Change > adopted.AfterChange)
        && !reader.FilesOf(Environment, adopted.Node).Any(file => file.Attempt > adopted.LastAttempt
            && file.File.Outcome is FileOutcome.Loaded or FileOutcome.AlreadyLoaded);

    // Of a target that was put back to what it was before its first load the beginning is where to go on.
    private bool HoldsMore(LedgerReader reader, string node) =>
        reader.Undone(Environment).LastOrDefault(one => one.Node == node) is { LastAttempt: > 0 };

    private IReadOnlyList<UnfinishedAttempt> Unfinished(LedgerReader reader, Attempt attempt) =>
        [.. reader.UnfinishedAttempts(Environment, attempt.Node.Name).Where(one => one.Attempt != attempt.Id)];

    private LedgerReader Read() => LedgerReader.Reopen(location, request.Time);
}

using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load.Source;

/// <summary>The files of one attempt, from the choice among those that are there to what became of each.</summary>
internal sealed class FilesOfLoad(PackageContext context)
{
    private string _connection = "";
    private FileIntake _intake = new();
    private IFilePlace? _place;
    private IReadOnlyList<string> _names = [];
    private IReadOnlyList<KnownFile> _known = [];

    /// <summary>Whether each file is loaded once, so that the ledger is asked which were.</summary>
    public bool AreTakenOnce => TakesOnce(context.Object, context.Solution);

    /// <summary>Whether an attempt before this one has loaded any, be it gone by now.</summary>
    public bool HaveBeenTaken => _known.Count > 0 || context.Past.HasLoadedFiles();

    /// <summary>Files that somebody is not done with, and why, in words.</summary>
    public IReadOnlyList<string> Left { get; private set; } = [];

    /// <summary>How many of them belong to what is loaded; of the latest file nothing is missing.</summary>
    public int LeftOfWhole => _intake.Take == FileTake.Latest ? 0 : Left.Count;

    /// <summary>What reads them; null = nothing does yet.</summary>
    public FileRowReader? Reader { private get; set; }

    /// <summary>Chooses those that are read, in order; none where that is no failure.</summary>
    /// <exception cref="DataRefusedException">There is none, and there has to be one.</exception>
    public IReadOnlyList<string> Choose(Connection source, IFilePlace place, WatermarkStart? start)
    {
        (_connection, _intake, _place) = (source.Name, source.Files, place);
        var (pattern, ignoreCase) = (context.Object.Source!.File!, context.Object.Source.IgnoreCase);
        var taken = TakenFiles.Of(source.Files, place, pattern, context.Time, ignoreCase);
        (_names, Left) = (taken.Files, taken.Left);
        if (source.Files.TakesOnce)
        {
            TakeNew(place, start!);
        }

        return _names.Count > 0 || source.Files.OnNone == NoFiles.Skip ? _names : throw Nothing(place, pattern);
    }

    /// <summary>Whether an object loads each of its files once.</summary>
    public static bool TakesOnce(ObjectDefinition definition, Solution solution) =>
        definition.Source is { File: not null } source
        && Addresses.Find(solution, source.Connection).Files.TakesOnce;

    /// <summary>What became of them when the attempt succeeded.</summary>
    public IReadOnlyList<ReadFile> Loaded() =>
    [
        .. Opened.Select(file => Of(file, FileOutcome.Loaded)),
        .. _known.Where(file => file.IsHashed || (_intake.Archive is not null && !file.IsToMove))
            .Select(file => Of(file.Stamp, FileOutcome.AlreadyLoaded)),
    ];

    /// <summary>What became of them when it failed.</summary>
    /// <param name="fault">What it failed of.</param>
    /// <param name="suspect">The file of the row that was one too many; empty = none was.</param>
    public IReadOnlyList<ReadFile> Failed(Exception fault, string suspect)
    {
        var culprit = Culprit(fault, suspect);
        var opened = Opened.Any(file => file.File == culprit) ? Opened
            : [.. Opened, .. _names.Contains(culprit) ? Now(culprit) : []];
        return [.. opened.Select(file =>
            Of(file, file.File == culprit ? FileOutcome.Refused : FileOutcome.Failed))];
    }

    private IReadOnlyList<FileStamp> Opened => Reader?.Opened ?? [];

    /// <summary>The file whose content the attempt failed of; empty = that cannot be said.</summary>
    private string Culprit(Exception fault, string suspect) => fault switch
    {
        DataRefusedException { Code: not "ORC3110" } refused => FileListing.FileOf(refused.File, _names),
        PackageRefusedException { Error.Code: "ORC3408" } => FileListing.FileOf(suspect, _names),
        _ => _names.Count == 1 && Faults.IsRefusal(fault) && fault is not DataRefusedException ? _names[0] : "",
    };

    // One whose header is broken is refused before it counts as opened.
    private IEnumerable<FileStamp> Now(string file) =>
        _place?.StampOf(file) is { } stamp ? [stamp] : [];

    private void TakeNew(IFilePlace place, WatermarkStart start)
    {
        FileStamp[] there = [.. _names.Select(Now).SelectMany(stamp => stamp)];
        FileStamp Hash(FileStamp file) => place.Hash(file.File, context.Cancellation);
        if (start.IsFullRefresh)
        {
            RefuseToLose(there, place.ClockStep, Hash);
        }
        else
        {
            var choice = NewFiles.Among(_connection, there, context.Past.FilesBefore(there), place.ClockStep, Hash);
            (_names, _known) = (choice.New, choice.Known);
        }

        foreach (var file in _known)
        {
            context.Message($"left '{file.Stamp.File}': attempt {file.Attempt} has loaded "
                + (file.IsHashed ? "the same content under this name" : "it"));
        }

        foreach (var name in _names)
        {
            context.Message($"takes '{name}'");
        }
    }

    // Append empties its target before it loads everything again: what is not there any more would be gone.
    private void RefuseToLose(FileStamp[] there, TimeSpan step, Func<FileStamp, FileStamp> hash)
    {
        if (context.Object.Load.Pattern.Value == LoadPattern.Append
            && NewFiles.Gone(_connection, there, context.Past.FilesBefore(null), step, hash) is { Count: > 0 } gone)
        {
            throw new PackageRefusedException("ORC3580", ErrorClass.Config, "open",
                $"--full-refresh would remove the rows of {gone.Count} files that were loaded and are not in the "
                + $"folder as they were: {string.Join(", ", gone.Take(3).Select(file => $"'{file.File.Name}' (attempt "
                + $"{file.Attempt})"))}. Put them back, or run without this package.");
        }
    }

    private ReadFile Of(FileStamp file, FileOutcome outcome) => new()
    {
        Connection = _connection,
        Name = file.File,
        Size = file.Size,
        Written = NewFiles.TimeOf(file),
        Hash = file.Hash,
        Outcome = outcome,
        Move = outcome switch
        {
            FileOutcome.Loaded or FileOutcome.AlreadyLoaded when _intake.Archive is not null => FileMove.Archive,
            FileOutcome.Refused when _intake.Rejected is not null => FileMove.Reject,
            _ => FileMove.None,
        },
    };

    private DataRefusedException Nothing(IFilePlace place, string pattern) => _known.Count > 0
        ? new("ORC3101", $"no file '{pattern}' is new: {string.Join("; ", _known.Take(3).Select(file =>
            $"'{file.Stamp.File}' was loaded by attempt {file.Attempt}"))}. Write `onNone: skip` where that is no "
            + "failure.")
        : Left.Count == 0
        ? new("ORC3101", $"no file '{pattern}' in the folder '{place.Name}'. Correct `file` of the object, or put the "
            + "file there.")
        : new("ORC3101", $"no file '{pattern}' can be taken: {string.Join("; ", Left.Take(3))}. Run again once they "
            + "are complete, or write `onNone: skip` where that is no failure.");
}

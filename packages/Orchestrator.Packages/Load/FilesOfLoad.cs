using Orchestrator.Data;
using Orchestrator.Data.Files;
using Orchestrator.Engine;
using Orchestrator.Metadata.Model;
using Orchestrator.Packages.Store;

namespace Orchestrator.Packages.Load;

/// <summary>The files of one attempt, from the choice among those that are there to what became of each.</summary>
internal sealed class FilesOfLoad(PackageContext context)
{
    private string connection = "";
    private string folder = "";
    private IReadOnlyList<string> names = [];

    /// <summary>Files that somebody is not done with, and why, in words.</summary>
    public IReadOnlyList<string> Left { get; private set; } = [];

    /// <summary>What reads them; null = nothing does yet.</summary>
    public FileRowReader? Reader { private get; set; }

    /// <summary>Chooses those that are read, in order; none where that is no failure.</summary>
    /// <exception cref="DataRefusedException">There is none, and there has to be one.</exception>
    public IReadOnlyList<string> Choose(Connection source, string below)
    {
        (connection, folder) = (source.Name, below);
        var pattern = context.Object.Source!.File!;
        var taken = TakenFiles.Of(source.Files, folder, pattern, context.Time);
        (names, Left) = (taken.Files, taken.Left);
        return names.Count > 0 || source.Files.OnNone == NoFiles.Skip ? names : throw Nothing(pattern);
    }

    /// <summary>What became of them when the attempt succeeded.</summary>
    public IReadOnlyList<ReadFile> Loaded() => [.. Opened.Select(file => Of(file, FileOutcome.Loaded))];

    /// <summary>What became of them when it failed.</summary>
    /// <param name="fault">What it failed of.</param>
    /// <param name="suspect">The file of the row that was one too many; empty = none was.</param>
    public IReadOnlyList<ReadFile> Failed(Exception fault, string suspect)
    {
        var culprit = Culprit(fault, suspect);
        var opened = Opened.Any(file => file.File == culprit) ? Opened
            : [.. Opened, .. names.Contains(culprit) ? Now(culprit) : []];
        return [.. opened.Select(file =>
            Of(file, file.File == culprit ? FileOutcome.Refused : FileOutcome.Failed))];
    }

    private IReadOnlyList<FileStamp> Opened => Reader?.Opened ?? [];

    /// <summary>The file whose content the attempt failed of; empty = that cannot be said.</summary>
    private string Culprit(Exception fault, string suspect) => fault switch
    {
        DataRefusedException { Code: not "ORC3110" } refused => refused.File,
        PackageRefusedException { Error.Code: "ORC3408" } => suspect,
        _ => names.Count == 1 && Faults.IsRefusal(fault) && fault is not DataRefusedException ? names[0] : "",
    };

    // One whose header is broken is refused before it counts as opened.
    private IEnumerable<FileStamp> Now(string file) =>
        FileListing.StampOf(folder, file) is { } stamp ? [stamp] : [];

    private ReadFile Of(FileStamp file, FileOutcome outcome) => new()
    {
        Connection = connection,
        Name = file.File,
        Size = file.Size,
        Written = new DateTimeOffset(file.Written.AddTicks(-(file.Written.Ticks % TimeSpan.TicksPerMicrosecond))),
        Hash = file.Hash,
        Outcome = outcome,
    };

    private DataRefusedException Nothing(string pattern) => Left.Count == 0
        ? new("ORC3101", $"no file '{pattern}' in the folder '{folder}'. Correct `file` of the object, or put the file "
            + "there.")
        : new("ORC3101", $"no file '{pattern}' can be taken: {string.Join("; ", Left.Take(3))}. Run again once they "
            + "are complete, or write `onNone: skip` where that is no failure.");
}

namespace Orchestrator.Metadata.Model;

/// <summary>Which of the files that a pattern stands for a load takes.</summary>
public enum FileTake { All, Latest, New }

/// <summary>What a load does that finds no file to take: it fails, or leaves its target as it is.</summary>
public enum NoFiles { Fail, Skip }

/// <summary>
/// How the objects of a folder take their files. Default: all that are there, and there has to be one.
/// </summary>
public sealed record FileIntake
{
    /// <summary>All files, the one that was written last, or those whose content was not loaded yet.</summary>
    public FileTake Take { get; init; }

    /// <summary>Whether a file is loaded once: which were, the ledger knows.</summary>
    public bool TakesOnce => Take == FileTake.New || Archive is not null;

    /// <summary>How long nobody must have written to a file before it is taken; default not at all.</summary>
    public TimeSpan StableFor { get; init; }

    /// <summary>
    /// The file beside it that says that a file is complete: `*` stands for its name, with its ending or without.
    /// Null = none is needed.
    /// </summary>
    public string? DoneFile { get; init; }

    /// <summary>What happens where no file can be taken.</summary>
    public NoFiles OnNone { get; init; }

    /// <summary>A column of each row with the name of its file below the folder; null = there is none.</summary>
    public string? NameColumn { get; init; }

    /// <summary>Where files go once they are loaded, below the connection's folder; null = they stay.</summary>
    public string? Archive { get; init; }

    /// <summary>
    /// Where files go whose content a load failed of, below the connection's folder; null = they stay.
    /// </summary>
    public string? Rejected { get; init; }

    /// <summary>Whether files are moved once their run has ended.</summary>
    public bool Moves => Archive is not null || Rejected is not null;

    /// <summary>Whether a name below the connection's folder lies where files are moved to.</summary>
    public bool IsMovedTo(string file) => new[] { Archive, Rejected }.Any(
        place => place is not null && file.StartsWith(place + "/", StringComparison.OrdinalIgnoreCase));
}

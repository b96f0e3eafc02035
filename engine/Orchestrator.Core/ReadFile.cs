namespace Orchestrator.Core;

/// <summary>What became of a file that an attempt read.</summary>
public enum FileOutcome
{
    /// <summary>Its rows are in the target, and that is recorded.</summary>
    Loaded,

    /// <summary>It was looked into and left, because its content had been loaded under this name.</summary>
    AlreadyLoaded,

    /// <summary>The attempt failed, and nothing says that this file was the reason.</summary>
    Failed,

    /// <summary>The attempt failed because of what is in this file.</summary>
    Refused,
}

/// <summary>Where a file goes once its attempt is recorded.</summary>
public enum FileMove { None, Archive, Reject }

/// <summary>A file that an attempt read, as it was when it was opened.</summary>
public sealed record ReadFile
{
    /// <summary>The connection whose folder it lies in.</summary>
    public required string Connection { get; init; }

    /// <summary>Its name below that folder, with `/`.</summary>
    public required string Name { get; init; }

    /// <summary>Its bytes on the disk.</summary>
    public required long Size { get; init; }

    /// <summary>When it was written last, to the microsecond.</summary>
    public required DateTimeOffset Written { get; init; }

    /// <summary>SHA-256 of its bytes in hex; empty where it was not read to its end.</summary>
    public string Hash { get; init; } = "";

    /// <summary>What became of it.</summary>
    public required FileOutcome Outcome { get; init; }

    /// <summary>Where it is to go.</summary>
    public FileMove Move { get; init; }
}

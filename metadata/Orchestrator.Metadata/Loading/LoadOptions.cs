using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Loading;

/// <summary>What reading a solution may ask of the machine besides its own files.</summary>
public sealed record SolutionLoadOptions
{
    /// <summary>
    /// The value of an environment variable for `${env:NAME}`; null = not set. Default: the process's own.
    /// </summary>
    public Func<string, string?> Variable { get; init; } = Environment.GetEnvironmentVariable;

    /// <summary>How files of a connection are listed and looked into.</summary>
    public SourceListing Listing { get; init; } = new();
}

/// <summary>What reading may see of the data files; neither delegate throws for what is not there.</summary>
public sealed record SourceListing
{
    /// <summary>
    /// The file names (no folders) directly below a folder, given by its full path; null where it does not exist.
    /// </summary>
    public Func<string, IReadOnlyList<string>?> Files { get; init; } = DataFolder.Files;

    /// <summary>
    /// The header columns of a file with a header, given by its full path; null where it cannot be read.
    /// </summary>
    public Func<string, FileFormat, IReadOnlyList<string>?> Header { get; init; } = (_, _) => null;
}

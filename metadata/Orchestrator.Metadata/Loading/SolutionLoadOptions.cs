using Orchestrator.Metadata.Model;

namespace Orchestrator.Metadata.Loading;

/// <summary>What reading a solution may ask of the machine besides its own files.</summary>
public sealed record SolutionLoadOptions
{
    /// <summary>The values that `--var` gives, by the name of the variable; default none.</summary>
    public IReadOnlyDictionary<string, string> Given { get; init; } = new Dictionary<string, string>();

    /// <summary>
    /// The values that an earlier run had, by the name of the variable, for those that <see cref="Given"/> does not
    /// name; what is no variable any more, or no value of its type, is passed over. Default none.
    /// </summary>
    public IReadOnlyDictionary<string, string> Kept { get; init; } = new Dictionary<string, string>();

    /// <summary>Where <see cref="Kept"/> comes from: "run 12".</summary>
    public string KeptFrom { get; init; } = "";

    /// <summary>The date of the night, `${run:asOf}`; default 0001-01-01, for who only reads.</summary>
    public DateOnly AsOf { get; init; }

    /// <summary>Whether a run follows, which needs every variable; who only reads does without.</summary>
    public bool IsRun { get; init; }

    /// <summary>Stands for every project, where <see cref="Imported"/> is not known before the solution is read.
    /// </summary>
    public const string EveryProject = "*";

    /// <summary>
    /// The project whose objects are about to be written, so that it may have none yet, and `dependsOn` may name some
    /// that are not there; null = none.
    /// </summary>
    public string? Imported { get; init; }

    /// <summary>Whether the objects of a project are about to be written.</summary>
    public bool IsImported(string project) => Imported == project || Imported == EveryProject;

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

using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>What a package of kind file does.</summary>
public enum FileAction { Copy, Move, Delete, MakeFolder, WaitFor, Zip, Unzip, List }

/// <summary>What happens where another file, with other content, stands where one is put.</summary>
public enum ExistingFile { Fail, Replace, Keep }

/// <summary>
/// What a package of kind file does with files below the folder of a connection: one of seven things. Texts are as
/// written but for <see cref="Files"/>, <see cref="Folder"/> and <see cref="NewName"/>, in which variables have their
/// values.
/// </summary>
public sealed record FileTask : KindOptions
{
    /// <summary>How long it is waited, where nothing is written.</summary>
    public static readonly TimeSpan TimeoutDefault = TimeSpan.FromHours(1);

    /// <summary>The files that are copied; null = none are.</summary>
    public string? Copy { get; init; }

    /// <summary>The files that are moved; null = none are.</summary>
    public string? Move { get; init; }

    /// <summary>The files that are removed; null = none are.</summary>
    public string? Delete { get; init; }

    /// <summary>The folder that is made; null = none is.</summary>
    public string? MakeFolder { get; init; }

    /// <summary>The files of which one has to come; null = none has.</summary>
    public string? WaitFor { get; init; }

    /// <summary>The files that are packed into one; null = none are.</summary>
    public string? Zip { get; init; }

    /// <summary>The archives that are unpacked; null = none are.</summary>
    public string? Unzip { get; init; }

    /// <summary>Whether upper and lower case are one in the names of the files.</summary>
    public bool IgnoreCase { get; init; }

    /// <summary>The connection to the folder that they are below; null = nobody has said.</summary>
    public string? Connection { get; init; }

    /// <summary>The folder that files are put into; null = that of the connection itself.</summary>
    public string? To { get; init; }

    /// <summary>The connection to the folder that they are put below; null = the same.</summary>
    public string? ToConnection { get; init; }

    /// <summary>How the file is called that is put there; null = as it is.</summary>
    public string? Name { get; init; }

    /// <summary>What happens where another file stands there.</summary>
    public ExistingFile Existing { get; init; }

    /// <summary>What happens where no file is there, or comes.</summary>
    public NoFiles OnNone { get; init; }

    /// <summary>How long a file is waited for.</summary>
    public TimeSpan Timeout { get; init; } = TimeoutDefault;

    /// <summary>How long nobody must have written to it before it counts as there.</summary>
    public TimeSpan StableFor { get; init; }

    /// <summary>The files, or the folder that is made, below the folder of the connection.</summary>
    public string Files { get; init; } = "";

    /// <summary>Where files are put, below the folder of the connection; empty = in it.</summary>
    public string Folder { get; init; } = "";

    /// <summary>How the file is called that is put there; null = as it is.</summary>
    public string? NewName { get; init; }

    /// <summary>Whether it does nothing with the files but tells a loop of them.</summary>
    public bool IsListed { get; init; }

    /// <summary>What it does.</summary>
    public FileAction Action => IsListed ? FileAction.List
        : Move is not null ? FileAction.Move
        : Delete is not null ? FileAction.Delete
        : MakeFolder is not null ? FileAction.MakeFolder
        : WaitFor is not null ? FileAction.WaitFor
        : Zip is not null ? FileAction.Zip
        : Unzip is not null ? FileAction.Unzip
        : FileAction.Copy;

    /// <summary>The files, or the folder that is made, as written.</summary>
    public string? Pattern => Copy ?? Move ?? Delete ?? MakeFolder ?? WaitFor ?? Zip ?? Unzip;

    /// <inheritdoc />
    public override IReadOnlyList<string> Reads => Listed(Connection);

    /// <inheritdoc />
    public override IReadOnlyList<string> Writes => Action switch
    {
        FileAction.WaitFor or FileAction.List => [],
        FileAction.Move => Listed(Connection, ToConnection),
        _ => Listed(ToConnection ?? Connection),
    };

    /// <inheritdoc />
    public override string Said
    {
        get
        {
            var word = $"{Action}";
            return $"{char.ToLowerInvariant(word[0])}{word[1..]} "
                + $"{Pattern ?? Files} in {Connection}";
        }
    }

    /// <inheritdoc />
    public override IEnumerable<TextOfRun> Texts(Origin at) => TextOfRun.Files(at, Pattern, To, Name);

    /// <inheritdoc />
    public override KindOptions FilledBy(IRunTexts run) => this with
    {
        Files = run.File(Pattern, Files)!.TrimEnd('/'),
        Folder = run.File(To, Folder)!.TrimEnd('/'),
        NewName = run.File(Name, NewName),
    };

    private static IReadOnlyList<string> Listed(params string?[] names) => [.. names.OfType<string>().Distinct()];
}

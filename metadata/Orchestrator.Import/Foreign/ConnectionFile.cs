using Orchestrator.Metadata.Model;

namespace Orchestrator.Import.Foreign;

/// <summary>The file of a connection.</summary>
internal sealed record ConnectionFile(string Name, PlatformFacts Platform)
{
    private const string DataFolder = "data";

    /// <summary>The code of its stage; empty = none is known.</summary>
    public string Stage { get; init; } = "";

    /// <summary>The other tool's connection string.</summary>
    public string Text { get; init; } = "";

    /// <summary>What is known of it by name.</summary>
    public string RecordSource { get; init; } = "";

    /// <summary>How many packages use it at once; null = any number.</summary>
    public int? Threads { get; init; }

    /// <summary>Files: where they lay for the other tool.</summary>
    public string Folder { get; init; } = "";

    /// <summary>Files: the lines under `formats`.</summary>
    public IReadOnlyList<string> Formats { get; init; } = [];

    private bool IsFolder => Platform.Form == StoreForm.Folder;

    /// <summary>The file.</summary>
    public ForeignFile File() => new(ForeignFile.Connection, Name, new ImportFile(
        $"connections/{Name}.yaml", YamlMapText.Document("../", Lines())));

    // A folder of another machine is none of ours: a variable says where the files lie.
    private IEnumerable<string> Lines() =>
    [
        .. IsFolder && Folder.Length > 0
            ? [YamlMapText.Comment($"the files lay in {Address}")] : Array.Empty<string>(),
        .. YamlMapText.Pair("connection", Name),
        .. YamlMapText.Pair("platform", Platform.Word),
        .. YamlMapText.Pair("stage", Stage),
        .. IsFolder
            ? YamlMapText.Pair("folder", $"${{env:{ServerText.Place(Name)}_FOLDER:-{DataFolder}}}")
            : YamlMapText.Pair("connectionString", ServerText.Of(Name, Platform, Text)),
        .. YamlMapText.Pair("recordSource", RecordSource),
        .. YamlMapText.Raw("maxConcurrency", Threads is { } threads ? $"{threads}" : ""),
        .. Formats.Count == 0 ? Array.Empty<string>() : ["formats:", .. Formats],
    ];

    // Who may read an address often stands in it: before the server, or behind the path.
    private string Address => Folder.AsSpan().IndexOfAny('@', '?') >= 0 ? "an address that may hold a secret" : Folder;
}

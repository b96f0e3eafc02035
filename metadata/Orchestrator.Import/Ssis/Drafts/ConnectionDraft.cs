namespace Orchestrator.Import.Ssis.Drafts;

/// <summary>A connection that an import makes.</summary>
internal sealed class ConnectionDraft(string name, string platform)
{
    public string Name { get; } = name;

    /// <summary>The word of its platform.</summary>
    public string Platform { get; } = platform;

    /// <summary>Whether it is a folder of files.</summary>
    public bool IsFolder { get; init; }

    /// <summary>Whether a load of its files has nothing to do where there are none.</summary>
    public bool TakesNone { get; init; }

    /// <summary>Where it is: the string of a server, or the folder.</summary>
    public string Place { get; init; } = "";

    /// <summary>The connections of packages that it is, ordered.</summary>
    public SortedSet<string> From { get; } = new(StringComparer.Ordinal);

    /// <summary>The secrets that it needs.</summary>
    public SortedSet<string> Secrets { get; } = new(StringComparer.Ordinal);

    /// <summary>Formats of its files by name.</summary>
    public SortedDictionary<string, DraftMap> Formats { get; } = new(StringComparer.OrdinalIgnoreCase);

    public string File => $"connections/{Name}.yaml";
}

namespace Orchestrator.Metadata.Model;

/// <summary>What a connection leads to: a folder of files, a database that is a file, or a server.</summary>
public enum StoreForm { Folder, File, Server }

/// <summary>
/// One row of the table of platforms: what the metadata have to know of a platform without its driver. What its
/// databases can do, and how names and statements are written there, its driver declares.
/// </summary>
public sealed record PlatformFacts
{
    /// <summary>Which platform it is.</summary>
    public required Platform Platform { get; init; }

    /// <summary>Its name as the metadata write it.</summary>
    public string Word => $"{Platform}";

    /// <summary>Its name as people write it, and as its driver says it.</summary>
    public required string Name { get; init; }

    /// <summary>What a connection leads to.</summary>
    public required StoreForm Form { get; init; }

    /// <summary>Keywords of which one stands in each of its connection strings; a file's has no other.</summary>
    public IReadOnlyList<string> Keywords { get; init; } = [];

    /// <summary>Keywords that its client knows, and no other client that shares one of <see cref="Keywords"/> with it.
    /// </summary>
    public IReadOnlyList<string> Signs { get; init; } = [];

    /// <summary>How such a connection string begins, for people; empty where it has none.</summary>
    public string Example { get; init; } = "";

    /// <summary>A file's: the keywords that name it.</summary>
    public IReadOnlyList<string> FileKeywords { get; init; } = [];

    /// <summary>A file's: how the names of its files end.</summary>
    public IReadOnlyList<string> FileExtensions { get; init; } = [];

    /// <summary>A file's: other keywords that its client knows, and that do nothing here.</summary>
    public IReadOnlyList<string> IdleKeywords { get; init; } = [];

    /// <summary>The schema of a table that names none; null where there are no schemas.</summary>
    public string? DefaultSchema { get; init; }

    /// <summary>Whether names that differ only in case are two.</summary>
    public bool TellsCase { get; init; }

    /// <summary>Whether its statements are T-SQL.</summary>
    public bool SpeaksTransactSql { get; init; }

    /// <summary>Whether a name may stand between brackets.</summary>
    public bool TakesBrackets { get; init; }

    /// <summary>Whether nobody ever sees what others have not committed, whatever they ask for.</summary>
    public bool HidesUncommitted { get; init; }

    /// <summary>What of it can be relaxed, the default first; none where no durability can be delayed.</summary>
    public IReadOnlyList<DurabilityScope> Scopes { get; init; } = [];

    /// <summary>Whether a ledger can lie in its databases.</summary>
    public bool HoldsLedger { get; init; }

    /// <summary>What other tools call it in what they export, or the clients by which they reach it; how such a text
    /// begins is enough. Empty = nothing of theirs leads to it.</summary>
    public IReadOnlyList<string> CalledElsewhere { get; init; } = [];

    /// <summary>How the naming of OpenLineage calls it.</summary>
    public required string LineageScheme { get; init; }

    /// <summary>Host and port of what its client says of a server; null where it is none.</summary>
    public Func<string, string>? HostOf { get; init; }

    /// <summary>Whether a connection string with these keywords, in small letters, leads to it.</summary>
    public bool IsMeantBy(IReadOnlySet<string> keywords) =>
        Keywords.Any(keywords.Contains) && (Form != StoreForm.File || keywords.Count == 1);
}

namespace Orchestrator.Import.Ssis.Drafts;

/// <summary>All that an import makes.</summary>
internal sealed class SolutionDraft(string name)
{
    private readonly HashSet<string> _folders = new(StringComparer.OrdinalIgnoreCase);

    public string Name { get; } = name;

    public List<ConnectionDraft> Connections { get; } = [];

    public List<VariableDraft> Variables { get; } = [];

    public List<ProjectDraft> Projects { get; } = [];

    public List<BatchDraft> Batches { get; } = [];

    /// <summary>The mail server; null = no mail is sent.</summary>
    public DraftMap? Mail { get; set; }

    /// <summary>Values by environment: each a name with variables and their values.</summary>
    public SortedDictionary<string, SortedDictionary<string, string>> Environments { get; } =
        new(StringComparer.Ordinal);

    /// <summary>Files that are no metadata, as the code of scripts.</summary>
    public List<ImportFile> Beside { get; } = [];

    /// <summary>Files beside whose texts are long: they are made when they are written.</summary>
    public List<(string Path, Func<string> Text)> Late { get; } = [];

    /// <summary>The path of a folder beside that nothing else has, however a file system takes the case of letters.
    /// </summary>
    public string Folder(string path) => DraftNames.Free(path, _folders.Add);

    /// <summary>The tables that rows are landed in, of all packages and each call of them: these may run at once in
    /// one database.</summary>
    public HashSet<string> Landed { get; } = new(StringComparer.OrdinalIgnoreCase);

    public IEnumerable<ObjectDraft> Objects => Projects.SelectMany(project => project.Objects);
}

/// <summary>A batch: a package that no other calls, with all that it calls.</summary>
internal sealed class BatchDraft(string name, string from)
{
    public string Name { get; } = name;

    /// <summary>The file of the package.</summary>
    public string From { get; } = from;

    public List<ProjectDraft> Projects { get; } = [];
}

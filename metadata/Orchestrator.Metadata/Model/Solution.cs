namespace Orchestrator.Metadata.Model;

/// <summary>
/// One folder of metadata, read, checked and with every cascade and `inherit` carried out. Immutable.
/// </summary>
public sealed record Solution
{
    public required string Name { get; init; }

    /// <summary>Full path of its folder.</summary>
    public required string Folder { get; init; }

    /// <summary>The environment that was laid over it; "default" where none was named.</summary>
    public string Environment { get; init; } = "default";

    /// <summary>The environments that there are, in use or not.</summary>
    public IReadOnlyList<string> Environments { get; init; } = [];

    /// <summary>Whether what destroys asks for the environment's name.</summary>
    public bool Protected { get; init; }

    /// <summary>The connection whose database holds the ledger; null = a file beside the solution.</summary>
    public string? Ledger { get; init; }

    /// <summary>The gate: −1 = processors + 2.</summary>
    public Setting<int> MaxConcurrency { get; init; } = Setting<int>.Default(-1);

    /// <summary>How long `purge` keeps what runs leave behind.</summary>
    public Retention Retention { get; init; } = new();

    /// <summary>How an object without `target.name` is called in its target: @@this, @@schema, @@rs.</summary>
    public Setting<string> ObjectNamePattern { get; init; } = Setting<string>.Default("@@this");

    /// <summary>Its variables in declared order, with the values of this environment and run.</summary>
    public IReadOnlyList<Variable> Variables { get; init; } = [];

    /// <summary>Its variables that have no value before the run, in declared order.</summary>
    public IReadOnlyList<RunVariableDefinition> RunVariables { get; init; } = [];

    /// <summary>The date of the night; 0001-01-01 where nobody named one.</summary>
    public DateOnly AsOf { get; init; }

    /// <summary>All connections, by name in declared order.</summary>
    public required IReadOnlyList<Connection> Connections { get; init; }

    /// <summary>The tables of its databases that the files below catalog/ keep.</summary>
    public IReadOnlyList<KnownTable> Catalog { get; init; } = [];

    /// <summary>Its calendars in declared order.</summary>
    public IReadOnlyList<NamedCalendar> Calendars { get; init; } = [];

    /// <summary>The server through which mail is sent; null = none is declared.</summary>
    public MailServer? Mail { get; init; }

    /// <summary>What of two nights is compared, in declared order.</summary>
    public IReadOnlyList<ParityEntry> Parity { get; init; } = [];

    /// <summary>All batches in declared order.</summary>
    public required IReadOnlyList<Batch> Batches { get; init; }

    /// <summary>
    /// All projects in declared order, with their containers and objects; the cascade without any batch's values.
    /// </summary>
    public required IReadOnlyList<Project> Projects { get; init; }

    /// <summary>
    /// The projects again as each batch's values in the cascade make them; a batch that writes none is not here.
    /// </summary>
    internal IReadOnlyDictionary<string, IReadOnlyList<Project>> ProjectsByBatch { get; init; } =
        new Dictionary<string, IReadOnlyList<Project>>();

    /// <summary>
    /// The solution as this batch runs it: load, errors, retry, packageTimeout, the on… policies and systemColumns of
    /// the batch stand between the solution's and the project's. The compiler begins with it.
    /// </summary>
    public Solution ForBatch(string batch) =>
        ProjectsByBatch.TryGetValue(batch, out var projects) ? this with { Projects = projects } : this;

    /// <summary>
    /// The files that the solution was read from (path below it), with their text (LF), for the hash.
    /// </summary>
    public required IReadOnlyList<SourceText> Files { get; init; }
}

/// <summary>The text of one metadata or SQL file; line ends are LF, `${…}` unresolved.</summary>
public sealed record SourceText(string Path, string Text);

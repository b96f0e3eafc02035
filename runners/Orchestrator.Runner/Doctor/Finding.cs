namespace Orchestrator.Runner.Doctor;

/// <summary>How bad something is: nothing can go on or data may be wrong; somebody should look; good to know.</summary>
public enum FindingSeverity { Error, Warning, Note }

/// <summary>Something odd that was found.</summary>
/// <param name="Severity">How bad it is.</param>
/// <param name="Code">Its code, which the guide explains.</param>
/// <param name="What">What it is, as a sentence without its end.</param>
public sealed record Finding(FindingSeverity Severity, string Code, string What)
{
    /// <summary>Where it is: a connection and its database, a folder, a run.</summary>
    public required string Where { get; init; }

    /// <summary>Why it matters, as a sentence without its end.</summary>
    public required string Why { get; init; }

    /// <summary>What to type next: a verb of this command with its arguments.</summary>
    public required string Verb { get; init; }

    /// <summary>What removes it; null = somebody else has to.</summary>
    public Cure? Cure { get; init; }
}

/// <summary>What removes a finding.</summary>
/// <param name="Kind">What is done.</param>
/// <param name="Of">The connection, the batch, or the id of the ledger.</param>
/// <param name="Destroys">What would be gone for good; empty = nothing that anybody needs.</param>
public sealed record Cure(CureKind Kind, string Of, string Destroys = "")
{
    /// <summary>What somebody has to decide, as a verb with its object; empty = nothing.</summary>
    public string Decides { get; init; } = "";

    /// <summary>The environment of a batch.</summary>
    public string Environment { get; init; } = "";

    /// <summary>The scope that is finished.</summary>
    public long Scope { get; init; }

    /// <summary>The runs whose artifacts are completed, or whose folder goes.</summary>
    public IReadOnlyList<long> Runs { get; init; } = [];

    /// <summary>The database, where the connection leads to several: the path of its file.</summary>
    public string File { get; init; } = "";

    /// <summary>The load tables that go.</summary>
    public IReadOnlyList<LoadTableState> Loads { get; init; } = [];

    /// <summary>The markers of tables that go.</summary>
    public IReadOnlyList<MarkerState> Markers { get; init; } = [];

    /// <summary>The attempts whose markers go.</summary>
    public IReadOnlyList<long> Attempts { get; init; } = [];

    /// <summary>The error tables that go, as they were found: one that has other rows by then stays.</summary>
    public IReadOnlyList<ErrorTableState> Tables { get; init; } = [];
}

/// <summary>The ways of removing a finding; each is the one that a run, a retry or another verb goes as well.</summary>
public enum CureKind
{
    /// <summary>Ends runs that died, and gives back what they had of the ledger.</summary>
    CloseDead,

    /// <summary>As `durability restore` does.</summary>
    Restore,

    /// <summary>As `durability restore` does with holders that the ledger does not know.</summary>
    RestoreStrangers,

    /// <summary>Drops load tables, as the next load of their targets would.</summary>
    DropLoads,

    /// <summary>Removes markers of tables that are gone.</summary>
    ForgetTables,

    /// <summary>Removes markers of attempts that have ended.</summary>
    ForgetAttempts,

    /// <summary>Drops error tables that nothing writes any more.</summary>
    DropErrorTables,

    /// <summary>Writes the artifacts of runs that have ended.</summary>
    CompleteArtifacts,

    /// <summary>Removes the folders of runs that the ledger does not have.</summary>
    RemoveFolders,

    /// <summary>Takes over what runs have loaded that the ledger does not know.</summary>
    Adopt,
}

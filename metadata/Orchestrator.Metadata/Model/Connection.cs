using Orchestrator.Metadata.Diagnostics;

namespace Orchestrator.Metadata.Model;

/// <summary>What a package that reads a server sees of changes that others commit meanwhile.</summary>
public enum Isolation { ReadCommitted, Snapshot, ReadUncommitted, RepeatableRead }

/// <summary>What becomes of a load of a table of which the server shows its user a part.</summary>
public enum RowSecurity { Refused, Accepted }

/// <summary>The storey of a connection: source, landing, staging, persistent staging, target.</summary>
public enum Stage { None, Src, Lnd, Stg, Psa, Tgt }

/// <summary>A database or a folder of files.</summary>
public sealed record Connection
{
    public required string Name { get; init; }

    public required Platform Platform { get; init; }

    /// <summary>Its stage code.</summary>
    public Stage Stage { get; init; }

    /// <summary>As written, with `${env:…}` and `${secret:…}` unresolved; null where none is needed.</summary>
    public string? ConnectionString { get; init; }

    /// <summary>Servers: what a package that reads sees of others' changes. Default: what is committed.</summary>
    public Isolation Isolation { get; init; }

    /// <summary>Servers: whether the part of a table that the user is shown is all that is wanted. Default: no.
    /// </summary>
    public RowSecurity RowSecurity { get; init; }

    /// <summary>What is known of its platform.</summary>
    public PlatformFacts Facts => PlatformTable.Of(Platform);

    /// <summary>Whether it leads to a folder of files, and so to no database.</summary>
    public bool IsFolder => Facts.Form == StoreForm.Folder;

    /// <summary>Whether it leads to a server, which needs a connection string.</summary>
    public bool IsServer => Facts.Form == StoreForm.Server;

    /// <summary>
    /// Files: the folder, `${env:…}` unresolved, relative to the solution; files outside it are refused.
    /// </summary>
    public string? Folder { get; init; }

    /// <summary>Files: what has the folder, where that is not this machine; null = it is.</summary>
    public StoredFolder? Stored { get; init; }

    /// <summary>
    /// Sqlite: the database file, relative to `.orchestrator/data` of the solution unless rooted; may hold
    /// {connection},
    /// {project}, {container}, {object}. Default `{connection}.db`.
    /// </summary>
    public string File { get; init; } = "{connection}.db";

    /// <summary>Whether all that it holds can be loaded again, the condition for delayed durability.</summary>
    public bool Reloadable { get; init; }

    /// <summary>Whether commits may reach the disk later than they return; default never.</summary>
    public DelayedDurability Durability { get; init; } = new();

    /// <summary>Whether a run relaxes its durability.</summary>
    public bool IsRelaxed => Durability.Mode == DurabilityMode.Forced;

    /// <summary>What goes into the RowRecordSource column; at most 10 characters.</summary>
    public string? RecordSource { get; init; }

    /// <summary>Cap on packages that use this connection at once; null = none.</summary>
    public int? MaxConcurrency { get; init; }

    /// <summary>Files: the named formats; "csv" and "tsv" are always among them.</summary>
    public IReadOnlyDictionary<string, FileFormat> Formats { get; init; } = new Dictionary<string, FileFormat>();

    /// <summary>Files: which of them are taken.</summary>
    public FileIntake Files { get; init; } = new();

    /// <summary>Files: what one field, one row and one expanded file may hold.</summary>
    public FileLimits Limits { get; init; } = new();

    /// <summary>Where it was declared.</summary>
    public Origin At { get; init; }
}

using Orchestrator.Core;
using Orchestrator.Data;

namespace Orchestrator.Runner.Doctor;

/// <summary>What was found in one database that the engine writes.</summary>
public sealed record TargetState(string Connection, IPlatform Platform)
{
    /// <summary>Name of the database, or the path of its file; empty = it did not answer.</summary>
    public string Database { get; init; } = "";

    /// <summary>The path of its file; empty = it is on a server.</summary>
    public string File { get; init; } = "";

    /// <summary>Why it could not be looked at; null = it was.</summary>
    public PackageError? Error { get; init; }

    /// <summary>By how much the server's clock is ahead of this machine's; null = it is the same clock.</summary>
    public TimeSpan? ClockAhead { get; init; }

    /// <summary>The engine's own tables and views, without load tables.</summary>
    public IReadOnlyList<OwnObjectState> Objects { get; init; } = [];

    /// <summary>Load tables: in the register, in the catalog, or both.</summary>
    public IReadOnlyList<LoadTableState> Loads { get; init; } = [];

    /// <summary>What the engine would have to know of tables that packages load, and has no marker of.</summary>
    public IReadOnlyList<MarkerState> Unmarked { get; init; } = [];

    /// <summary>What the engine knows of tables that it loaded.</summary>
    public IReadOnlyList<MarkerState> Markers { get; init; } = [];

    /// <summary>The attempts that have left a marker of their own.</summary>
    public IReadOnlyList<AttemptMarkerState> Attempts { get; init; } = [];

    /// <summary>The error tables, and how many rows they keep.</summary>
    public IReadOnlyList<ErrorTableState> ErrorTables { get; init; } = [];

    /// <summary>
    /// Whether a project that may load it has an object for each file of a folder: today's files tell not all that it
    /// writes.
    /// </summary>
    public bool IsOfListedFiles { get; init; }

    /// <summary>Whether loads write there whose targets are called by what only a run finds out.</summary>
    public bool IsOfTurns { get; init; }

    /// <summary>Where it is, for people.</summary>
    public string Where => Database.Length == 0 ? Connection : $"{Connection} ({Database})";
}

/// <summary>A table or view of the engine's own.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Kind">table or view.</param>
/// <param name="Rows">How many rows it has; below 0 = it was not asked for, as of a ledger's.</param>
public sealed record OwnObjectState(TableName Name, string Kind, long Rows);

/// <summary>A load table.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Target">The table that it was to be published into; null = no register tells.</param>
/// <param name="Attempt">The attempt that made it.</param>
/// <param name="IsThere">Whether it is there; else only the register names it.</param>
public sealed record LoadTableState(TableName Name, TableName? Target, long Attempt, bool IsThere);

/// <summary>The marker of a table.</summary>
/// <param name="Table">The table as the marker names it.</param>
/// <param name="Ledger">Id of the ledger whose run loaded it last; empty = none has.</param>
/// <param name="Run">That run.</param>
/// <param name="Attempt">That attempt.</param>
/// <param name="IsThere">Whether the table is there.</param>
/// <param name="IsWritten">Whether an object writes it, as far as the metadata can be read.</param>
public sealed record MarkerState(
    TableName Table, string Ledger, long Run, long Attempt, bool IsThere, bool IsWritten)
{
    /// <summary>Whether a run has loaded it.</summary>
    public bool IsOfRun => Ledger.Length > 0;

    /// <summary>Names of the packages that load it, as far as the metadata can be read.</summary>
    public IReadOnlyList<string> Nodes { get; init; } = [];

    /// <summary>Those of them that rely on what it holds: they go on where the last load stopped.</summary>
    public IReadOnlyList<string> Relying { get; init; } = [];

    /// <summary>What tells its run from another one that had the same number.</summary>
    public long Token { get; init; }
}

/// <summary>The marker of an attempt.</summary>
public sealed record AttemptMarkerState(string Ledger, long Run, long Attempt);

/// <summary>An error table.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Rows">How many rows it keeps; below 0 = it was not asked for, as an object writes it.</param>
/// <param name="IsWritten">Whether an object writes it, as far as the metadata can be read.</param>
public sealed record ErrorTableState(TableName Name, long Rows, bool IsWritten)
{
    /// <summary>The attempts whose rows it keeps, where it was asked for them.</summary>
    public IReadOnlyList<long> Attempts { get; init; } = [];
}

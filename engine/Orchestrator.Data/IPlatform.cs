using Orchestrator.Data.Durability;
using Orchestrator.Data.Evidence;
using Orchestrator.Data.QueryPlans;

namespace Orchestrator.Data;

/// <summary>
/// A database platform: the seam between the engine and its drivers. What a platform cannot do it declares in
/// <see cref="Abilities"/>, so that nothing has to be tried to be known. Thread-safe.
/// </summary>
public interface IPlatform
{
    /// <summary>Its name as people write it: "SQLite", "PostgreSQL", "SQL Server".</summary>
    string Name { get; }

    /// <summary>How names and statements are written.</summary>
    Dialect Dialect { get; }

    /// <summary>What it can do.</summary>
    PlatformAbilities Abilities { get; }

    /// <summary>How a database is asked for what the engine made in it.</summary>
    OwnQuestions Own { get; }

    /// <summary>Opens a database for one package, for one thread.</summary>
    /// <exception cref="Exception">The driver's own; <see cref="Explain"/> tells what it means.</exception>
    IDatabase Open(DatabaseAddress address, DatabaseUse use);

    /// <summary>
    /// Opens the session that looks after the durability of a database; a database that is a file is made where it is
    /// missing.
    /// </summary>
    /// <param name="address">Where it is.</param>
    /// <param name="use">How it is opened; what the session commits is on disk, whatever this says.</param>
    /// <param name="ofDatabase">
    /// Whether a setting of the database is changed, where the platform leaves a choice; else sessions only.
    /// </param>
    /// <exception cref="ArgumentException">The platform relaxes sessions only.</exception>
    /// <exception cref="Exception">The driver's own; <see cref="Explain"/> tells what it means.</exception>
    IDurability OpenDurability(DatabaseAddress address, DatabaseUse use, bool ofDatabase);

    /// <summary>Opens a session that looks at what a database does; null where nothing can be looked at.</summary>
    /// <exception cref="Exception">The driver's own; <see cref="Explain"/> tells what it means.</exception>
    IEvidence? OpenEvidence(DatabaseAddress address, DatabaseUse use) => null;

    /// <summary>Opens a session that looks at statements and their plans; null where nobody can see them.</summary>
    /// <exception cref="Exception">The driver's own; <see cref="Explain"/> tells what it means.</exception>
    IQueryPlans? OpenQueryPlans(DatabaseAddress address, DatabaseUse use) => null;

    /// <summary>Where an address leads, as far as that is written: nobody connects, and no secret is in it.</summary>
    /// <exception cref="Exception">The driver's own; <see cref="Explain"/> tells what it means.</exception>
    DatabaseLocation PlaceOf(DatabaseAddress address) => new("", address.File);

    /// <summary>
    /// Tells the sessions of a run that has died to end, which may take them a moment; none where a database is a file.
    /// </summary>
    /// <param name="address">A database of the server.</param>
    /// <param name="use">How it is opened.</param>
    /// <param name="name">What all their names begin with: <see cref="SessionName"/>.</param>
    /// <exception cref="Exception">The driver's own; <see cref="Explain"/> tells what it means.</exception>
    SessionsLeft EndSessions(DatabaseAddress address, DatabaseUse use, string name) => SessionsLeft.None;

    /// <summary>What a failure of this platform means; null where the exception is not one of its own.</summary>
    DatabaseFault? Explain(Exception fault);

    /// <summary>
    /// What a database needs once a package has written to it and closed it, while the package still has its writer
    /// turn: nothing where a server looks after that itself.
    /// </summary>
    void AfterWriting(DatabaseAddress address, DatabaseUse use)
    {
    }
}

/// <summary>What a platform can do and how it works.</summary>
public sealed record PlatformAbilities
{
    /// <summary>A database has one writer at a time, so that packages take turns.</summary>
    public bool HasOneWriter { get; init; }

    /// <summary>A value that cannot be converted ends the whole transaction, a savepoint or not.</summary>
    public bool EndsAtConversions { get; init; }

    /// <summary>
    /// A change of definitions, such as CREATE TABLE, is part of the transaction and taken back with it. Else it is
    /// committed at once, and stays whatever becomes of the load.
    /// </summary>
    public bool UndoesDefinitions { get; init; }

    /// <summary>Tables live in schemas.</summary>
    public bool HasSchemas { get; init; }

    /// <summary>
    /// A load makes its load table, fills and publishes it in one transaction without holding up anybody who looks at
    /// the catalog meanwhile. Else load tables are made and filled in transactions of their own.
    /// </summary>
    public bool LoadsInOneTransaction { get; init; }

    /// <summary>
    /// Rows of columns that <see cref="Dialect.PassRefusal"/> allows can pass from one database into another as the one
    /// wrote them, undecoded.
    /// </summary>
    public bool PassesRowsThrough { get; init; }

    /// <summary>Who reads a part of a table is refused by the server itself, and need not be asked about before.
    /// </summary>
    public bool RefusesParts { get; init; }

    /// <summary>It has stored procedures or functions that can be called.</summary>
    public bool HasProcedures { get; init; }

    /// <summary>
    /// After an exchange of tables snapshots that are older see the rows only where they were written as
    /// <see cref="WriteOptions.IsForExchange"/> says.
    /// </summary>
    public bool HidesExchangedRows { get; init; }

    /// <summary>An exchange of tables can keep what hangs on the target.</summary>
    public bool KeepsAllInExchange { get; init; }

    /// <summary>Bulk loading into a table can pass by constraints, triggers and defaults.</summary>
    public bool HasBulkOptions { get; init; }

    /// <summary>Rows are loaded by a statement each, so that keys are looked at before the next row is there.</summary>
    public bool LoadsRowsAlone { get; init; }

    /// <summary>A foreign key can be made so that it is looked at before the commit only.</summary>
    public bool DefersForeignKeys { get; init; }

    /// <summary>Foreign keys can be switched off, and made trusted again.</summary>
    public bool DisablesForeignKeys { get; init; }

    /// <summary>Whether foreign keys are known only to who has a right on the table that has them.</summary>
    public bool HidesForeignKeys { get; init; }

    /// <summary>Foreign keys can be taken away and made again with all that they say.</summary>
    public bool RecreatesForeignKeys { get; init; }

    /// <summary>
    /// Within one database, rows of columns that <see cref="Dialect.CopyRefusal"/> allows can be copied by one
    /// statement of the server's.
    /// </summary>
    public bool CopiesInside { get; init; }

    /// <summary>
    /// Several connections can read one table as it was at one moment: <see cref="IDatabase.Share"/>.
    /// </summary>
    public bool SharesSnapshots { get; init; }

    /// <summary>Bulk loading fires the triggers of a table, as every INSERT does.</summary>
    public bool BulkLoadFiresTriggers { get; init; }

    /// <summary>
    /// Whether a commit waits for the disk is a setting of the database, which others may change, and which no session
    /// can go beyond.
    /// </summary>
    public bool CommitsAsDatabaseSays { get; init; }

    /// <summary>Each database keeps text in an encoding of its own, which may not have every character.</summary>
    public bool HasEncodings { get; init; }

    /// <summary>The database is a file beside others, whose disk must have room.</summary>
    public bool IsFile { get; init; }

    /// <summary>What the process is called that each session has of its own; null where it has none.</summary>
    public string? SessionProcess { get; init; }

    /// <summary>
    /// How a trigger refuses a row so that the transaction goes on, where not every way does that; else null.
    /// </summary>
    public string? RowRefusal { get; init; }

    /// <summary>A statement that changes rows can use several processors.</summary>
    public bool ChangesInParallel { get; init; }

    /// <summary>
    /// What a table is there whose rows a crash may take, as people say it: "in memory"; null where there is none.
    /// </summary>
    public string? UnpersistedTable { get; init; }

    /// <summary>Rows lie in the order of their numbers, with or without an index.</summary>
    public bool KeepsOrderOfNumbers { get; init; }
}

/// <summary>Who can do something about a failure of a database.</summary>
public enum DatabaseFaultClass { Transient, Data, Config, Cancelled, Bug }

/// <summary>What a failure of a database means.</summary>
/// <param name="Class">Who can do something about it.</param>
/// <param name="Code">The server's code as people look it up: "SQLITE_BUSY (5)", "40P01", "1205".</param>
/// <param name="Text">What the server said, without the client's frame around it and without secrets.</param>
/// <param name="Advice">What somebody can do about it, as a sentence.</param>
/// <param name="Line">Line within the script whose statement was run, else within the statement; 0 = unknown.</param>
/// <param name="IsConnectionLost">Whether the connection is gone, so that what was under way is not known.</param>
public sealed record DatabaseFault(
    DatabaseFaultClass Class, string Code, string Text, string Advice, int Line = 0, bool IsConnectionLost = false)
{
    /// <summary>Whether it is that a part of a table would have been shown, and not all of it.</summary>
    public bool ShowsPart { get; init; }

    /// <summary>
    /// Whether its code tells nobody if a row is at fault: what a trigger, a function or the input of a type raises may
    /// have any. What happens to the same statement with other rows, or with none, tells it.
    /// </summary>
    public bool MayBeOfRow { get; init; }

    /// <summary>What it says of a statement that was not run.</summary>
    public StatementFault OfStatement { get; init; }
}

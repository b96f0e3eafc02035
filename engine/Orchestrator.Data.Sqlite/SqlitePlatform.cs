using Microsoft.Data.Sqlite;
using Orchestrator.Data.Durability;

namespace Orchestrator.Data.Sqlite;

/// <summary>SQLite: a database is a file, which has one writer at a time.</summary>
public sealed class SqlitePlatform : IPlatform
{
    private SqlitePlatform()
    {
    }

    /// <summary>The only one: it has no state.</summary>
    public static SqlitePlatform Instance { get; } = new();

    public string Name => SqliteDialect.Name;

    public Dialect Dialect => SqliteDialect.Instance;

    public PlatformAbilities Abilities { get; } = new()
    {
        UndoesDefinitions = true,
        HasOneWriter = true,
        LoadsRowsAlone = true,
        DefersForeignKeys = true,
        LoadsInOneTransaction = true,
        IsFile = true,
        KeepsOrderOfNumbers = true,
        RowRefusal = "RAISE(ABORT)",
    };

    /// <summary>
    /// Opens the file of the address. As a target it is made, with its folder and our catalog, where it is missing; a
    /// source is trusted in nothing.
    /// </summary>
    /// <exception cref="SqliteException">SQLite cannot open it.</exception>
    /// <exception cref="IOException">It cannot be made, is missing, or is not one that the engine made.</exception>
    public IDatabase Open(DatabaseAddress address, DatabaseUse use) => new SqliteSession(
        use.IsTarget
            ? SqliteFiles.OpenTarget(address.File, use.Time, use.Cancellation, use.HeldUp, use.IsRelaxed)
            : SqliteFiles.OpenSource(address.File, use.Time, address.RowBytesMax, use.Cancellation),
        use);

    /// <summary>Opens the file as a target whose commits are on disk; sessions are relaxed, never the file.</summary>
    public IDurability OpenDurability(DatabaseAddress address, DatabaseUse use, bool ofDatabase) => ofDatabase
        ? throw new ArgumentException("SQLite has no setting of a database that could be relaxed.", nameof(ofDatabase))
        : SqliteDurability.Open(address, use);

    public OwnQuestions Own { get; } = new(
        SqliteScripts.Read("own_objects"), SqliteScripts.Read("loads"));

    public DatabaseFault? Explain(Exception fault) =>
        fault is SqliteException sqlite ? SqliteErrors.Explain(sqlite) : null;

    /// <summary>Copies a large write-ahead log into the file.</summary>
    public void AfterWriting(DatabaseAddress address, DatabaseUse use) =>
        SqliteCheckpoint.WhenLarge(address.File, use.Time, use.Cancellation);
}

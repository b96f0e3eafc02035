namespace Orchestrator.Data.Sqlite;

/// <summary>What a connection may do with its file.</summary>
public enum SqliteAccess { ReadOnly, ReadWrite, Create }

/// <summary>When SQLite waits for the disk; Full: each commit is on disk before it returns.</summary>
public enum SqliteSynchronous { Off, Normal, Full }

/// <summary>How a database file is opened.</summary>
public sealed record SqliteOptions
{
    /// <summary>How long a lock is tried for where nothing else is said.</summary>
    public static readonly TimeSpan DefaultPatience = TimeSpan.FromSeconds(30);

    /// <summary>Path of the database file.</summary>
    public required string Path { get; init; }

    /// <summary>What may be done with it; Create also makes the file. Default: read only.</summary>
    public SqliteAccess Access { get; init; }

    /// <summary>When a commit waits for the disk. Default: full.</summary>
    public SqliteSynchronous Synchronous { get; init; } = SqliteSynchronous.Full;

    /// <summary>
    /// The file may come from anywhere: its schema is not trusted and its inner tables cannot be written.
    /// </summary>
    public bool Foreign { get; init; }

    /// <summary>Refuse a file on a network folder, where WAL corrupts. Default: no.</summary>
    public bool RefuseNetworkFolder { get; init; }

    /// <summary>
    /// Only the owner may read and write the file (0600 on Unix). Default: as the process makes files.
    /// </summary>
    public bool OwnerOnly { get; init; }

    /// <summary>
    /// How long opening and <see cref="SqliteDatabase.BeginImmediate"/> try for a lock. Default: 30 s.
    /// </summary>
    public TimeSpan Patience { get; init; } = DefaultPatience;

    /// <summary>
    /// Told what is waited for when a lock of another process is in the way ("staging.db, held by another process"),
    /// and, with null, when it goes on.
    /// </summary>
    public Action<string?>? HeldUp { get; init; }
}

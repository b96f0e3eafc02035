using Orchestrator.Data.Evidence;

namespace Orchestrator.Data;

/// <summary>Where a database is, all `${…}` resolved. It may hold secrets, so it is never shown.</summary>
public sealed class DatabaseAddress
{
    /// <summary>Name of the connection, for messages.</summary>
    public required string Connection { get; init; }

    /// <summary>Path of the file, for a platform that keeps a database in one; else empty.</summary>
    public string File { get; init; } = "";

    /// <summary>The connection string, for a platform with a server; else empty.</summary>
    public string ConnectionString { get; init; } = "";

    /// <summary>Bytes that one row that is read may have; more is an error, not memory.</summary>
    public long RowBytesMax { get; init; } = int.MaxValue;

    /// <summary>What a package sees of it while it reads. Default: as the platform's own default.</summary>
    public ReadIsolation Isolation { get; init; }

    /// <summary>Whether who reads takes the part of a table that the server shows. Default: no, it is a failure.
    /// </summary>
    public bool TakesParts { get; init; }

    /// <summary>The connection's name: nothing else of it may be seen.</summary>
    public override string ToString() => Connection;
}

/// <summary>What a reader sees of changes that others commit meanwhile.</summary>
public enum ReadIsolation { ReadCommitted, Snapshot, ReadUncommitted, RepeatableRead }

/// <summary>How a package opens a database.</summary>
public sealed record DatabaseUse
{
    /// <summary>Whether it will write; else it must not be able to.</summary>
    public required bool IsTarget { get; init; }

    /// <summary>The clock.</summary>
    public required TimeProvider Time { get; init; }

    /// <summary>Stops waiting for locks and connections.</summary>
    public CancellationToken Cancellation { get; init; }

    /// <summary>Told what is waited for when somebody is in the way, and, with null, when it goes on.</summary>
    public Action<string?>? HeldUp { get; init; }

    /// <summary>Told what the server says beside its answers to a statement of a script, to a procedure, or while
    /// rows are read: PRINT, RAISE NOTICE.</summary>
    public Action<string>? Message { get; init; }

    /// <summary>
    /// What a connection that only reads shall see: the snapshot of another one, which keeps it open; null = as the
    /// isolation of the address says.
    /// </summary>
    public string? Snapshot { get; init; }

    /// <summary>
    /// Whether what it commits may reach the disk later, where the platform relaxes sessions and not the database: its
    /// caller sees to a flush. Default: no.
    /// </summary>
    public bool IsRelaxed { get; init; }

    /// <summary>
    /// Asked by a session once it is open, when it begins (with the lock where a database has one writer) and before it
    /// commits: throws where its run may write no more. What was open before that moment others can end or wait for.
    /// </summary>
    public Action Fence { get; init; } = () => { };

    /// <summary>Takes what the session commits and waits for; null = nobody wants to know.</summary>
    public AttemptMeter? Meter { get; init; }

    /// <summary>What is known of the text that databases keep. Default: what its sessions learn themselves.</summary>
    public KnownTexts Texts { get; init; } = new();

    /// <summary>Who works, as the server's own views shall show it: <see cref="SessionName"/>.</summary>
    public string Application { get; init; } = "orchestrator";
}

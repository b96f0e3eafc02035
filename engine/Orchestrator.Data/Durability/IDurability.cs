namespace Orchestrator.Data.Durability;

/// <summary>
/// One session that looks after the durability of a database: finds out what rules relaxing it out, changes and
/// restores the setting, and brings what was committed to disk. What it commits itself is always on disk. Used by one
/// thread.
/// Throws the driver's own exceptions; <see cref="IPlatform.Explain"/> tells what they mean.
/// </summary>
public interface IDurability : IDisposable
{
    /// <summary>The same session for statements.</summary>
    IDatabase Database { get; }

    /// <summary>Which database it is, in the server's own words.</summary>
    DatabaseIdentity Identity { get; }

    /// <summary>
    /// Whether relaxing changes a setting of the database, which outlives this process; else only sessions that are
    /// opened with <see cref="DatabaseUse.IsRelaxed"/> commit otherwise, and there is nothing to restore.
    /// </summary>
    bool ChangesDatabase { get; }

    /// <summary>The value of the setting while it is relaxed, as <see cref="Setting"/> tells it.</summary>
    string RelaxedSetting { get; }

    /// <summary>The value of the setting now; empty where it is absent.</summary>
    string Setting();

    /// <summary>Whether commits do not wait for the disk while the setting has that value.</summary>
    bool IsRelaxed(string setting) => setting == RelaxedSetting;

    /// <summary>What stands in the way of relaxing it, or should be known.</summary>
    IReadOnlyList<DurabilityObstacle> Obstacles();

    /// <summary>Changes the setting and returns once new transactions follow it; empty makes it absent.</summary>
    /// <exception cref="OperationCanceledException">The token fired while others were in the way.</exception>
    void Change(string setting, CancellationToken cancellation);

    /// <summary>
    /// Takes a lock of that name in the database, which ends with this session; null = somebody else has it.
    /// </summary>
    IDisposable? TryLock(string name);

    /// <summary>
    /// Brings all that was committed before to disk. Called once while the database is still durable, it learns what a
    /// flush that worked looks like.
    /// </summary>
    /// <exception cref="OperationCanceledException">The token fired.</exception>
    void Flush(CancellationToken cancellation);
}

using Microsoft.Data.SqlClient;
using Orchestrator.Data.Durability;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Delayed durability of a SQL Server database. While it is FORCED no commit can ask to be on disk, whatever it says of
/// itself: so behind each commit of this session the log is flushed.
/// </summary>
internal sealed class SqlServerDurability : IDurability
{
    private readonly SqlServerDatabase database;
    private readonly SqlServerSetting setting;
    private readonly SqlServerFlush flush;

    private SqlServerDurability(SqlServerDatabase database, DatabaseUse use)
    {
        this.database = database;
        Identity = database.Rows(
            SqlServerScripts.Read("durability_identity"),
            row => new DatabaseIdentity(row.GetString(0), row.GetString(1))).Single();
        setting = new SqlServerSetting(database, Identity, use);
        flush = new SqlServerFlush(database, Identity, ((SqlServerPlatform)database.Platform).FlushCodes);
        database.Committed = flush.Run;
    }

    /// <inheritdoc/>
    public IDatabase Database => database;

    /// <inheritdoc/>
    public DatabaseIdentity Identity { get; }

    /// <inheritdoc/>
    public bool ChangesDatabase => true;

    /// <inheritdoc/>
    public string RelaxedSetting => SqlServerSetting.Relaxed;

    /// <summary>Opens a session.</summary>
    public static SqlServerDurability Open(SqlServerPlatform platform, DatabaseAddress address, DatabaseUse use)
    {
        var database = SqlServerDatabase.Open(platform, address, use);
        try
        {
            return new SqlServerDurability(database, use);
        }
        catch
        {
            database.Dispose();
            throw;
        }
    }

    /// <inheritdoc/>
    public string Setting() => setting.Now();

    /// <inheritdoc/>
    public IReadOnlyList<DurabilityObstacle> Obstacles() => SqlServerObstacles.Of(database);

    /// <inheritdoc/>
    public void Change(string setting, CancellationToken cancellation) =>
        Stoppable(() => this.setting.Change(setting, cancellation), cancellation);

    /// <inheritdoc/>
    public IDisposable? TryLock(string name) => SqlServerApplicationLock.Try(database, name);

    /// <inheritdoc/>
    public void Flush(CancellationToken cancellation) => Stoppable(flush.Run, cancellation);

    /// <inheritdoc/>
    public void Dispose() => database.Dispose();

    private void Stoppable(Action work, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        database.Work.Begin();
        using var stop = cancellation.Register(database.Interrupt);
        try
        {
            work();
        }
        catch (SqlException fault) when (cancellation.IsCancellationRequested)
        {
            throw new OperationCanceledException(fault.Message, fault, cancellation);
        }
    }
}

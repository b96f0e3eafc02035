using Microsoft.Data.SqlClient;
using Orchestrator.Data.Durability;

namespace Orchestrator.Data.SqlServer;

/// <summary>
/// Delayed durability of a SQL Server database. While it is FORCED no commit can ask to be on disk, whatever it says of
/// itself: so behind each commit of this session the log is flushed.
/// </summary>
internal sealed class SqlServerDurability : IDurability
{
    private readonly SqlServerDatabase _database;
    private readonly SqlServerSetting _setting;
    private readonly SqlServerFlush _flush;

    private SqlServerDurability(SqlServerDatabase database, DatabaseUse use)
    {
        _database = database;
        Identity = database.Rows(
            SqlServerScripts.Read("durability_identity"),
            row => new DatabaseIdentity(row.GetString(0), row.GetString(1))).Single();
        _setting = new SqlServerSetting(database, Identity, use);
        _flush = new SqlServerFlush(database, Identity, ((SqlServerPlatform)database.Platform).FlushCodes);
        database.Committed = _flush.Run;
    }

    public IDatabase Database => _database;

    public DatabaseIdentity Identity { get; }

    public bool ChangesDatabase => true;

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

    public string Setting() => _setting.Now();

    public IReadOnlyList<DurabilityObstacle> Obstacles() => SqlServerObstacles.Of(_database);

    public void Change(string setting, CancellationToken cancellation) =>
        Stoppable(() => _setting.Change(setting, cancellation), cancellation);

    public IDisposable? TryLock(string name) => SqlServerApplicationLock.Try(_database, name);

    public void Flush(CancellationToken cancellation) => Stoppable(_flush.Run, cancellation);

    public void Dispose() => _database.Dispose();

    private void Stoppable(Action work, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        _database.Work.Begin();
        using var stop = _database.Interruption.On(cancellation);
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

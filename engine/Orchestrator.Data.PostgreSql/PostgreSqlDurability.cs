using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;
using Npgsql;
using Orchestrator.Data.Durability;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.PostgreSql;

/// <summary>
/// Looks after the durability of a database: `synchronous_commit` as a setting of the database, which sessions follow
/// that begin later, or of the engine's own sessions only.
/// </summary>
internal sealed class PostgreSqlDurability : IDurability
{
    private readonly PostgreSqlDatabase _database;

    public PostgreSqlDurability(PostgreSqlDatabase database, bool ofDatabase)
    {
        _database = database;
        ChangesDatabase = ofDatabase;
        try
        {
            var found = database.Ask(PostgreSqlScripts.Read("durability_identity")).First;
            Identity = new DatabaseIdentity(found[0]!, found[1]!);
        }
        catch
        {
            database.Dispose();
            throw;
        }
    }

    public IDatabase Database => _database;

    /// <summary>The cluster by the number that it was made with, and its port; the database by its name.</summary>
    public DatabaseIdentity Identity { get; }

    public bool ChangesDatabase { get; }

    public string RelaxedSetting => PostgreSqlDurabilityDialect.Relaxed;

    public string Setting() => _database.Ask(PostgreSqlScripts.Read("durability")).First[0]!;

    public IReadOnlyList<DurabilityObstacle> Obstacles() => PostgreSqlObstacles.Of(
        _database.Ask(PostgreSqlScripts.Read("durability_facts")).First, Setting(), ChangesDatabase);

    public void Change(string setting, CancellationToken cancellation)
    {
        if (!ChangesDatabase)
        {
            throw new InvalidOperationException("Only sessions are relaxed here, and the database stays as it is.");
        }

        Stoppable(
            () => OwnTable.Commit(
                _database, PostgreSqlDurabilityDialect.Change(_database.Dialect, Identity.Database, setting),
                cancellation),
            cancellation);
    }

    public IDisposable? TryLock(string name)
    {
        var key = BinaryPrimitives.ReadInt64BigEndian(SHA256.HashData(Encoding.UTF8.GetBytes(name)));
        return _database.Number(PostgreSqlScripts.Read("try_lock"), ("key", key)) > 0
            ? new SessionLock(
                _database.Platform, () => _database.Execute(PostgreSqlScripts.Read("unlock"), ("key", key)))
            : null;
    }

    public void Flush(CancellationToken cancellation) =>
        Stoppable(() => PostgreSqlFlush.Run(_database, cancellation), cancellation);

    public void Dispose() => _database.Dispose();

    private void Stoppable(Action work, CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        using var interrupt = _database.Interruption.On(cancellation);
        try
        {
            work();
        }
        catch (PostgresException stopped) when (cancellation.IsCancellationRequested)
        {
            _database.Rollback();
            throw new OperationCanceledException(stopped.MessageText, stopped, cancellation);
        }
    }
}

using System.Security.Cryptography;
using System.Text;
using MySqlConnector;
using Orchestrator.Data.Durability;
using Orchestrator.Data.Servers;

namespace Orchestrator.Data.MariaDb;

/// <summary>
/// Looks after the durability of a database. `innodb_flush_log_at_trx_commit` is a setting of the whole server, which
/// no session goes beyond; the engine watches it, flushes, and changes nothing yet.
/// </summary>
internal sealed class MariaDbDurability : IDurability
{
    private const int LockNameChars = 32;

    private readonly MariaDbDatabase _database;

    public MariaDbDurability(IDatabase database)
    {
        _database = (MariaDbDatabase)database;
        try
        {
            var found = _database.Ask(MariaDbScripts.Read("durability_identity")).First;
            Identity = new DatabaseIdentity(found[0]!, found[1]!);
        }
        catch
        {
            database.Dispose();
            throw;
        }
    }

    public IDatabase Database => _database;

    /// <summary>The server by its host, port and folder; the database by its name.</summary>
    public DatabaseIdentity Identity { get; }

    public bool ChangesDatabase => false;

    public string RelaxedSetting => MariaDbDurabilityDialect.Relaxed;

    public string Setting() => _database.Texts(MariaDbScripts.Read("durability"))[0];

    /// <summary>Others set it to 0 as well, which loses more than what it would be relaxed to.</summary>
    public bool IsRelaxed(string setting) => !MariaDbDurabilityDialect.IsDurable(setting);

    public IReadOnlyList<DurabilityObstacle> Obstacles() =>
        MariaDbObstacles.Of(_database.Ask(MariaDbScripts.Read("durability_facts")).First, Setting());

    public void Change(string setting, CancellationToken cancellation) =>
        throw new InvalidOperationException("The setting is the whole server's, and stays as it is.");

    /// <summary>One of the database's, though the server's locks are of all its databases.</summary>
    public IDisposable? TryLock(string name)
    {
        var hash = SHA256.HashData(Encoding.UTF8.GetBytes($"{Identity.Database}\n{name}"));
        var key = "orchestrator-lock-" + Convert.ToHexStringLower(hash)[..LockNameChars];
        return _database.Number("SELECT GET_LOCK(@key, 0)", ("key", key)) > 0
            ? new SessionLock(
                _database.Platform, () => _database.Number("SELECT RELEASE_LOCK(@key)", ("key", key)))
            : null;
    }

    public void Flush(CancellationToken cancellation)
    {
        cancellation.ThrowIfCancellationRequested();
        using var interrupt = _database.Interruption.On(cancellation);
        try
        {
            MariaDbFlush.Run(_database, cancellation);
        }
        catch (MySqlException stopped) when (cancellation.IsCancellationRequested)
        {
            _database.Rollback();
            throw new OperationCanceledException(stopped.Message, stopped, cancellation);
        }
    }

    public void Dispose() => _database.Dispose();
}

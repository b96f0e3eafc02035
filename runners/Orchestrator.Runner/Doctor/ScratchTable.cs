using Orchestrator.Data;
using Orchestrator.Data.Calibrate;

namespace Orchestrator.Runner.Doctor;

/// <summary>
/// The table that a ladder inserts into. On a server it is a table of the engine's own; where a database is a file it
/// is in a file beside it, because a file never gets smaller again. Its name is one for all, so that a call finds what
/// one before it has left, and two at a time refuse each other. Used by one thread.
/// </summary>
public sealed class ScratchTable
{
    /// <summary>What a file that holds it ends with.</summary>
    public const string FileEnd = ".calibration";

    /// <summary>What stands behind the engine's prefix, or in its schema.</summary>
    public const string BareName = "calibration";

    private static readonly string[] FileParts = ["", "-wal", "-shm", "-journal"];

    private readonly IPlatform _platform;
    private readonly DatabaseUse _use;
    private readonly TimeSpan _patience;

    /// <summary>That of a database; nothing is opened yet.</summary>
    /// <param name="platform">Its platform.</param>
    /// <param name="address">The database.</param>
    /// <param name="use">How it is opened; its token does not keep the table from being removed.</param>
    /// <param name="patience">How long others may keep it locked.</param>
    public ScratchTable(IPlatform platform, DatabaseAddress address, DatabaseUse use, TimeSpan patience)
    {
        (_platform, _use, _patience) = (platform, use, patience);
        Address = !platform.Abilities.IsFile ? address : new DatabaseAddress
        {
            Connection = address.Connection,
            File = address.File + FileEnd,
        };
        Name = platform.Dialect.OwnTable(BareName);
    }

    /// <summary>The database that it is in.</summary>
    public DatabaseAddress Address { get; }

    /// <summary>The table.</summary>
    public TableName Name { get; }

    /// <summary>What people know it by.</summary>
    public string Where => _platform.Abilities.IsFile ? Address.File : $"{Name}";

    /// <summary>Whether it is there: left by a calibration that died, or in use by one at work.</summary>
    public bool IsThere()
    {
        if (_platform.Abilities.IsFile)
        {
            return File.Exists(Address.File);
        }

        using var database = _platform.Open(Address, _use with { Cancellation = CancellationToken.None });
        return database.KindOf(Name) is not null;
    }

    /// <summary>Makes it, or fails where somebody has made it meanwhile.</summary>
    /// <exception cref="OperationCanceledException">Somebody asked to stop; it is not there.</exception>
    /// <exception cref="CalibrationStuckException">Others are in the way.</exception>
    public void Make() => InTransaction(database => database.CreateTable(Name, SampleRows.Columns), _use.Cancellation);

    /// <summary>Makes it anew, empty, in one transaction: nobody else can take its name between.</summary>
    /// <exception cref="OperationCanceledException">Somebody asked to stop; it is as it was.</exception>
    /// <exception cref="CalibrationStuckException">Others keep it locked.</exception>
    public void Renew() => InTransaction(
        database =>
        {
            database.Execute(_platform.Dialect.Drop(Name));
            database.CreateTable(Name, SampleRows.Columns);
        },
        _use.Cancellation);

    /// <summary>How many rows it has.</summary>
    /// <exception cref="OperationCanceledException">Somebody asked to stop.</exception>
    /// <exception cref="CalibrationStuckException">Others keep it locked.</exception>
    public long Count()
    {
        using var database = _platform.Open(Address, _use);
        long count = 0;
        Bounded(database, () => count = database.Number(_platform.Dialect.Count(Name)), _use.Cancellation);
        return count;
    }

    /// <summary>Removes it, also after somebody asked to stop.</summary>
    /// <exception cref="CalibrationStuckException">Others keep it locked.</exception>
    public void Remove()
    {
        if (!_platform.Abilities.IsFile)
        {
            InTransaction(database => database.Execute(_platform.Dialect.Drop(Name)), CancellationToken.None);
            return;
        }

        foreach (var part in FileParts)
        {
            File.Delete(Address.File + part);
        }
    }

    private void InTransaction(Action<IDatabase> work, CancellationToken stop)
    {
        using var database = _platform.Open(Address, _use with { Cancellation = stop });
        database.Begin(stop);
        try
        {
            Bounded(
                database,
                () =>
                {
                    work(database);
                    database.Commit();
                },
                stop);
        }
        catch
        {
            database.Rollback();
            throw;
        }
    }

    /// <summary>Ends what others keep waiting, at once where somebody asks to stop.</summary>
    private void Bounded(IDatabase database, Action work, CancellationToken stop)
    {
        using var late = new CancellationTokenSource(_patience, _use.Time);
        using var both = CancellationTokenSource.CreateLinkedTokenSource(late.Token, stop);
        using (database.Interruption.On(both.Token))
        {
            try
            {
                work();
            }
            catch (Exception fault) when (both.IsCancellationRequested && fault is not OperationCanceledException)
            {
                stop.ThrowIfCancellationRequested();
                throw new CalibrationStuckException(
                    $"{Where} is in use: what others have locked there was waited for in vain", fault);
            }
        }
    }
}

using Orchestrator.Data;
using Orchestrator.Data.Calibrate;

namespace Orchestrator.Runner.Calibrate.Inserts;

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

    private readonly IPlatform platform;
    private readonly DatabaseUse use;

    /// <summary>That of a database; nothing is opened yet.</summary>
    public ScratchTable(IPlatform platform, DatabaseAddress address, DatabaseUse use)
    {
        (this.platform, this.use) = (platform, use);
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
    public string Where => platform.Abilities.IsFile ? Address.File : $"{Name}";

    /// <summary>Whether it is there: left by a calibration that died, or in use by one at work.</summary>
    public bool IsThere()
    {
        if (platform.Abilities.IsFile)
        {
            return File.Exists(Address.File);
        }

        using var database = platform.Open(Address, use);
        return database.KindOf(Name) is not null;
    }

    /// <summary>Makes it, or fails where somebody has made it meanwhile.</summary>
    public void Make() => InTransaction(database => database.CreateTable(Name, SampleRows.Columns));

    /// <summary>Makes it anew, empty, in one transaction: nobody else can take its name between.</summary>
    public void Renew() => InTransaction(database =>
    {
        database.Execute(platform.Dialect.Drop(Name));
        database.CreateTable(Name, SampleRows.Columns);
    });

    /// <summary>How many rows it has.</summary>
    public long Count()
    {
        using var database = platform.Open(Address, use);
        return database.Number(platform.Dialect.Count(Name));
    }

    /// <summary>Removes it, also after somebody asked to stop.</summary>
    public void Remove()
    {
        if (!platform.Abilities.IsFile)
        {
            InTransaction(database => database.Execute(platform.Dialect.Drop(Name)));
            return;
        }

        foreach (var part in FileParts)
        {
            File.Delete(Address.File + part);
        }
    }

    private void InTransaction(Action<IDatabase> work)
    {
        using var database = platform.Open(Address, use);
        database.Begin(use.Cancellation);
        try
        {
            work(database);
            database.Commit();
        }
        catch
        {
            database.Rollback();
            throw;
        }
    }
}

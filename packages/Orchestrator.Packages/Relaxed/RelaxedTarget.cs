using Orchestrator.Data;
using Orchestrator.Data.Durability;

namespace Orchestrator.Packages.Relaxed;

/// <summary>One database whose durability a run relaxes: opened, flushed, and asked what survived.</summary>
public sealed class RelaxedTarget
{
    private readonly DatabaseUse _use;
    private readonly Func<IDurability, CancellationToken, IDurability> _changed;
    private readonly bool _ofDatabase;

    internal RelaxedTarget(
        IPlatform platform, DatabaseAddress address, DatabaseUse use, bool ofDatabase,
        Func<IDurability, CancellationToken, IDurability> changed)
    {
        Platform = platform;
        Address = address;
        _use = use;
        _ofDatabase = ofDatabase;
        _changed = changed;
    }

    public IPlatform Platform { get; }

    public DatabaseAddress Address { get; }

    /// <summary>Opens the session that looks after its durability; a file is made where it is missing.</summary>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public IDurability Open(CancellationToken cancellation) => _changed(
        Platform.OpenDurability(Address, _use with { Cancellation = cancellation }, _ofDatabase), cancellation);

    /// <summary>Which database that is; a file is told by its name, and not opened.</summary>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public DatabaseIdentity Identity()
    {
        if (Platform.Abilities.IsFile)
        {
            return new DatabaseIdentity(Environment.MachineName, Path.GetFullPath(Address.File));
        }

        using var durability = Platform.OpenDurability(Address, _use, _ofDatabase);
        return durability.Identity;
    }

    /// <summary>
    /// Brings what was committed to disk; where a database has one writer at a time, behind the packages that asked for
    /// their turn before.
    /// </summary>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public void Flush(IDurability durability, WriterTurns turns, CancellationToken cancellation)
    {
        using var turn = Platform.Abilities.HasOneWriter
            ? turns.Take(Address.File, $"the flush of {Address.Connection}", _ => { }, cancellation)
            : null;
        durability.Flush(cancellation);
    }

    /// <summary>Those of the attempts whose marker is there, over a new connection.</summary>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public IReadOnlySet<long> Found(Guid ledger, IEnumerable<long> attempts, CancellationToken cancellation)
    {
        if (Platform.Abilities.IsFile && !File.Exists(Address.File))
        {
            return new HashSet<long>();
        }

        using var database = Platform.Open(Address, _use with { IsTarget = false, Cancellation = cancellation });
        return new AttemptMarkers(database, ledger.ToString()).Found(attempts);
    }

    /// <summary>Removes the markers of attempts.</summary>
    /// <exception cref="Exception">What <see cref="ConnectionAccess.Explain"/> explains.</exception>
    public void Remove(Guid ledger, IEnumerable<long> attempts, CancellationToken cancellation)
    {
        if (Platform.Abilities.IsFile && !File.Exists(Address.File))
        {
            return;
        }

        using var database = Platform.Open(Address, _use with { Cancellation = cancellation });
        new AttemptMarkers(database, ledger.ToString()).Remove(attempts, cancellation);
    }
}

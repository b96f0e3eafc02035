using Orchestrator.Core.Durability;
using Orchestrator.Data;
using Orchestrator.Data.Durability;
using Orchestrator.Packages.Relaxed;

namespace Orchestrator.Runner.Durability;

/// <summary>
/// The session of one run that looks after the durability of one database: its locks, the rows of those that keep it
/// relaxed, its setting, and flushes. One that is lost is opened anew. Used by one thread at a time.
/// </summary>
internal sealed class DatabaseSession : IDisposable
{
    private const string Serial = "orchestrator durability";
    private static readonly TimeSpan Pause = TimeSpan.FromMilliseconds(20);
    private static readonly TimeSpan TurnMax = TimeSpan.FromMinutes(1);

    private readonly Guid _ledger;
    private readonly long _run;
    private readonly TimeProvider _time;
    private readonly WriterTurns _turns;
    private readonly CancellationToken _over;
    private IDurability? _durability;
    private bool _isHolder;

    /// <summary>Opens it.</summary>
    /// <param name="target">The database.</param>
    /// <param name="ledger">The ledger that counts the runs.</param>
    /// <param name="run">Number of the run.</param>
    /// <param name="time">The clock.</param>
    /// <param name="turns">Of those that write the same files.</param>
    /// <param name="over">Ends all waiting of the session.</param>
    public DatabaseSession(
        RelaxedTarget target, Guid ledger, long run, TimeProvider time, WriterTurns turns, CancellationToken over)
    {
        (Target, _ledger, _run, _time, _turns, _over) = (target, ledger, run, time, turns, over);
        _durability = target.Open(over);
        (Identity, ChangesDatabase) = (_durability.Identity, _durability.ChangesDatabase);
    }

    /// <summary>The database.</summary>
    public RelaxedTarget Target { get; }

    /// <summary>The database, as its server named it when this was opened.</summary>
    public DatabaseIdentity Identity { get; }

    /// <summary>Whether a setting of the database is changed.</summary>
    public bool ChangesDatabase { get; }

    /// <summary>The driver's part; opened anew where the last attempt to do so has failed.</summary>
    public IDurability Durability => _durability ??= Opened();

    /// <summary>Waits until nobody else enters or leaves; disposing it lets the next one.</summary>
    /// <exception cref="DurabilityRefusedException">Somebody else took a minute.</exception>
    public IDisposable Turn(CancellationToken cancellation)
    {
        var began = _time.GetTimestamp();
        while (true)
        {
            if (Durability.TryLock(Serial) is { } turn)
            {
                return turn;
            }

            cancellation.ThrowIfCancellationRequested();
            if (_time.GetElapsedTime(began) > TurnMax)
            {
                throw new DurabilityRefusedException(
                    $"another run has been changing the durability of {Durability.Identity} for a minute");
            }

            cancellation.WaitHandle.WaitOne(Pause);
        }
    }

    /// <summary>Takes the lock by which others know that the run lives, for as long as the session lasts.</summary>
    /// <returns>Whether it was free.</returns>
    public bool TryHold() => _isHolder = _isHolder || Durability.TryLock(LockOf($"{_ledger}", _run)) is not null;

    /// <summary>Those that keep the database relaxed, newest first, and whether each is alive.</summary>
    /// <param name="isAlive">Whether this run counts as alive.</param>
    public IReadOnlyList<ScopeHolder> Holders(bool isAlive) =>
        ScopeHolder.NewestFirst([.. new DurabilityHolders(Durability.Database).Read()
            .OrderByDescending(holder => holder.Since).Select(holder => new ScopeHolder(
                holder.Ledger, holder.Run, holder.Found,
                holder.Ledger == $"{_ledger}" && holder.Run == _run ? isAlive : IsAlive(holder)))]);

    /// <summary>Adds the row of this run, and then removes those whose place it takes.</summary>
    public void Claim(
        string found, string owner, DateTimeOffset since, IEnumerable<ScopeHolder> inherited, CancellationToken c)
    {
        new DurabilityHolders(Durability.Database).Add(
            new DurabilityHolder($"{_ledger}", _run, found, Durability.RelaxedSetting, owner, since), c);
        Release(inherited, c);
    }

    /// <summary>Removes rows.</summary>
    public void Release(IEnumerable<ScopeHolder> holders, CancellationToken cancellation)
    {
        foreach (var holder in holders)
        {
            new DurabilityHolders(Durability.Database).Remove(holder.Ledger, holder.Run, cancellation);
        }
    }

    /// <summary>Changes the setting, and reads it back.</summary>
    /// <exception cref="DurabilityRefusedException">It is another one afterwards.</exception>
    public void Change(string setting, CancellationToken cancellation)
    {
        Durability.Change(setting, cancellation);
        if (Durability.Setting() is var now && now != setting)
        {
            throw new DurabilityRefusedException(
                $"it was set to '{setting}', and reads '{now}' afterwards: somebody else has changed it");
        }
    }

    /// <summary>Which attempts have left their marker on disk: flushes, and reads over a new connection.</summary>
    public IReadOnlySet<long> Hardened(IReadOnlyList<long> attempts, CancellationToken cancellation)
    {
        Target.Flush(Durability, _turns, cancellation);
        return Target.Found(_ledger, attempts, _over);
    }

    /// <summary>Removes markers that nobody will ask for any more.</summary>
    public void Forget(IReadOnlyList<long> attempts, CancellationToken cancellation) =>
        Target.Remove(_ledger, attempts, cancellation);

    /// <summary>Opens it anew, with the lock by which others know that the run lives.</summary>
    public void Reopen()
    {
        Dispose();
        _durability = Opened();
    }

    public void Dispose()
    {
        _durability?.Dispose();
        _durability = null;
    }

    private IDurability Opened()
    {
        var opened = Target.Open(_over);
        if (_isHolder)
        {
            // The server may not have missed the old session yet; without the lock only speed is lost.
            _ = opened.TryLock(LockOf($"{_ledger}", _run));
        }

        return opened;
    }

    private static string LockOf(string ledger, long run) => $"{Serial} {ledger} {run}";

    private bool IsAlive(DurabilityHolder holder)
    {
        using var taken = Durability.TryLock(LockOf(holder.Ledger, holder.Run));
        return taken is null;
    }
}

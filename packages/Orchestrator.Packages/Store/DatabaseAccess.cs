using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Packages.Load.Rejects;
using Orchestrator.Packages.Relaxed;

namespace Orchestrator.Packages.Store;

/// <summary>The way of one package to a database: where it is, of which platform, and whose turn it is.</summary>
internal sealed class DatabaseAccess
{
    // A session that stood idle for longer may have been ended on the way, which only its next statement would tell.
    private static readonly TimeSpan IdleMax = TimeSpan.FromSeconds(5);

    private readonly PackageContext _context;
    private readonly DatabaseUse _use;
    private WriterTurn? _turn;
    private (IDatabase Database, long Asked)? _looked;

    private DatabaseAccess(PackageContext context, IPlatform platform, bool isTarget, DatabaseAddress address)
    {
        _context = context;
        Platform = platform;
        Address = address;
        _use = new DatabaseUse
        {
            IsTarget = isTarget,
            Time = context.Time,
            Cancellation = context.Cancellation,
            HeldUp = over => context.HeldUp(
                platform.Abilities.HasOneWriter ? WaitReason.WriterTurn : WaitReason.Server, over),
            Message = QuotedWords.Told(context),
            IsRelaxed = isTarget && context.IsRelaxed,
            Fence = isTarget ? context.Fence.Pass : () => { },
            Meter = isTarget ? context.Meter : null,
            Texts = context.Resources.Texts,
            Application = SessionName.Of(context.Run, context.Ledger, context.Object.FullName),
        };
    }

    public IPlatform Platform { get; }

    public DatabaseAddress Address { get; }

    /// <summary>To write what the package writes.</summary>
    /// <exception cref="PackageRefusedException">A placeholder of the connection has no value.</exception>
    public static DatabaseAccess ToTarget(PackageContext context) => To(context, isTarget: true);

    /// <summary>To read only what the package works on.</summary>
    /// <exception cref="PackageRefusedException">A placeholder of the connection has no value.</exception>
    public static DatabaseAccess ToReadTarget(PackageContext context) => To(context, isTarget: false);

    /// <summary>To read what the package reads.</summary>
    /// <exception cref="PackageRefusedException">A placeholder of the connection has no value.</exception>
    public static DatabaseAccess ToSource(PackageContext context) => new(
        context, PlatformOf(context, context.Object.Source!.Connection), isTarget: false,
        Addresses.OfSource(context));

    /// <summary>The same database for who looks after its durability.</summary>
    public RelaxedTarget Durability => new(
        Platform, Address, _use with { Meter = null, Message = null }, Platform.Abilities.CommitsAsDatabaseSays,
        (own, _) => own);

    /// <summary>Opens it; what was looked at just now is open already.</summary>
    public IDatabase Open()
    {
        if (_looked is { } kept)
        {
            _looked = null;
            if (_context.Time.GetElapsedTime(kept.Asked) <= IdleMax)
            {
                return kept.Database;
            }

            kept.Database.Dispose();
        }

        return Platform.Open(Address, _use);
    }

    /// <summary>
    /// Asks the database something before it is written. The session is kept for the next look and for the writing: to
    /// begin one costs a server more than to answer. <see cref="LetGo"/> ends it where nobody writes.
    /// </summary>
    public T Look<T>(Func<IDatabase, T> look)
    {
        var database = Open();
        try
        {
            var found = look(database);
            // A file is opened at once, and one that stays open would be in the way of who finishes with it.
            if (!Platform.Abilities.IsFile)
            {
                _looked = (database, _context.Time.GetTimestamp());
            }

            return found;
        }
        finally
        {
            if (_looked is null)
            {
                database.Dispose();
            }
        }
    }

    /// <summary>Ends the session that is kept, if there is one.</summary>
    public void LetGo()
    {
        _looked?.Database.Dispose();
        _looked = null;
    }

    /// <summary>Opens a connection that works beside others of the package, for another thread.</summary>
    /// <param name="cancellation">Stops its waiting.</param>
    /// <param name="snapshot">What it sees where it only reads; null = as the connection says.</param>
    public IDatabase OpenBeside(CancellationToken cancellation, string? snapshot = null) =>
        Platform.Open(Address, _use with { Cancellation = cancellation, Snapshot = snapshot });

    /// <summary>Opens it also where the attempt shall stop.</summary>
    public IDatabase OpenAnyway() => Platform.Open(Address, _use with { Cancellation = CancellationToken.None });

    /// <summary>Waits for the turn to write; null where the platform knows no turns.</summary>
    public WriterTurn? TakeTurn() => _turn = Platform.Abilities.HasOneWriter
        ? _context.Resources.WriterTurns.Take(
            Address.File, _context.Object.FullName, over => _context.HeldUp(WaitReason.WriterTurn, over),
            _context.Cancellation)
        : null;

    /// <summary>
    /// Waits for another run. Others of this one write meanwhile: what that run waits for may be theirs.
    /// </summary>
    public void WaitWithoutTurn(Action wait)
    {
        if (_turn is { } own)
        {
            own.Lend(wait);
        }
        else
        {
            wait();
        }
    }

    /// <summary>What the database needs after it was written and closed; the caller has the turn.</summary>
    public void AfterWriting() => Platform.AfterWriting(Address, _use);

    private static DatabaseAccess To(PackageContext context, bool isTarget) => new(
        context, PlatformOf(context, context.Object.Target.Connection), isTarget,
        Addresses.OfTarget(context));

    private static IPlatform PlatformOf(PackageContext context, string connection) =>
        context.PlatformOf(Addresses.Find(context.Solution, connection))
        ?? throw new InvalidOperationException($"The connection '{connection}' is no database.");
}

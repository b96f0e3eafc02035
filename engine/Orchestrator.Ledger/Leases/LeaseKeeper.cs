using Orchestrator.Core.Leases;
using Orchestrator.Data;
using Orchestrator.Ledger.Servers;

namespace Orchestrator.Ledger.Leases;

/// <summary>
/// Keeps the lease of a run alive: one thread renews it, over a connection of its own, because that of the run may be
/// stuck; another one, which waits for nothing, looks how much of it is left. Whoever cannot renew it stops the
/// packages of the run, and ends the process before anybody else may take over. Dispose it before the ledger's writer.
/// </summary>
public sealed class LeaseKeeper : IDisposable
{
    private const string Locked = "another process has it locked";

    private readonly LedgerLocation location;
    private readonly RunLock held;
    private readonly LeaseTerms terms;
    private readonly TimeProvider time;
    private readonly Action end;
    private readonly Lock gate = new();
    private readonly ManualResetEventSlim over = new();
    private readonly List<Thread> threads = [];
    private ILedgerDatabase? database;
    private StatementCache? statements;
    private Action<LedgerException>? listener;
    private LedgerException? lost;
    private volatile string why = "";
    private volatile bool isOver;
    private volatile bool isTaken;
    private bool isLate;
    private long renewed;

    /// <summary>Of a lease that was asked for at a time of the clock.</summary>
    internal LeaseKeeper(
        LedgerLocation location, RunLock held, LeaseTerms terms, long asked, TimeProvider time, Action end) =>
        (this.location, this.held, this.terms, renewed, this.time, this.end) =
            (location, held, terms, asked, time, end);

    /// <summary>Claims the lease for a run that is about to begin, and keeps it from now on.</summary>
    /// <exception cref="LedgerException">ORC4104. ORC4120: the lock was lost meanwhile.</exception>
    public static LeaseKeeper Begin(LedgerLocation location, RunLock held, LedgerWriter ledger)
    {
        // The clock of the machine, whatever clock the run is given: others hold against it.
        var time = MachineClock.Beside(location);
        var asked = time.GetTimestamp();
        CrashPoint.Around("lease.claim", () => ledger.Claim(held));
        var keeper = new LeaseKeeper(
            location, held, ledger.Terms, asked, time, End);
        ledger.BeforeCommit = keeper.Look;
        keeper.Unwritten = () => ledger.Unwritten;
        keeper.Start("heartbeat", keeper.terms.RenewEvery, keeper.Beat);
        keeper.Start("lease", keeper.terms.LookEvery, keeper.Look);
        return keeper;
    }

    /// <summary>Told once that the run must stop; from any thread, also at once.</summary>
    public Action<LedgerException>? WhenLost
    {
        get => listener;
        set
        {
            LedgerException? known;
            lock (gate)
            {
                (listener, known) = (value, lost);
            }

            if (known is not null)
            {
                value?.Invoke(known);
            }
        }
    }

    /// <summary>
    /// Told, from any thread, that the ledger takes nothing while the run goes on, and why; and with an empty text that
    /// it does again.
    /// </summary>
    public Action<string> WhenLate { get; set; } = _ => { };

    /// <summary>
    /// Whether the run may still commit anything anywhere: by the clock by which its process is ended, so that it holds
    /// also for who goes on before that has happened. From any thread, without waiting.
    /// </summary>
    public bool IsHeld => !isTaken && LeaseRules.IsHeld(terms, SinceRenewal);

    /// <summary>How long the run's own connection has been at a commit.</summary>
    internal Func<TimeSpan> Unwritten { get; set; } = () => TimeSpan.Zero;

    /// <summary>How long ago the loop of the run has turned; null = it is at something else, in its own time.</summary>
    public Func<TimeSpan?> SinceTurn { get; set; } = () => null;

    /// <summary>Asks the loop to turn, long before it is asked when it has.</summary>
    public Action Wake { get; set; } = () => { };

    /// <summary>Renews the lease, where nothing is in the way. Never throws.</summary>
    internal void Beat()
    {
        var asked = time.GetTimestamp();
        try
        {
            Wake();
            if (!LeaseRules.MayRenew(terms, SinceRenewal, SinceTurn()))
            {
                why = "its own loop is stuck";
            }
            else if (!held.Renew())
            {
                why = "another session has the lock of its batch";
            }
            else if (IsRenewed())
            {
                Interlocked.Exchange(ref renewed, asked);
                why = "";
            }
            else
            {
                isTaken = true;
                Lose(LedgerFaults.TakenOver(held));
            }
        }
#pragma warning disable CA1031 // Whatever happens here, the next beat tries again, and the look knows what it means.
        catch (Exception error)
#pragma warning restore CA1031
        {
            // What was waited for is known better than that the wait was over.
            why = error is not OperationCanceledException ? LedgerFaults.Reason(location, error).TrimEnd('.')
                : why.Length > 0 ? why : Locked;
            Close();
        }
    }

    /// <summary>Stops the packages of the run, or ends its process, where too little of the lease is left.</summary>
    internal void Look()
    {
        if (isOver)
        {
            return;
        }

        TellIfLate();
        var duty = LeaseRules.Due(terms, SinceRenewal);
        if (duty == LeaseDuty.EndProcess)
        {
            end();
        }
        else if (duty == LeaseDuty.StopPackages)
        {
            Lose(LedgerFaults.NotRenewed(held, SinceRenewal, terms.Duration - SinceRenewal, why));
        }
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        isOver = true;
        over.Set();
        threads.ForEach(thread => thread.Join());
        Close();
        over.Dispose();
    }

    private static void End()
    {
        if (!CrashPoint.IsForStops)
        {
            MachineProcess.EndOwn();
        }
    }

    private void TellIfLate()
    {
        var (since, stuck) = (SinceRenewal, Unwritten());
        var now = since >= terms.WarnAfter || stuck >= terms.RenewEvery;
        lock (gate)
        {
            if (now == isLate || lost is not null)
            {
                return;
            }

            isLate = now;
        }

        WhenLate(now
            ? LedgerFaults.TakesNothing(location, since > stuck ? since : stuck, terms.StopAfter, why) : "");
    }

    private TimeSpan SinceRenewal => time.GetElapsedTime(Interlocked.Read(ref renewed));

    private bool IsRenewed()
    {
        using var patience = new CancellationTokenSource(terms.RenewEvery, time);
        database ??= location.OpenForWriting(
            time, new LedgerWait(new LedgerPatience
            {
                Cancellation = patience.Token,
                Held = held,
                Told = () => why = Locked,
            }, time));
        statements ??= new StatementCache(database);
        if (database is ServerDatabase server)
        {
            server.PatienceSeconds = Math.Max(1, (int)terms.RenewEvery.TotalSeconds);
        }

        database.BeginWriting(patience.Token);
        try
        {
            var isOurs = LeaseStatements.Renew(database, statements, held, terms);
            database.Commit();
            return isOurs;
        }
        finally
        {
            database.Rollback();
        }
    }

    private void Lose(LedgerException failure)
    {
        Action<LedgerException>? tell;
        lock (gate)
        {
            if (lost is not null)
            {
                return;
            }

            (lost, tell) = (failure, listener);
        }

        tell?.Invoke(failure);
    }

    private void Close()
    {
        statements?.Dispose();
        database?.Dispose();
        (statements, database) = (null, null);
    }

    private void Start(string name, TimeSpan every, Action turn)
    {
        var thread = new Thread(() =>
        {
            while (!over.Wait(every))
            {
                turn();
            }
        })
        { Name = name, IsBackground = true };
        threads.Add(thread);
        thread.Start();
    }
}

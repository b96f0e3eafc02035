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

    private readonly LedgerLocation _location;
    private readonly RunLock _held;
    private readonly LeaseTerms _terms;
    private readonly TimeProvider _time;
    private readonly Action _end;
    private readonly Lock _gate = new();
    private readonly ManualResetEventSlim _over = new();
    private readonly List<Thread> _threads = [];
    private ILedgerDatabase? _database;
    private StatementCache? _statements;
    private Action<LedgerException>? _listener;
    private LedgerException? _lost;
    private volatile string _why = "";
    private volatile bool _isOver;
    private volatile bool _isTaken;
    private bool _isLate;
    private long _renewed;
    private long _seen;
    private long _stoodTicks;

    /// <summary>Of a lease that was asked for at a time of the clock.</summary>
    internal LeaseKeeper(
        LedgerLocation location, RunLock held, LeaseTerms terms, long asked, TimeProvider time, Action end) =>
        (_location, _held, _terms, _renewed, _seen, _time, _end) =
            (location, held, terms, asked, time.GetTimestamp(), time, end);

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
        keeper.Start("heartbeat", keeper._terms.RenewEvery, keeper.Beat);
        keeper.Start("lease", keeper._terms.LookEvery, keeper.Look);
        return keeper;
    }

    /// <summary>Told once that the run must stop; from any thread, also at once.</summary>
    public Action<LedgerException>? WhenLost
    {
        get => _listener;
        set
        {
            LedgerException? known;
            lock (_gate)
            {
                (_listener, known) = (value, _lost);
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
    public bool IsHeld => !_isTaken && LeaseRules.IsHeld(_terms, SinceRenewal);

    /// <summary>How long until it ends the process, unless the lease is renewed; null = it keeps it no more.</summary>
    public TimeSpan? LeftToEnd => _isOver ? null : _terms.EndAfter - SinceRenewal;

    /// <summary>How long the run's own connection has been at a commit.</summary>
    internal Func<TimeSpan> Unwritten { get; set; } = () => TimeSpan.Zero;

    /// <summary>How long ago the loop of the run has turned; null = it is at something else, in its own time.</summary>
    public Func<TimeSpan?> SinceTurn { get; set; } = () => null;

    /// <summary>Asks the loop to turn, long before it is asked when it has.</summary>
    public Action Wake { get; set; } = () => { };

    /// <summary>Renews the lease, where nothing is in the way. Never throws.</summary>
    internal void Beat()
    {
        NoteThatWeLive();
        var (asked, stood) = (_time.GetTimestamp(), Interlocked.Read(ref _stoodTicks));
        try
        {
            Wake();
            if (!LeaseRules.MayRenew(_terms, SinceRenewal, SinceTurn()))
            {
                _why = "its own loop is stuck";
            }
            else if (!_held.Renew())
            {
                _why = "another session has the lock of its batch";
            }
            else if (IsRenewed())
            {
                Interlocked.Exchange(ref _renewed, asked);
                // A gap that was seen meanwhile is within the time since it was asked for.
                Interlocked.CompareExchange(ref _stoodTicks, 0, stood);
                _why = "";
            }
            else
            {
                _isTaken = true;
                Lose(LedgerFaults.TakenOver(_held));
            }
        }
#pragma warning disable CA1031 // Whatever happens here, the next beat tries again, and the look knows what it means.
        catch (Exception error)
#pragma warning restore CA1031
        {
            // It may have stood still within this beat, and be back here before the one that looks.
            NoteThatWeLive();
            // What was waited for is known better than that the wait was over; who stood still has waited for nobody.
            _why = error is not OperationCanceledException ? LedgerFaults.Reason(_location, error).TrimEnd('.')
                : _why.Length > 0 || StoodStill > TimeSpan.Zero ? _why : Locked;
            Close();
        }
    }

    /// <summary>Stops the packages of the run, or ends its process, where too little of the lease is left.</summary>
    internal void Look()
    {
        if (_isOver)
        {
            return;
        }

        NoteThatWeLive();
        TellIfLate();
        var duty = LeaseRules.Due(_terms, SinceRenewal);
        if (duty == LeaseDuty.EndProcess)
        {
            _end();
        }
        else if (duty == LeaseDuty.StopPackages)
        {
            Lose(LedgerFaults.NotRenewed(_held, SinceRenewal, _terms.Duration - SinceRenewal, Why));
        }
    }

    public void Dispose()
    {
        if (_isOver)
        {
            return;
        }

        _isOver = true;
        _over.Set();
        _threads.ForEach(thread => thread.Join());
        Close();
        _over.Dispose();
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
        var now = since >= _terms.WarnAfter || stuck >= _terms.RenewEvery;
        lock (_gate)
        {
            if (now == _isLate || _lost is not null)
            {
                return;
            }

            _isLate = now;
        }

        WhenLate(now
            ? LedgerFaults.TakesNothing(_location, since > stuck ? since : stuck, _terms.StopAfter, Why) : "");
    }

    /// <summary>What was in the way since the last renewal.</summary>
    private string Why => StoodStill == TimeSpan.Zero ? _why
        : $"this process itself stood still for {StoodStill.TotalSeconds:0} s (it was stopped, or its machine slept, "
            + $"was paused or had no time for it){(_why.Length > 0 ? $"; {_why}" : "")}";

    /// <summary>For how long no thread here was at work, in one piece, since the last renewal; zero = none was missed.
    /// </summary>
    private TimeSpan StoodStill => TimeSpan.FromTicks(Interlocked.Read(ref _stoodTicks));

    // The one that looks comes by far more often than that, whatever becomes of the ledger.
    private void NoteThatWeLive()
    {
        var now = _time.GetTimestamp();
        var gap = _time.GetElapsedTime(Interlocked.Exchange(ref _seen, now), now);
        if (gap > _terms.RenewEvery && gap > StoodStill)
        {
            Interlocked.Exchange(ref _stoodTicks, gap.Ticks);
        }
    }

    private TimeSpan SinceRenewal => _time.GetElapsedTime(Interlocked.Read(ref _renewed));

    private bool IsRenewed()
    {
        using var patience = new CancellationTokenSource(_terms.RenewEvery, _time);
        RefuseToMakeAnother();
        _database ??= _location.OpenForWriting(
            _time, new LedgerWait(new LedgerPatience
            {
                Cancellation = patience.Token,
                Held = _held,
                Told = _ => _why = Locked,
            }, _time));
        _statements ??= new StatementCache(_database);
        if (_database is ServerDatabase server)
        {
            server.PatienceSeconds = Math.Max(1, (int)_terms.RenewEvery.TotalSeconds);
        }

        _database.BeginWriting(patience.Token);
        try
        {
            var isOurs = LeaseStatements.Renew(_database, _statements, _held, _terms);
            _database.Commit();
            return isOurs;
        }
        finally
        {
            _database.Rollback();
        }
    }

    // Opening makes a ledger where there is none, and of a new one it would seem that somebody else has the lease.
    private void RefuseToMakeAnother()
    {
        if (_database is null && (_location.File.Length > 0
            ? !File.Exists(_location.File) : _location.Platform.VersionOf(_location, _time) == 0))
        {
            throw new LedgerException(
                LedgerCodes.CannotOpen, $"the ledger '{_location.Name}' was deleted while the run was at work");
        }
    }

    private void Lose(LedgerException failure)
    {
        Action<LedgerException>? tell;
        lock (_gate)
        {
            if (_lost is not null)
            {
                return;
            }

            (_lost, tell) = (failure, _listener);
        }

        tell?.Invoke(failure);
    }

    private void Close()
    {
        _statements?.Dispose();
        _database?.Dispose();
        (_statements, _database) = (null, null);
    }

    private void Start(string name, TimeSpan every, Action turn)
    {
        var thread = new Thread(() =>
        {
            while (!_over.Wait(every))
            {
                turn();
            }
        })
        { Name = name, IsBackground = true };
        _threads.Add(thread);
        thread.Start();
    }
}

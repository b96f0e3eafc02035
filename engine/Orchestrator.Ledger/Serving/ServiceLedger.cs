using Orchestrator.Core;

namespace Orchestrator.Ledger.Serving;

/// <summary>
/// What a service writes to the ledger, over one connection of its own, in short commits: what a method has returned is
/// on disk. It decides who fires: of several services one claims a firing, and whoever had one before it was taken over
/// writes nothing more to it. A connection that was lost is made anew with the next call; each call may be made again.
/// Any thread, one at a time.
/// </summary>
public sealed class ServiceLedger : IDisposable
{
    private const int TriesMax = 2;

    private readonly LedgerLocation _location;
    private readonly TimeProvider _time;
    private readonly ILedgerDatabase _database;
    private readonly StatementCache _statements;
    private readonly Lock _gate = new();

    private ServiceLedger(
        LedgerLocation location, TimeProvider time, ILedgerDatabase database, ServiceBeginning beginning)
    {
        (_location, _time, _database, Environment) = (location, time, database, beginning.Environment);
        _statements = new StatementCache(database);
        Service = Commit(() => ServiceStatements.Insert(database, _statements, beginning, time.GetUtcNow()));
    }

    /// <summary>Number of the service.</summary>
    public long Service { get; }

    /// <summary>The environment that it serves.</summary>
    public string Environment { get; }

    /// <summary>Records a service that begins; makes a ledger that is missing, and migrates an older one.</summary>
    /// <exception cref="LedgerException">It cannot be opened or written, is newer, or no ledger.</exception>
    /// <exception cref="OperationCanceledException">The wait for a locked ledger was ended.</exception>
    public static ServiceLedger Register(
        LedgerLocation location, TimeProvider time, ServiceBeginning beginning, LedgerPatience? patience = null)
    {
        var database = location.OpenForWriting(time, new LedgerWait(patience ?? new LedgerPatience(), time));
        try
        {
            return new ServiceLedger(location, time, database, beginning);
        }
        catch
        {
            database.Dispose();
            throw;
        }
    }

    /// <summary>Says that the service fires nothing more; what it had claimed others may take over at once.</summary>
    /// <exception cref="LedgerException">ORC4140; so also all that follow.</exception>
    public void Stop() => Commit(() => ServiceStatements.Stop(_statements, Service, _time.GetUtcNow()));

    /// <summary>
    /// Claims a firing. Null = somebody has it already, it was passed over, or this service has stopped. Claimed again
    /// by the service that has it and has noted no run, it is the same one: an answer may have got lost.
    /// </summary>
    public FiringFence? Claim(FiringClaim claim) => Commit(() => Claimed(claim));

    /// <summary>Claims a firing and answers a request, both or nothing; null also where it is answered.</summary>
    public FiringFence? Claim(FiringClaim claim, long request) => Commit(
        () => Claimed(claim) is { } fence && StartRequestStatements.IsAnsweredBy(
            _statements, request, fence.Firing, refusal: "", _time.GetUtcNow())
                ? fence : (FiringFence?)null,
        isWanted: fence => fence is not null);

    /// <summary>
    /// Claims a firing for files that have arrived, and notes that they were seen, both or nothing; null also where
    /// another service has seen something of them.
    /// </summary>
    public FiringFence? Claim(FiringClaim claim, FilesSeen seen) => Commit(
        () => ScheduleStatements.Saw(_statements, Environment, seen) ? Claimed(claim) : null,
        isWanted: fence => fence is not null);

    /// <summary>Notes what a trigger sees of its files; false = another service has noted something.</summary>
    public bool Saw(FilesSeen seen) => Commit(() => ScheduleStatements.Saw(_statements, Environment, seen));

    /// <summary>Keeps the text of definitions, once for each set of files, and gives its hash.</summary>
    public string Keep(IReadOnlyList<PlanFile> files) => Commit(() =>
    {
        var hash = PlanFile.HashOf(files);
        PlanFileStatements.Insert(_statements, hash, files);
        return hash;
    });

    /// <summary>Answers a request that cannot be; false = it is answered.</summary>
    public bool Refuse(long request, string why) => Commit(() => StartRequestStatements.IsAnsweredBy(
        _statements, request, firing: null, why, _time.GetUtcNow()));

    /// <summary>Records that what was due is not run, and why; false = it was claimed or passed over already.</summary>
    public bool PassOver(FiringClaim claim, string why) =>
        Commit(() => Inserted(claim with { Why = why }, FiringState.PassedOver) is not null);

    /// <summary>Records that what was claimed is not run, and why; false = the firing was taken over.</summary>
    public bool PassOver(FiringFence fence, string why) => Commit(() => FiringStatements.End(
        _statements, fence, FiringState.PassedOver, outcome: null, why, _time.GetUtcNow()));

    /// <summary>
    /// Notes the newest run of a firing, where the run itself has not: the first, or one that continues it. False = the
    /// firing was taken over, or has another run.
    /// </summary>
    public bool NoteRun(FiringFence fence, long run, long? continues = null) =>
        Commit(() => FiringStatements.NoteRun(_statements, fence, run, continues));

    /// <summary>Records the end of a firing; false = it was taken over.</summary>
    /// <param name="fence">The right to it.</param>
    /// <param name="outcome">How its last run ended; null = none could begin.</param>
    /// <param name="why">Why none could; else empty.</param>
    public bool End(FiringFence fence, RunVerdict? outcome, string why = "") => Commit(() => FiringStatements.End(
        _statements, fence, FiringState.Ended, outcome, why, _time.GetUtcNow()));

    /// <summary>
    /// Says that the service lives, and takes over what services of its environment owe that are dead: stopped, gone
    /// with their process, or silent for so long. Whoever had it can write nothing more to it.
    /// </summary>
    /// <param name="silence">How long a service that lives may be silent.</param>
    /// <returns>
    /// The firings as they stand now, oldest first; each has what its last owner knew of it. Null = the service has
    /// stopped, or another one found it dead: it has no right to any firing then, claims none, and has to register
    /// anew.
    /// </returns>
    public IReadOnlyList<FiringRecord>? Renew(TimeSpan silence) => Commit(() =>
        ServiceStatements.Renew(_database, _statements, Service) ? TakenBeside(Living(silence)) : null);

    /// <summary>
    /// Notes which triggers are defined: of those that are new, or were changed, it says since when. Call it when
    /// definitions were read, not all the time, because what is not among them counts as removed.
    /// </summary>
    /// <returns>All that are defined, as they stand now.</returns>
    public IReadOnlyList<ScheduleState> Define(IReadOnlyList<DefinedTrigger> triggers) =>
        Commit(() => ScheduleStatements.Define(_statements, Environment, triggers, _time.GetUtcNow()));

    /// <summary>
    /// Approves what there is of a kind where no service has ever been allowed that kind; else it approves nothing.
    /// </summary>
    /// <param name="kind">The kind that the service is allowed.</param>
    /// <param name="needed">What the definitions name of it.</param>
    /// <param name="audit">The entry of each approval; says who.</param>
    /// <returns>How many were approved.</returns>
    public int ApproveFirst(PermissionKind kind, IReadOnlyList<NeededPermission> needed, AuditEntry audit) =>
        Commit(() => ApprovalStatements.Insert(_statements, FirstApproval.Of(audit, kind, hash: "", name: ""))
            ? needed.Count(one => FirstApproval.Insert(_statements, one, audit)) : 0);

    /// <summary>Records what was asked of the service, all or nothing.</summary>
    public void Record(IReadOnlyList<AuditEntry> entries) => Commit(() =>
    {
        AuditWriter.Insert(_statements, entries);
        return entries.Count;
    });

    public void Dispose()
    {
        lock (_gate)
        {
            _statements.Dispose();
            _database.Dispose();
        }
    }

    private FiringFence? Claimed(FiringClaim claim)
    {
        return Inserted(claim, FiringState.Claimed) is { } number ? new FiringFence(number, 1)
            : FiringStatements.Of(_statements, Environment, claim) is { State: FiringState.Claimed } known
                && known.Service == Service ? known.Fence : null;
    }

    private long? Inserted(FiringClaim claim, FiringState state) =>
        FiringStatements.Insert(_statements, Environment, claim, state, Service, _time.GetUtcNow());

    // Those that are dead are stopped, so that they find out.
    private HashSet<long> Living(TimeSpan silence)
    {
        HashSet<long> alive = [Service];
        foreach (var one in ServiceStatements.NotStopped(_database, _statements, Environment))
        {
            if (one.Number == Service || !one.IsDead(silence))
            {
                alive.Add(one.Number);
            }
            else
            {
                ServiceStatements.Stop(_statements, one.Number, _time.GetUtcNow());
            }
        }

        return alive;
    }

    private FiringRecord[] TakenBeside(HashSet<long> alive) =>
    [
        .. LedgerRows.All(_statements["select_firings_not_ended"].Bind(Environment), FiringStatements.Row)
            .Where(firing => !alive.Contains(firing.Service))
            .Select(firing => FiringStatements.TakeOver(_statements, firing, Service)).OfType<FiringRecord>(),
    ];

    private T Commit<T>(Func<T> write, Func<T, bool>? isWanted = null)
    {
        lock (_gate)
        {
            return LedgerFaults.Guarded(_location, () => Tried(write, isWanted), LedgerFaults.CannotChange);
        }
    }

    private T Tried<T>(Func<T> write, Func<T, bool>? isWanted)
    {
        for (var tries = 1; ; tries++)
        {
            try
            {
                _database.BeginWriting(CancellationToken.None);
                var result = write();
                if (isWanted?.Invoke(result) != false)
                {
                    _database.Commit();
                    // Where nothing runs for days nobody else would keep the file's log short.
                    _database.Checkpoint(isDue: false);
                }

                return result;
            }
            catch (Exception fault) when (tries < TriesMax && _database.MayTryAgain(fault))
            {
            }
            finally
            {
                _database.Rollback();
            }
        }
    }
}

using Orchestrator.Core;
using Orchestrator.Core.Leases;
using Orchestrator.Data.Evidence;
using Orchestrator.Ledger.Leases;

namespace Orchestrator.Ledger;

/// <summary>
/// Reads the ledger, also while runs write to it: neither waits for the other. Each question is answered from one
/// moment. Writes nothing, also where the ledger is of an older version. A run that died without saying so reads as
/// EndedUnexpectedly. One thread at a time.
/// </summary>
public sealed partial class LedgerReader : IDisposable
{
    private readonly LedgerLocation _location;
    private readonly TimeProvider _time;
    private readonly ILedgerDatabase _database;
    private readonly StatementCache _statements;

    private LedgerReader(LedgerLocation location, ILedgerDatabase database, TimeProvider time)
    {
        _location = location;
        _time = time;
        _database = database;
        _statements = new StatementCache(database);
    }

    /// <summary>Opens the ledger; null where there is none yet.</summary>
    /// <exception cref="LedgerException">It cannot be opened, is newer, or is no ledger.</exception>
    public static LedgerReader? Open(LedgerLocation location, TimeProvider time)
    {
        var database = location.OpenForReading(time);
        return database is null ? null : new LedgerReader(location, database, time);
    }

    /// <summary>Opens one that was there.</summary>
    /// <exception cref="LedgerException">It was removed, or cannot be opened.</exception>
    public static LedgerReader Reopen(LedgerLocation location, TimeProvider time) => Open(location, time)
        ?? throw new LedgerException(LedgerCodes.CannotOpen, $"The ledger '{location.Name}' was removed.");

    /// <summary>
    /// What tells this ledger from others, whose runs have the same numbers: the id of its first run.
    /// </summary>
    public Guid Identity => Single(() => _statements["select_identity"], row => Guid.Parse(row.Text(0)));

    /// <summary>How many runs it knows.</summary>
    public long Count => Single(() => _statements["count_runs"], row => row.Number(0));

    /// <summary>Another solution than this one that has runs of the environment; null = none has.</summary>
    public string? OtherSolution(string environment, string solution) => All(
        () => _statements["select_other_solution"].Bind(environment).Bind(solution),
        row => row.Text(0)) is [var other, ..] ? other : null;

    /// <summary>Refuses a ledger in which another solution has runs of the environment.</summary>
    /// <exception cref="LedgerException">ORC4125: there is one.</exception>
    public void RefuseOtherSolutions(string environment, string solution)
    {
        if (OtherSolution(environment, solution) is { } other)
        {
            throw LedgerFaults.OfAnotherSolution(other, environment, solution);
        }
    }

    /// <summary>The run of that number; null = none.</summary>
    public RunRecord? Run(long number) =>
        Single(() => _statements["select_run"].Bind(number), LedgerRows.Run) is { } run ? Truth(run) : null;

    /// <summary>
    /// How long a run that has not ended has given no sign of life, where that is longer than its lease; null = all is
    /// well, as far as anybody knows.
    /// </summary>
    public TimeSpan? SilentFor(RunRecord run) =>
        run.Verdict is null && LeaseOf(run, _database, _statements) is { IsOver: true } lease
            ? lease.Now - lease.RenewedAt : null;

    /// <summary>Runs, newest first; of one batch or environment where it is named.</summary>
    public IReadOnlyList<RunRecord> Runs(
        string? batch = null, string? environment = null, int limit = 20, int skip = 0) =>
        All(
            () => _statements["select_runs"].Bind(batch).Bind(environment).Bind(limit).Bind(skip),
            row => Truth(LedgerRows.Run(row)));

    /// <summary>The run of that name: a number, `latest`, `latest~N`.</summary>
    /// <exception cref="LedgerException">ORC4106: no such run.</exception>
    public RunRecord Find(string name, string? environment = null)
    {
        var run = RunName.Parse(name) switch
        {
            { Number: { } number } => Run(number),
            { Back: { } back } => Newest(environment, back),
            _ => null,
        };
        return run ?? throw new LedgerException(LedgerCodes.NoSuchRun, NoSuchRun(name, environment));
    }

    /// <summary>The run that continues this one; null = none does.</summary>
    public long? ContinuedBy(long run) =>
        Single(() => _statements["select_run_continuing"].Bind(run), row => row.NumberOrNull(0));

    /// <summary>The options of a run that were not the default.</summary>
    public IReadOnlyList<RunOption> Options(long run) =>
        All(() => _statements["select_run_options"].Bind(run), LedgerRows.Option);

    /// <summary>The runs that had an option which is not the default, whatever its value.</summary>
    public IReadOnlyList<long> RunsWith(string option) =>
        [.. RunsWith(option, option, option).Select(one => one.Run)];

    /// <summary>The runs that had one of three such options, with which one, in one question.</summary>
    public IReadOnlyList<(long Run, string Option)> RunsWith(string first, string second, string third) =>
        All(() => _statements["select_runs_with_option"].Bind(first).Bind(second).Bind(third),
            row => (row.Number(0), row.Text(1)));

    /// <summary>The nodes of a run in the plan's order, each with its last attempt.</summary>
    public IReadOnlyList<NodeRecord> Nodes(long run) => Nodes(run, Run(run));

    /// <summary>The same, of a run that is at hand.</summary>
    public IReadOnlyList<NodeRecord> Nodes(RunRecord run) => Nodes(run.Number, run);

    private List<NodeRecord> Nodes(long number, RunRecord? run)
    {
        var died = run is { Verdict: RunVerdict.EndedUnexpectedly };
        return All(
            () => _statements["select_nodes"].Bind(number),
            row => died ? Died(LedgerRows.Node(row)) : LedgerRows.Node(row));
    }

    /// <summary>Names of the packages of a run that are in one of the states.</summary>
    public IReadOnlyList<string> PackagesIn(long run, params IReadOnlyCollection<NodeState> states) =>
        [.. Nodes(run).Where(node => node.Kind == NodeKind.Package && states.Contains(node.State))
            .Select(node => node.Name)];

    /// <summary>All attempts of a run, in the order in which they began.</summary>
    public IReadOnlyList<AttemptRecord> Attempts(long run)
    {
        var died = Run(run) is { Verdict: RunVerdict.EndedUnexpectedly };
        return All(
            () => _statements["select_attempts_of_run"].Bind(run),
            row => died ? Died(LedgerRows.Attempt(row)) : LedgerRows.Attempt(row));
    }

    /// <summary>The attempts of a node over all runs, newest first; in one environment where it is named.</summary>
    public IReadOnlyList<AttemptRecord> Attempts(string node, string? environment = null, int limit = 20) =>
        All(
            () => _statements["select_attempts_of_node"].Bind(node).Bind(environment).Bind(limit), LedgerRows.Attempt);

    /// <summary>
    /// The loads of a run's plan, in its order, with the newest attempt of each that counts as loaded in the run's
    /// environment, whichever run it was of.
    /// </summary>
    public IReadOnlyList<LastLoad> LastLoads(long run) =>
        All(() => _statements["select_last_loads"].Bind(run), LedgerRows.LastLoad);

    /// <summary>The newest attempt of each package that rejected rows, in the order of their names.</summary>
    public IReadOnlyList<RejectingAttempt> AttemptsRejecting(string environment) =>
        All(() => _statements["select_attempts_rejecting"].Bind(environment), LedgerRows.Rejecting);

    /// <summary>One attempt by its audit id; null = none.</summary>
    public AttemptRecord? Attempt(long id) =>
        Single(() => _statements["select_attempt"].Bind(id), LedgerRows.Attempt);

    /// <summary>
    /// The median working time of each node's attempts that count as loaded in the environment's newest runs, by name.
    /// </summary>
    public IReadOnlyDictionary<string, TimeSpan> MedianDurations(string environment, int runs = 30) =>
        All(
            () => _statements["select_median_durations"].Bind(environment).Bind(runs),
            row => KeyValuePair.Create(row.Text(0), Instant.Duration(row.Number(1))))
            .ToDictionary(StringComparer.Ordinal);

    /// <summary>The transitions of a run after a sequence number (0 = from the beginning), in order.</summary>
    public IReadOnlyList<TransitionRecord> Transitions(long run, long after = 0, int limit = int.MaxValue) =>
        All(
            () => _statements["select_transitions"].Bind(run).Bind(after).Bind(limit), LedgerRows.Transition);

    /// <summary>What people asked of a run, in the order in which they did.</summary>
    public IReadOnlyList<RequestRecord> Requests(long run) =>
        All(() => _statements["select_requests_of_run"].Bind(run), RequestWriter.Read);

    /// <summary>What people ask of a run and is not answered yet.</summary>
    public IReadOnlyList<RequestRecord> OpenRequests(long run) =>
        All(() => _statements["select_requests_not_answered"].Bind(run), RequestWriter.Read);

    /// <summary>The request of that number; null = none.</summary>
    public RequestRecord? Request(long number) =>
        Single(() => _statements["select_request"].Bind(number), RequestWriter.Read);

    /// <summary>How long the attempts of a run waited, by reason.</summary>
    public IReadOnlyList<WaitRecord> Waits(long run) =>
        All(() => _statements["select_waits"].Bind(run), LedgerRows.Wait);

    /// <summary>
    /// What the attempts of a run did and waited for in the databases that they wrote; those that have ended.
    /// </summary>
    public IReadOnlyList<AttemptEvidenceRecord> AttemptEvidence(long run) =>
        Guarded(() => EvidenceStatements.OfAttempts(_statements, run));

    /// <summary>What happened in the databases that a run wrote, by whomever; recorded at its end.</summary>
    public IReadOnlyList<DatabaseEvidence> DatabaseEvidence(long run) =>
        Guarded(() => EvidenceStatements.OfDatabases(_statements, run));

    /// <summary>The failures of a run's attempts.</summary>
    public IReadOnlyList<ErrorRecord> Errors(long run) =>
        All(() => _statements["select_errors"].Bind(run), LedgerRows.Error);

    /// <summary>The warnings of a run's attempts.</summary>
    public IReadOnlyList<WarningRecord> Warnings(long run) =>
        All(() => _statements["select_warnings"].Bind(run), LedgerRows.Warning);

    /// <summary>
    /// All changes of watermarks that count, those of one watermark together, the newest of each first; of one
    /// environment or node where it is named.
    /// </summary>
    public IReadOnlyList<WatermarkRecord> Watermarks(string? environment = null, string? node = null) =>
        All(() => _statements["select_watermarks"].Bind(environment).Bind(node), LedgerRows.Watermark);

    /// <summary>
    /// The attempts of a node since its last success whose rows do not count, although they may be in the target.
    /// </summary>
    public IReadOnlyList<UnfinishedAttempt> UnfinishedAttempts(string environment, string node) => All(
        () => _statements["select_unfinished_attempts"].Bind(node).Bind(environment).Bind(RunOption.FullRefresh),
        row => new UnfinishedAttempt(row.Number(0), row.Number(1) > 0));

    /// <summary>
    /// The last attempt of a package before another one, but those that were refused with a code; null = none was, or
    /// somebody has said in a later run that it counts as a success.
    /// </summary>
    public EarlierAttemptRecord? AttemptBefore(
        long attempt, string environment, string node, string packageKind, string refusal) => Single(
        () => _statements["select_earlier_attempt"]
            .Bind(node).Bind(environment).Bind(attempt).Bind(refusal).Bind(packageKind),
        row => new EarlierAttemptRecord(row.Number(0), row.Number(1), EnumWords<NodeState>.Parse(row.Text(2)),
            row.Text(3) is { Length: > 0 } error ? EnumWords<ErrorClass>.Parse(error) : null));

    /// <summary>What a run did to the durability of databases, newest first; null = all runs.</summary>
    public IReadOnlyList<ScopeRecord> Scopes(long? run = null, int limit = int.MaxValue) =>
        All(() => _statements["select_scopes"].Bind(run).Bind(limit), LedgerRows.Scope);

    /// <summary>The scopes that are not closed, oldest first, whether their runs are at work or have died.</summary>
    public IReadOnlyList<ScopeRecord> OpenScopes() =>
        All(() => _statements["select_scopes_open"], LedgerRows.Scope);

    /// <summary>The attempts of a scope that succeeded and are not known to be on disk.</summary>
    public IReadOnlyList<AttemptNotHardened> NotHardened(long scope) =>
        All(() => _statements["select_attempts_not_hardened"].Bind(scope), LedgerRows.NotHardened);

    /// <summary>Canonical JSON of the plan of that hash; null = unknown.</summary>
    public string? PlanJson(string hash) =>
        Single(() => _statements["select_plan_json"].Bind(hash), row => row.Text(0));

    /// <summary>Where the connections of a run led to; empty where an earlier version ran it.</summary>
    public IReadOnlyList<RunConnection> Connections(long run) => All(
        () => _statements["select_run_connections"].Bind(run),
        row => new RunConnection(row.Text(0), row.Text(1), row.Text(2), row.Text(3)));

    /// <summary>The text that the plan of a run was compiled from; empty where an earlier version ran it.</summary>
    public IReadOnlyList<PlanFile> PlanFiles(long run) =>
        All(() => _statements["select_plan_files"].Bind(run), row => new PlanFile(row.Text(0), row.Text(1)));

    /// <summary>Everything that it knows of a run, at one moment.</summary>
    /// <exception cref="LedgerException">There is no such run.</exception>
    public RunFacts Facts(long run) => AtOneMoment(at =>
    {
        var record = at.Run(run) ?? throw new LedgerException(LedgerCodes.WriteFailed,
            $"The ledger lost run {run}: its file was put in the place of another.");
        return new RunFacts
        {
            Run = record,
            Options = at.Options(run),
            PlanJson = at.PlanJson(record.PlanHash)!,
            Nodes = at.Nodes(run),
            Attempts = at.Attempts(run),
            Transitions = at.Transitions(run),
            Errors = at.Errors(run),
            Warnings = at.Warnings(run),
            Waits = at.Waits(run),
            Scopes = at.Scopes(run),
            Databases = at.DatabaseEvidence(run),
            Values = at.Values(run),
            Turns = at.Turns(run),
        };
    });

    /// <summary>Asks several questions of one and the same moment. Keep it short: the WAL grows meanwhile.</summary>
    public T AtOneMoment<T>(Func<LedgerReader, T> ask)
    {
        try
        {
            Guarded(() =>
            {
                _database.BeginReading();
                return true;
            });
            return ask(this);
        }
        finally
        {
            _database.Rollback();
        }
    }

    public void Dispose()
    {
        _statements.Dispose();
        _database.Dispose();
    }

    private List<T> All<T>(Func<Statement> ask, Func<Statement, T> read) =>
        Guarded(() => LedgerRows.All(ask(), read));

    private T? Single<T>(Func<Statement> ask, Func<Statement, T> read) =>
        Guarded(() => LedgerRows.Single(ask(), read));

    /// <summary>What somebody broke in the file is told as such: a missing table, a word of others.</summary>
    private T Guarded<T>(Func<T> read)
    {
        try
        {
            return LedgerFaults.Guarded(_location, read, LedgerFaults.CannotRead);
        }
        catch (Exception broken) when (broken is ArgumentException or FormatException)
        {
            throw LedgerFaults.CannotRead(_location, broken);
        }
    }

    private RunRecord? Newest(string? environment, int back) =>
        Runs(environment: environment, limit: 1, skip: back) is [var run] ? run : null;

    private RunRecord Truth(RunRecord run)
    {
        if (run.Verdict is not null || RunLock.IsHeld(_location, run.Batch, run.Environment))
        {
            return run;
        }

        // The run may have ended between our reading and our look at its lock, so its row is read again, afresh.
        using var database = _location.OpenForReading(_time)!;
        using var afresh = new StatementCache(database);
        return Single(() => afresh["select_run"].Bind(run.Number), LedgerRows.Run) is { Verdict: null }
            && !HasLease(run, database, afresh)
            ? run with { Verdict = RunVerdict.EndedUnexpectedly, Ended = LastHeard(afresh, run.Number) }
            : run;
    }

    // The session of a lock can be lost for a moment while its run lives.
    private bool HasLease(RunRecord run, ILedgerDatabase afresh, StatementCache asking) =>
        afresh.HasSessions && LeaseOf(run, afresh, asking) is { } lease
        && LeaseRules.Take(lease.Found, isLockFree: true, hasSessions: true) == LeaseVerdict.Held;

    private LeaseRecord? LeaseOf(RunRecord run, ILedgerDatabase from, StatementCache asking) =>
        Guarded(() => LeaseStatements.Read(from, asking, run.Batch, run.Environment)) is { } lease
            && lease.Run == run.Number ? lease : null;

    // As the next run will record it: a run that died in the night has not gone on until somebody looks.
    private static DateTimeOffset LastHeard(StatementCache afresh, long run) => LedgerRows.Single(
        afresh["select_last_heard"].Bind(run), row => Instant.At(row.Number(0)));

    private static NodeRecord Died(NodeRecord node) => node.State switch
    {
        NodeState.Pending or NodeState.Ready or NodeState.Held => Died(node, NodeState.Blocked, DeadRuns.Why),
        NodeState.Running or NodeState.Cancelling => Died(node, NodeState.EndedUnexpectedly, DeadRuns.Why),
        _ => Died(node, node.State, node.Why),
    };

    private static NodeRecord Died(NodeRecord node, NodeState state, string why) => node with
    {
        State = state,
        Why = why,
        Reason = null,
        ReasonObject = "",
        ReasonSince = null,
        Last = node.Last is { } last ? Died(last) : null,
    };

    private static AttemptRecord Died(AttemptRecord attempt) =>
        attempt.State is NodeState.Running or NodeState.Cancelling
            ? attempt with { State = NodeState.EndedUnexpectedly }
            : attempt;

    private string NoSuchRun(string name, string? environment)
    {
        var newest = Newest(environment, 0);
        var known = newest is null ? "nothing has run yet" : $"the newest is {newest.Number}";
        return $"There is no run '{name}'{(environment is null ? "" : $" in environment '{environment}'")}: {known}. "
            + "Name a run by its number, 'latest' or 'latest~1'.";
    }
}

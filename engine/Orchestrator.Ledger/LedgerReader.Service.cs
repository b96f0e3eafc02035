using Orchestrator.Ledger.Serving;
using Orchestrator.Ledger.Tokens;

namespace Orchestrator.Ledger;

/// <summary>What the ledger knows of services: firings, pauses, requests, tokens and what was asked.</summary>
public sealed partial class LedgerReader
{
    /// <summary>Services, newest first; of one environment where it is named.</summary>
    public IReadOnlyList<ServiceRecord> Services(string? environment = null, int limit = 20) =>
        Guarded(() => ServiceStatements.All(_database, _statements, environment, limit));

    /// <summary>Services of an environment that have not stopped, by their numbers; some of them may be dead.
    /// </summary>
    public IReadOnlyList<ServiceRecord> ServicesNotStopped(string environment) =>
        Guarded(() => ServiceStatements.NotStopped(_database, _statements, environment));

    /// <summary>Those of them that have said so lately.</summary>
    public IReadOnlyList<ServiceRecord> ServicesAtWork(string environment) =>
        [.. ServicesNotStopped(environment).Where(service => !service.IsDead(ServiceRecord.SilenceMax))];

    /// <summary>The firing of that number; null = none.</summary>
    public FiringRecord? Firing(long number) =>
        Single(() => _statements["select_firing"].Bind(number), FiringStatements.Row);

    /// <summary>The firing whose newest run this is; null = somebody began it, or a later one continues it.</summary>
    public FiringRecord? FiringOf(long run) =>
        Single(() => _statements["select_firing_of_run"].Bind(run), FiringStatements.Row);

    /// <summary>
    /// The newest firing of each trigger, by name, passed over or not; what somebody asked for does not count.
    /// </summary>
    public IReadOnlyList<FiringRecord> NewestFirings(string environment) => All(
        () => _statements["select_firings_newest"].Bind(environment)
        .Bind(EnumWords<FiringCause>.Of(FiringCause.Manual)),
        FiringStatements.Row);

    /// <summary>The firings that were due from a moment on and before another, newest first.</summary>
    public IReadOnlyList<FiringRecord> Firings(
        string environment, DateTimeOffset from, DateTimeOffset to, string? batch = null, string? trigger = null,
        int limit = 1000) => All(
            () => _statements["select_firings"].Bind(environment).Bind(Instant.Of(from)).Bind(Instant.Of(to))
                .Bind(batch).Bind(trigger).Bind(limit),
            FiringStatements.Row);

    /// <summary>The firings that a service still owes something, oldest first.</summary>
    public IReadOnlyList<FiringRecord> FiringsNotEnded(string environment) =>
        All(() => _statements["select_firings_not_ended"].Bind(environment), FiringStatements.Row);

    /// <summary>The triggers that are defined, as far as a service has noted them.</summary>
    public IReadOnlyList<ScheduleState> ScheduleStates(string environment) => [.. Guarded(
        () => ScheduleStatements.States(_statements, environment)).Where(state => state.DefinitionHash.Length > 0)];

    /// <summary>The text of definitions that is kept under a hash; empty = none is.</summary>
    public IReadOnlyList<PlanFile> PlanFiles(string hash) => All(
        () => _statements["select_plan_files_of_hash"].Bind(hash), row => new PlanFile(row.Text(0), row.Text(1)));

    /// <summary>The pauses that last, or ended since then, in the order in which they began.</summary>
    public IReadOnlyList<SchedulePause> Pauses(string environment, DateTimeOffset since) => All(
        () => _statements["select_schedule_pauses"].Bind(environment).Bind(Instant.Of(since)), ScheduleStatements.Row);

    /// <summary>The request to start of that number; null = none.</summary>
    public StartRequest? StartRequest(long number) =>
        Single(() => _statements["select_start_request"].Bind(number), StartRequestStatements.Row);

    /// <summary>The request that became a firing; null = none did, its time came.</summary>
    public StartRequest? StartRequestOf(long firing) =>
        Single(() => _statements["select_start_request_of_firing"].Bind(firing), StartRequestStatements.Row);

    /// <summary>The action of that number; null = none.</summary>
    public ActionRecord? Action(long number) =>
        Single(() => _statements["select_action"].Bind(number), ActionStatements.Row);

    /// <summary>The action of a key; null = none.</summary>
    public ActionRecord? ActionOf(string key) =>
        Single(() => _statements["select_action_of_key"].Bind(key), ActionStatements.Row);

    /// <summary>What runs of the services of an environment may use, oldest first.</summary>
    public IReadOnlyList<ApprovalRecord> Approvals(string environment) =>
        Guarded(() => ApprovalStatements.All(_statements, environment));

    /// <summary>The requests to start that are not answered, oldest first.</summary>
    public IReadOnlyList<StartRequest> OpenStartRequests(string environment) =>
        All(() => _statements["select_start_requests_open"].Bind(environment), StartRequestStatements.Row);

    /// <summary>All tokens, oldest first.</summary>
    public IReadOnlyList<TokenRecord> Tokens() => All(() => _statements["select_tokens"], TokenStatements.Row);

    /// <summary>The token of that id; null = none.</summary>
    public TokenRecord? Token(string id) => Single(() => _statements["select_token"].Bind(id), TokenStatements.Row);

    /// <summary>Entries of the audit log, newest first; those before a number where one is given.</summary>
    public IReadOnlyList<AuditEntry> Audit(long? before = null, int limit = 100) =>
        All(() => _statements["select_audit"].Bind(before).Bind(limit), AuditWriter.Row);
}

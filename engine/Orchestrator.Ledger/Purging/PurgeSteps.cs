using Orchestrator.Ledger.Serving;

namespace Orchestrator.Ledger.Purging;

/// <summary>What removes a run, in steps that take a few milliseconds each; doing one again does no harm.</summary>
internal sealed class PurgeSteps(StatementCache statements)
{
    /// <summary>The run that keeps its row, because its id tells this ledger from others.</summary>
    public const long First = 1;

    private const int RowsMax = 500;
    private const int NodesMax = 50;

    // Before attempts and nodes themselves, because these rows refer to them.
    private static readonly string[] OfAttempts =
    [
        "purge_waits", "purge_errors", "purge_warnings", "purge_attempt_evidence", "purge_attempt_waits", "purge_files",
        "purge_watermarks", "purge_run_values", "purge_attempts", "purge_nodes",
    ];

    private static readonly string[] OfRuns =
    [
        "purge_run_evidence", "purge_run_waits", "purge_run_connections", "purge_requests", "purge_scopes",
        "purge_run_turns",
    ];

    private static readonly string[] OfServices =
    [
        "purge_audit", "purge_actions", "purge_start_requests", "purge_schedule_pauses", "purge_services",
        "purge_alerts",
    ];

    /// <summary>The steps for a run that is marked; nodes go last but for itself: a sign that all else has.</summary>
    public IEnumerable<Action> Run(PurgedRun run)
    {
        var isWhole = run.Needed.Count == 0;
        var steps = Events(run.Number).Concat(OfRuns.Select(Step));
        return isWhole && run.Number != First
            ? steps.Append(Step("purge_run_options")).Concat(Nodes(run)).Append(Step("purge_run"))
            : (isWhole ? steps.Append(Step("purge_run_options")) : steps).Concat(Nodes(run));

        Action Step(string statement) => () => statements[statement].Bind(run.Number).Run();
    }

    /// <summary>The steps that remove transitions and samples of a run.</summary>
    public IEnumerable<Action> Events(long run) =>
        Limited(() => statements["purge_transitions"].Bind(run).Bind(RowsMax))
            .Concat(Limited(() => statements["purge_run_samples"].Bind(run).Bind(RowsMax)));

    /// <summary>The steps that remove what services have recorded.</summary>
    public IEnumerable<Action> Service(PurgedService work)
    {
        return work.IsEmpty ? []
            : Limited(() => Old("purge_firings").Bind(EnumWords<FiringCause>.Of(FiringCause.Manual)))
                .Concat(OfServices.SelectMany(statement => Limited(() => Old(statement))));

        Statement Old(string statement) =>
            statements[statement].Bind(work.Environment).Bind(work.Before).Bind(RowsMax);
    }

    /// <summary>The steps that remove plans and their files that no run has; no run may begin beside them.</summary>
    public IEnumerable<Action> Plans() => Unused("plans", "plan").Concat(Unused("plan_files", "plan_files"));

    private IEnumerable<Action> Unused(string found, string gone) =>
        LedgerRows.All(statements[$"select_purge_{found}"], row => row.Text(0))
            .Select(hash => (Action)(() => statements[$"purge_{gone}"].Bind(hash).Run()));

    private static IEnumerable<Action> Limited(Func<Statement> remove)
    {
        var isMore = true;
        while (isMore)
        {
            yield return () => isMore = LedgerRows.All(remove(), row => row.Number(0)).Count == RowsMax;
        }
    }

    private IEnumerable<Action> Nodes(PurgedRun run)
    {
        var last = (int)LedgerRows.Single(
            statements["select_purge_last_node"].Bind(run.Number), row => row.NumberOrNull(0) ?? -1);
        var from = 0;
        foreach (var stays in run.Needed.Append(last + 1))
        {
            for (; from < stays; from += NodesMax)
            {
                var (first, to) = (from, Math.Min(from + NodesMax, stays) - 1);
                foreach (var statement in OfAttempts)
                {
                    yield return () => statements[statement].Bind(run.Number).Bind(first).Bind(to).Run();
                }
            }

            from = stays + 1;
        }
    }
}

using Orchestrator.Core;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Ledger.Purging;

/// <summary>
/// Finds out what may go. It only reads, in no transaction, because no run shall wait for it: what is needed is asked
/// after the runs, and can only become less.
/// </summary>
internal sealed class PurgeReader(StatementCache statements)
{
    public PurgeWork Of(PurgeLimits limits)
    {
        var before = Instant.Of(limits.Runs);
        var all = LedgerRows.All(statements["select_purge_runs"], PurgeCandidate.Read);
        var kept = LedgerRows.All(statements["select_purge_kept"], row => row.Number(0)).ToHashSet();
        var going = PurgeChoice.Among(all, before, kept)
            .Where(run => run.Environment == limits.Environment).ToArray();
        var needed = going.Length == 0 ? [] : Needed(before);
        var left = ByRun(LedgerRows.All(
            statements["select_purge_left"], row => (row.Number(0), (int)row.Number(1))));
        var leaving = going.Select(run => run.Number).ToHashSet();
        return new PurgeWork(
            [.. going.Select(run => new PurgedRun(
                    run.Number, Instant.At(run.Ended ?? 0), Of(needed, run.Number), run.IsPurged))
                .Where(run => !IsDone(run, Of(left, run.Number)))],
            [.. LedgerRows.All(
                    statements["select_purge_events"].Bind(Instant.Of(limits.Events)).Bind(limits.Environment),
                    row => row.Number(0))
                .Where(run => !leaving.Contains(run))])
        {
            Service = Service(limits.Environment, before),
        };
    }

    private PurgedService Service(string environment, long before) => LedgerRows.Single(
        statements["count_purge_service"].Bind(environment).Bind(before)
            .Bind(EnumWords<FiringCause>.Of(FiringCause.Manual)),
        row => new PurgedService(row.Number(0), row.Number(1), row.Number(2))
        {
            Environment = environment,
            Before = before,
        })!;

    // Nodes are removed last, and the run only where none is needed.
    private static bool IsDone(PurgedRun run, int[] left) => run.IsAgain
        && left.SequenceEqual(run.Needed) && (left.Length > 0 || run.Number == PurgeSteps.First);

    /// <summary>The nodes by their run whose attempts somebody still asks for.</summary>
    private Dictionary<long, SortedSet<int>> Needed(long before)
    {
        var newest = LedgerRows.All(statements["select_purge_loaded"], row =>
            (Node: (row.Text(0), row.Text(1)), Any: row.Number(2), Loaded: row.Number(3)));
        var answered = newest.ToDictionary(one => one.Node, one => (one.Any, one.Loaded));
        // Of a load the next one takes them back; of what must not run twice somebody has to know that they were.
        var unfinished = LedgerRows.All(
                statements["select_purge_unfinished"].Bind(before),
                row => (Attempt: row.Number(0), Node: (row.Text(1), row.Text(2)),
                    IsLoad: EnumWords<PackagePurpose>.Parse(row.Text(3)) == PackagePurpose.Load))
            .Where(one => answered.GetValueOrDefault(one.Node) is var by
                && one.Attempt > (one.IsLoad ? by.Loaded : by.Any))
            .Select(one => one.Attempt);
        return ByRun(newest.SelectMany(one => (long[])[one.Any, one.Loaded]).Where(attempt => attempt > 0)
            .Concat(unfinished)
            .Concat(LedgerRows.All(statements["select_purge_referred"], row => row.Number(0)))
            .Distinct().ToArray().Select(attempt => LedgerRows.Single(
                statements["select_purge_place"].Bind(attempt), row => (row.Number(0), (int)row.Number(1)))));
    }

    private static Dictionary<long, SortedSet<int>> ByRun(IEnumerable<(long Run, int Node)> nodes) =>
        nodes.GroupBy(node => node.Run).ToDictionary(run => run.Key, run => new SortedSet<int>(run.Select(
            node => node.Node)));

    private static int[] Of(Dictionary<long, SortedSet<int>> nodes, long run) =>
        nodes.TryGetValue(run, out var known) ? [.. known] : [];
}

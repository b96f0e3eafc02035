using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Ledger.Columns;

namespace Orchestrator.Ledger;

/// <summary>Sums over the runs of an environment that have ended: of those above one number, up to another.</summary>
public sealed partial class LedgerReader
{
    /// <summary>Bounds, in seconds, by which the durations of attempts are counted.</summary>
    public static IReadOnlyList<double> DurationBounds { get; } =
        [0.1, 0.5, 1, 5, 10, 30, 60, 300, 600, 1800, 3600, 7200, 14400];

    public IReadOnlyList<RunSum> RunSums(string environment, long above, long upTo) => All(
        () => _statements["select_run_sums"].Bind(environment).Bind(above).Bind(upTo),
        row => new RunSum(row.Text(0), row.Text(1), EnumWords<RunVerdict>.Parse(row.Text(2)), row.Number(3),
            Instant.Duration(row.Number(4)), Instant.At(row.Number(5))));

    /// <summary>Their packages and hooks.</summary>
    public IReadOnlyList<PackageSum> PackageSums(string environment, long above, long upTo) => All(
        () => _statements["select_package_sums"].Bind(environment).Bind(above).Bind(upTo),
        row => new PackageSum(
            row.Text(0), row.Text(1), row.Text(2), EnumWords<NodeState>.Parse(row.Text(3)), row.Number(4)));

    public IReadOnlyList<AttemptSum> AttemptSums(string environment, long above, long upTo) => All(
        () => _statements["select_attempt_sums"].Bind(environment).Bind(above).Bind(upTo),
        row => new AttemptSum(row.Text(AttemptSumColumns.Solution), row.Text(AttemptSumColumns.Batch),
            row.Text(AttemptSumColumns.Project), EnumWords<NodeState>.Parse(row.Text(AttemptSumColumns.State)),
            (int)row.Number(AttemptSumColumns.Bucket), row.Number(AttemptSumColumns.Attempts),
            Instant.Duration(row.Number(AttemptSumColumns.Duration)),
            new RowCounts(
                row.Number(AttemptSumColumns.RowsRead), row.Number(AttemptSumColumns.RowsInserted),
                row.Number(AttemptSumColumns.RowsUpdated), row.Number(AttemptSumColumns.RowsUnchanged),
                row.Number(AttemptSumColumns.RowsDuplicate), row.Number(AttemptSumColumns.RowsFiltered),
                row.Number(AttemptSumColumns.RowsRejected), row.Number(AttemptSumColumns.RowsTruncated))
            {
                Closed = row.Number(AttemptSumColumns.RowsClosed),
            }));

    /// <summary>The waiting of their attempts, without the work itself.</summary>
    public IReadOnlyList<WaitSum> WaitSums(string environment, long above, long upTo) => All(
        () => _statements["select_wait_sums"].Bind(environment).Bind(above).Bind(upTo),
        row => new WaitSum(row.Text(0), row.Text(1), row.Text(2), EnumWords<WaitReason>.Parse(row.Text(3)),
            Instant.Duration(row.Number(4))));
}

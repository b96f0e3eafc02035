using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Ledger;
using Orchestrator.Report;
using Orchestrator.Report.Figures;
using Orchestrator.Runner;
using Orchestrator.Runner.Text;

namespace Orchestrator.Service.Reading;

/// <summary>
/// Makes digests of runs. That of a run which has ended is kept, and looked after each time: as long as its row, its
/// transitions and its scopes are the same, all of it is. Safe for threads.
/// </summary>
internal sealed class Digests(OutsideText outside, Func<string, string> command, TimeProvider time)
{
    private const int FailuresMax = 50;
    private const int KeptMax = 300;

    private readonly RecentRuns<RunDigest> _kept = new(KeptMax);

    public RunDigest Of(LedgerReader reader, RunRecord run) => _kept.Of(reader, run, Make);

    private RunDigest Make(LedgerReader reader, RunRecord run)
    {
        var nodes = reader.Nodes(run.Number);
        var errors = reader.Errors(run.Number);
        var silent = reader.SilentFor(run);
        var isHeld = run.Verdict is null && nodes[0].Reason == WaitReason.Held;
        var work = nodes.Where(node => node is { Kind: NodeKind.Package, IsTemplate: false }).ToList();
        var groups = nodes.Where(node => node.HasFailedItself).ToList();
        var failed = work.Where(node => PackageCounts.IsFailed(node.State)).Concat(groups).OrderBy(node => node.Since);
        return new RunDigest
        {
            Run = GatedFacts.Of(run, outside.Line),
            Packages = PackageCounts.Of(work),
            Rows = work.Aggregate(default(RowCounts), (sum, node) => sum + (node.Last?.Counts ?? default)),
            Failures = Failures(run.Number, failed.Take(FailuresMax), errors),
            GroupsFailed = groups.Count,
            Scopes = [.. reader.Scopes(run.Number).Select(scope => GatedFacts.Of(scope, outside.Line))],
            NextCommand = outside.Line(command(RunSummaries.NextCommand(
                run, nodes, errors, reader.Options(run.Number), isSilent: silent is not null, isHeld))),
            Silent = silent,
            HeldBy = isHeld ? outside.Line(nodes[0].ReasonObject) : "",
            At = time.GetUtcNow(),
        };
    }

    private List<Failure> Failures(long run, IEnumerable<NodeRecord> failed, IReadOnlyList<ErrorRecord> errors)
    {
        var byAttempt = errors.ToDictionary(error => error.AttemptId, error => error.Error);
        return [.. failed.Select(node => new Failure
        {
            Run = run,
            Package = outside.Line(node.Name),
            IsGroup = node.Kind != NodeKind.Package,
            State = node.State,
            Since = node.Since,
            Attempt = node.Last?.Number ?? 0,
            Why = outside.Line(node.Why),
            Rejected = node.Last?.Counts.Rejected ?? 0,
            Error = node.Last is { } last && byAttempt.TryGetValue(last.Id, out var error)
                ? GatedFacts.Of(error, outside.Line, outside.Block) : null,
        })];
    }
}

using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Ledger;

namespace Orchestrator.Report.Figures;

/// <summary>All numbers of a report, worked out once; texts have passed the gate.</summary>
internal sealed class RunFigures
{
    private readonly ILookup<long, string> _warnings;
    private readonly Dictionary<long, PackageError> _errors;
    private readonly ILookup<int, RejectedValue> _rejected;

    public RunFigures(RunFacts facts, ReportOptions options)
    {
        (Facts, Options) = (GatedFacts.Of(facts, options), options);
        End = Facts.Run.Ended ?? (Facts.Run.Verdict is null ? options.WrittenAt : LastHeard());
        Work = PackageList.Of(Facts, End);
        Packages = PackageCounts.Of(Facts.Work);
        _errors = Facts.Errors.ToDictionary(error => error.AttemptId, error => error.Error);
        _warnings = Facts.Warnings.ToLookup(warning => warning.AttemptId, warning => warning.Text);
        _rejected = options.Rejected.Select(value => GatedFacts.Of(value, options.Line)).ToLookup(value => value.Node);
        Failed = [.. Work.Where(package => package.IsFailed).Concat(PackageList.FailedGroups(Facts, End))
            .OrderBy(package => package.Node.Since)];
        Slowest = [.. Work.Where(package => package.HasRun).OrderByDescending(package => package.Took)];
        Scopes = [.. Facts.Scopes.Select(scope => new ScopeFigures(
            scope, [.. Work.Where(package => package.Node.Last?.Scope == scope.Number)], Facts.Run.Verdict is null))];
        Path = CriticalPath.Of(Facts, options.Before, Work);
        Values = [.. facts.Values.Select(value => new ValueFigures(
            options.Line(value.Variable), Facts.Nodes[value.Node].Name, options.Line(value.Shown)))];
        Loops = RecordedLoops.Of(Facts.Nodes);
    }

    public RunFacts Facts { get; }

    public ReportOptions Options { get; }

    /// <summary>Its end, or until when it is known.</summary>
    public DateTimeOffset End { get; }

    public TimeSpan Wall => End - Facts.Run.Started;

    /// <summary>Packages and hooks.</summary>
    public IReadOnlyList<PackageFigures> Work { get; }

    /// <summary>
    /// Packages and hooks that failed for good, and groups that failed by themselves, in the order in which they did.
    /// </summary>
    public IReadOnlyList<PackageFigures> Failed { get; }

    /// <summary>What ran, the slowest first.</summary>
    public IReadOnlyList<PackageFigures> Slowest { get; }

    /// <summary>The databases whose durability the run relaxed.</summary>
    public IReadOnlyList<ScopeFigures> Scopes { get; }

    public CriticalPath Path { get; }

    /// <summary>What packages have set, in the order in which their attempts began.</summary>
    public IReadOnlyList<ValueFigures> Values { get; }

    /// <summary>The loops with their turns, the worst first.</summary>
    public IReadOnlyList<LoopState> Loops { get; }

    /// <summary>How the packages came out, and the hooks.</summary>
    public PackageCounts Packages { get; }

    /// <summary>The rows of the last attempt of each package and hook.</summary>
    public RowCounts Rows => Work.Aggregate(default(RowCounts), (sum, package) => sum + package.Rows);

    public TimeSpan Queued => Sum(attempt => attempt.Queued);

    public TimeSpan Waiting => Sum(attempt => attempt.Waiting);

    public TimeSpan Working => Sum(attempt => attempt.Working);

    public PackageError? ErrorOf(AttemptRecord? attempt) =>
        attempt is null ? null : _errors.GetValueOrDefault(attempt.Id);

    /// <summary>The values that a package rejected, where they were asked for.</summary>
    public IReadOnlyList<RejectedValue> RejectedOf(PackageFigures package) => [.. _rejected[package.Node.Node]];

    /// <summary>What the last attempts warned of.</summary>
    public IEnumerable<WarnedPackage> Warnings =>
        Work.Where(package => package.HasRun).SelectMany(
            package => _warnings[package.Attempts[^1].Id].Select(text => new WarnedPackage(package, text)));

    private TimeSpan Sum(Func<AttemptRecord, TimeSpan> part) =>
        Facts.Attempts.Aggregate(TimeSpan.Zero, (sum, attempt) => sum + part(attempt));

    private DateTimeOffset LastHeard() => Facts.Transitions is [.., var last] ? last.At : Facts.Run.Started;
}

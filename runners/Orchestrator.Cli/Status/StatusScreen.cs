using Orchestrator.Cli.Output;
using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Data;
using Orchestrator.Ledger;

namespace Orchestrator.Cli.Status;

/// <summary>A run with its nodes, as the ledger has it at one moment.</summary>
internal sealed record RunAtMoment(
    RunRecord Run, IReadOnlyList<NodeRecord> Nodes, IReadOnlyList<ErrorRecord> Errors,
    IReadOnlyList<WarningRecord> Warnings, DateTimeOffset Now)
{
    private readonly ILookup<long, string> _warnings =
        Warnings.ToLookup(warning => warning.AttemptId, warning => warning.Text);

    private readonly Dictionary<int, ErrorRecord> _errors =
        Errors.GroupBy(error => error.Node).ToDictionary(errors => errors.Key, errors => errors.Last());

    /// <summary>How long it has given no sign of life, where its lease is over; null = all is well.</summary>
    public TimeSpan? Silent { get; init; }

    /// <summary>The run that continued it; null = none, or nobody asked.</summary>
    public long? ContinuedBy { get; init; }

    /// <summary>What people asked of it from other terminals, and what came of that.</summary>
    public IReadOnlyList<RequestRecord> Requests { get; init; } = [];

    /// <summary>Its options that were not the default.</summary>
    public IReadOnlyList<RunOption> Options { get; init; } = [];

    /// <summary>What its attempts have set; asked only for machines.</summary>
    public IReadOnlyList<RunValueRecord> Values { get; init; } = [];

    /// <summary>Packages and hooks: what has attempts.</summary>
    public IEnumerable<NodeRecord> Work =>
        Nodes.Where(node => node is { Kind: NodeKind.Package, IsTemplate: false });

    public IEnumerable<NodeRecord> Packages => Work.Where(node => !node.IsHook);

    /// <summary>Whether all that is left of it waits for somebody to release it.</summary>
    public bool IsHeld => Run.Verdict is null && Nodes[0].Reason == WaitReason.Held;

    /// <summary>From its begin to its end, or until now.</summary>
    public TimeSpan Wall => (Run.Ended ?? Now) - Run.Started;

    /// <summary>What the last attempt of a node warned of.</summary>
    public IEnumerable<string> WarningsOf(NodeRecord node) => node.Last is { } last ? _warnings[last.Id] : [];

    /// <summary>The last failure of a package; null = it has none.</summary>
    public PackageError? ErrorOf(NodeRecord node) => _errors.GetValueOrDefault(node.Node)?.Error;

    /// <summary>Packages and hooks, and groups that have failed and of which nothing in them tells why.</summary>
    public IEnumerable<NodeRecord> Told => Nodes.Where(node =>
        node is { Kind: NodeKind.Package, IsTemplate: false } || node.HasFailedItself);

    /// <summary>Groups that failed by themselves, and not by what is in them.</summary>
    public int GroupsFailed => Nodes.Count(node => node.HasFailedItself);

    /// <summary>The rows of the last attempt of every package.</summary>
    public RowCounts Rows => Packages.Aggregate(new RowCounts(), (sum, node) => sum + (node.Last?.Counts ?? default));
}

/// <summary>Runs and what became of them.</summary>
internal static class StatusScreen
{
    private const int ListedMax = 20;

    /// <summary>A line per run; where commands are given, each with the one that goes on from there.</summary>
    public static IEnumerable<Line> Overview(IReadOnlyList<RunAtMoment> runs, IReadOnlyList<string>? next = null)
    {
        string[] heads = ["run", "batch", "environment", "began", "wall", "state", "packages"];
        var rows = runs.Select((each, row) => new[]
        {
            each.Run.Number.ToString(), each.Run.Batch, each.Run.Environment, Words.Moment(each.Run.Started),
            Words.Duration(each.Wall), State(each) + Continued(each.Run), Packages(each),
        }.Concat(next is null ? [] : [next[row]]).ToArray());
        return Table.Lines(next is null ? heads : [.. heads, "next"], rows,
            (row, column) => column == 5 ? Colour(runs[row]) : Ink.Plain);
    }

    /// <summary>One run with what is at work, failed, blocked, and what was warned of.</summary>
    public static IEnumerable<Line> Detail(RunAtMoment at)
    {
        yield return new Line($"run {at.Run.Number}", Ink.Strong)
            .Add($"  {at.Run.Batch}, environment {at.Run.Environment}: ").Add(State(at), Colour(at))
            .Add(Continued(at.Run)).Add(at.ContinuedBy is { } later ? $", continued by run {later}" : "");
        var commit = at.Run.GitCommit.Length > 0 ? $", commit {Words.Fit(at.Run.GitCommit, 11).TrimEnd('…')}" : "";
        yield return $"  began {Words.Moment(at.Run.Started)}, wall {Words.Duration(at.Wall)}, gate {at.Run.GateSlots}"
            + $", plan {at.Run.PlanHash[..Math.Min(12, at.Run.PlanHash.Length)]}{commit}";
        if (at.Silent is not null)
        {
            yield return new Line("  its lease is over", Ink.Bad)
                .Add(": the next run of the batch ends what is left of it; `status` says the command");
        }

        yield return $"  packages: {Packages(at)}";
        if (at.Work.Any(node => node.IsHook))
        {
            yield return $"  hooks: {Counts(at.Work.Where(node => node.IsHook))}";
        }

        if (at.GroupsFailed > 0)
        {
            yield return new Line("  groups: ").Add($"{at.GroupsFailed} failed", Ink.Bad);
        }

        yield return $"  rows: {(at.Packages.Any(HasFailed) ? at.Rows.OfFailed() : at.Rows.ToString())}";
        foreach (var line in LoadPaths.Lines(at.Packages.Select(node => PathOf(node.Last))))
        {
            yield return line;
        }

        foreach (var line in TurnsScreen.Short(at))
        {
            yield return line;
        }

        foreach (var line in Listed(at, NodeState.Running, node =>
            $"{Words.Duration(at.Now - node.Since)}, {Reason(at, node)}", Ink.Good)
            .Concat(Listed(at, NodeState.Cancelling, node =>
                $"{Words.Duration(at.Now - node.Since)}, {Reason(at, node)}", Ink.Warn))
            .Concat(Listed(at, NodeState.Held, node => Reason(at, node), Ink.Warn))
            .Concat(Listed(at, NodeState.Failed, node => Failure(at, node), Ink.Bad))
            .Concat(Listed(at, NodeState.Abandoned, node => Failure(at, node), Ink.Bad))
            .Concat(Listed(at, NodeState.EndedUnexpectedly, node => node.Why, Ink.Bad))
            .Concat(Listed(at, NodeState.Cancelled, node => node.Why, Ink.Warn))
            .Concat(Listed(at, NodeState.Blocked, node => node.Why, Ink.Warn))
            .Concat(Listed(at, NodeState.SkippedByOperator, node => node.Why, Ink.Warn))
            .Concat(Warned(at)).Concat(Asked(at)))
        {
            yield return line;
        }
    }

    /// <summary>Each package that has not ended, or not well, with its one reason and since when.</summary>
    public static IEnumerable<Line> Why(RunAtMoment at)
    {
        var nodes = at.Told.Where(node => !IsWell(node.State)).ToArray();
        return nodes.Length == 0
            ? ["every package has ended well"]
            : Table.Lines(["package", "state", "since", "why"], nodes.Select(node => new[]
            {
                node.Name, Words.Of(node.State), Words.Moment(node.ReasonSince ?? node.Since), Reason(at, node),
            }), (_, _) => Ink.Plain);
    }

    /// <summary>The one reason why a node is not done: what it waits for, or what ended it.</summary>
    public static string Reason(RunAtMoment at, NodeRecord node) => node switch
    {
        { State: NodeState.Failed or NodeState.Abandoned } => Failure(at, node),
        { State: NodeState.Cancelling, Reason: null or WaitReason.Working } => node.Why,
        { Reason: { } reason } => Words.Of(reason, What(at, node)),
        { Why.Length: > 0 } => node.Why,
        _ => Words.Of(WaitReason.Parent),
    };

    /// <summary>What it waits for; a retry's time, which counts from the begin of the run, as a moment.</summary>
    public static string What(RunAtMoment at, NodeRecord node) =>
        node.Reason == WaitReason.RetryAt && TimeSpan.TryParse(node.ReasonObject, out var time)
            ? Words.Moment(at.Run.Started + time)
            : node.ReasonObject;

    public static bool IsWell(NodeState state) => state is NodeState.Succeeded or NodeState.Hardened
        or NodeState.Done or NodeState.Disabled or NodeState.NotNeeded or NodeState.SkippedByOperator;

    /// <summary>How a run ended, or that it is on; "held by ann@host" where nothing else is left of it.</summary>
    public static string State(RunAtMoment at) => at switch
    {
        { Run.Verdict: { } verdict } => Words.Of(verdict),
        { Silent: { } silent } => $"no sign of life since {Words.Moment(at.Now - silent)}",
        { IsHeld: true } => Words.Of(WaitReason.Held, at.Nodes[0].ReasonObject),
        _ => "running",
    };

    private static string Continued(RunRecord run) => run.Continues is { } number ? $", continues run {number}" : "";

    /// <summary>"118 succeeded, 1 failed, 1 blocked".</summary>
    public static string Packages(RunAtMoment at) => Counts(at.Packages);

    private static bool HasFailed(NodeRecord node) => node.State.IsFailure();

    // What nobody selected was not done.
    private static string Counts(IEnumerable<NodeRecord> nodes) => string.Join(", ", nodes
        .GroupBy(node => (node.State, IsSelected: !node.IsNotSelected))
        .OrderBy(group => group.Key.State is NodeState.Succeeded or NodeState.Hardened ? -1 : (int)group.Key.State)
        .Select(group => $"{group.Count()} "
            + (group.Key.IsSelected ? Words.Of(group.Key.State) : RunMachineOptions.NotSelected)));

    // How the rows were published, and which of them, stands behind the path.
    private static string PathOf(AttemptRecord? attempt) => attempt?.Work.LoadPath.Split("; ")[0] ?? "";

    private static string Failure(RunAtMoment at, NodeRecord node) =>
        at.ErrorOf(node) is { } error ? $"{error.Code} {error.Message}" : node.Why;

    private static IEnumerable<Line> Listed(RunAtMoment at, NodeState state, Func<NodeRecord, string> detail, Ink ink)
    {
        var nodes = at.Told.Where(node => node.State == state).ToArray();
        foreach (var node in nodes.Take(ListedMax))
        {
            yield return new Line($"  {Words.Of(state)} ", ink).Add($"{node.Name}  {detail(node)}");
        }

        if (nodes.Length > ListedMax)
        {
            yield return $"  and {nodes.Length - ListedMax} more {Words.Of(state)} (all with --why)";
        }
    }

    private static IEnumerable<Line> Warned(RunAtMoment at)
    {
        var warnings = at.Work.SelectMany(node => at.WarningsOf(node).Select(text => $"{node.Name}  {text}")).ToArray();
        foreach (var warning in warnings.Take(ListedMax))
        {
            yield return new Line("  warning ", Ink.Warn).Add(warning);
        }

        if (warnings.Length > ListedMax)
        {
            yield return $"  and {Words.Count(warnings.Length - ListedMax, "more warning")} (all in `logs`)";
        }
    }

    private static IEnumerable<Line> Asked(RunAtMoment at)
    {
        foreach (var asked in at.Requests.TakeLast(ListedMax))
        {
            var why = asked.Reason.Length == 0 ? "" : $" ({asked.Reason})";
            yield return new Line($"  {asked.Verb.ToString().ToLowerInvariant()} ", Ink.Dim)
                .Add($"by {asked.Who}, {Words.Moment(asked.Asked)}{why}: "
                    + (asked.Answered is null ? "not answered yet" : asked.Answer));
        }
    }

    private static Ink Colour(RunAtMoment at) => at.Run.Verdict switch
    {
        null => at.Silent is null ? Ink.Plain : Ink.Bad,
        RunVerdict.Succeeded => Ink.Good,
        RunVerdict.SucceededWithWarnings or RunVerdict.Cancelled => Ink.Warn,
        _ => Ink.Bad,
    };
}

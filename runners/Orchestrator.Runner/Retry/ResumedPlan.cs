using Orchestrator.Core;
using Orchestrator.Core.Durability;
using Orchestrator.Ledger;
using Orchestrator.Metadata.Compile;
using Orchestrator.Metadata.Diff;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Runner.Retry;

/// <summary>Judges what a chain of runs has done by what the plan says today.</summary>
internal sealed class ResumedPlan
{
    private readonly LedgerReader reader;
    private readonly RunRequest request;
    private readonly RunRecord last;
    private readonly IReadOnlyDictionary<string, EarlierPackage> past;
    private readonly Dictionary<string, IReadOnlySet<string>> changesSince = new(StringComparer.Ordinal);
    private readonly HashSet<string> changed = new(StringComparer.Ordinal);

    /// <param name="reader">The ledger.</param>
    /// <param name="request">What is asked for.</param>
    /// <param name="last">The run that is continued; it has ended.</param>
    public ResumedPlan(LedgerReader reader, RunRequest request, RunRecord last)
    {
        (this.reader, this.request, this.last) = (reader, request, last);
        past = RunChain.Of(reader, last, Work);
    }

    private IEnumerable<PlanNode> Work => request.Plan.Nodes.Where(node => node.Kind == NodeKind.Package);

    /// <summary>What is done and what is to run.</summary>
    /// <exception cref="FormatException">The plan of an earlier run cannot be read.</exception>
    public Continuation Continuation()
    {
        var kept = Kept();
        PastOutcome Past(int index) => kept.Contains(index) ? Kept(index) : PastOf(index);
        var toRun = Selected(ResumePoint.Of(request.Plan, Past, request.Selected).Again);
        var left = Left(ResumePoint.Of(request.Plan, Past), toRun);
        var asked = ResumePoint.Of(request.Plan, PastOf, request.Selected).Again;
        var done = Work.Where(node => !toRun.Contains(node.Index) && !left.Contains(node.Index)
            && past.ContainsKey(node.Name)).ToArray();
        return new Continuation
        {
            Run = last,
            Plan = request.Plan,
            ToRun = toRun,
            Done = done.ToDictionary(node => node.Index, node => past[node.Name].Why),
            Warned = Warned(done),
            LeftOut = left.Count(index => !request.Plan.Nodes[index].IsHook),
            Changed = [.. Names(toRun).Where(changed.Contains)],
            Added = [.. Names(toRun).Where(name => !past.ContainsKey(name))],
            Kept = [.. Names(kept).Intersect(Names(asked))],
        };
    }

    /// <summary>
    /// What would run again and add rows a second time, which are there. Who names it, or asks for all that is done,
    /// has decided that it does.
    /// </summary>
    private HashSet<int> Kept() => request.Continues!.RunsDone ? []
        : [.. ResumePoint.Of(request.Plan, PastOf).Again.Where(index =>
            request.Plan.Nodes[index] is { Enabled: true } node
            && !request.Named.Contains(index)
            && past.TryGetValue(node.Name, out var one)
            && one is { State: PastState.Loaded } or { State: PastState.Settled, Node: NodeState.SkippedByOperator }
            && AppendAgain.AddsTwice(node, request.Solution))];

    private IReadOnlyList<(string Package, long Run)> Warned(PlanNode[] done)
    {
        var warned = done.Select(node => past[node.Name].Run).Distinct().ToDictionary(run => run, run =>
            reader.Warnings(run).Select(warning => warning.AttemptId).ToHashSet());
        var all = warned.SelectMany(run => reader.Nodes(run.Key)
            .Where(node => node.Last is { } attempt && run.Value.Contains(attempt.Id))
            .Select(node => (node.Name, run.Key))).ToHashSet();
        return [.. done.Select(node => (Package: node.Name, past[node.Name].Run)).Where(one => all.Contains(one)
            || past[one.Package].Node == NodeState.SkippedByOperator)];
    }

    // Not even behind what it reads.
    private PastOutcome Kept(int index) =>
        new(PastState.OutOfScope, past[request.Plan.Nodes[index].Name].Run);

    /// <summary>
    /// What is left for another retry. One that runs also what is done leaves what it was not asked for, unless that
    /// reads what is loaded now.
    /// </summary>
    private HashSet<int> Left(ResumePoint point, IReadOnlySet<int> toRun)
    {
        var left = request.Continues!.RunsDone
            ? ResumePoint.Of(request.Plan, index => toRun.Contains(index)
                ? new PastOutcome(PastState.Loaded, long.MaxValue) : PastOf(index, runsDone: false)).Again
            : point.Again;
        return [.. left.Where(index => !toRun.Contains(index))];
    }

    private IEnumerable<string> Names(IReadOnlySet<int> indices) =>
        Work.Where(node => !node.IsHook && indices.Contains(node.Index)).Select(node => node.Name);

    private PastOutcome PastOf(int index) => PastOf(index, request.Continues!.RunsDone);

    private PastOutcome PastOf(int index, bool runsDone)
    {
        var node = request.Plan.Nodes[index];
        return past.TryGetValue(node.Name, out var one)
            ? new PastOutcome(StateOf(node, one, runsDone), one.Run) : default;
    }

    private PastState StateOf(PlanNode node, EarlierPackage one, bool runsDone)
    {
        if (one.State is PastState.OutOfScope or PastState.NotDone)
        {
            return one.State;
        }

        if (!node.Enabled)
        {
            return PastState.Settled;
        }

        if (ChangesSince(one.PlanHash).Contains(node.Name))
        {
            changed.Add(node.Name);
            return PastState.NotDone;
        }

        return runsDone || one.Node == NodeState.Disabled ? PastState.NotDone : one.State;
    }

    private IReadOnlySet<string> ChangesSince(string planHash)
    {
        if (!changesSince.TryGetValue(planHash, out var found))
        {
            changesSince[planHash] = found = planHash == request.Plan.Hash
                ? new HashSet<string>()
                : RowChanges.Of(PlanJson.Read(reader.PlanJson(planHash) ?? ""), request.Document);
        }

        return found;
    }

    /// <summary>
    /// Of what is to run, what was asked for. A selection has the hooks around all of its packages in it: such a one
    /// runs where any of them does; one that was asked for by itself does in any case.
    /// </summary>
    private IReadOnlySet<int> Selected(IReadOnlySet<int> again)
    {
        if (request.Selected is not { } selected)
        {
            return again;
        }

        var toRun = again.Where(selected.Contains).ToHashSet();
        var around = ResumePoint.HooksAround(request.Plan, selected)
            .Except(ResumePoint.HooksAround(request.Plan, toRun)).ToArray();
        toRun.ExceptWith(around);
        return toRun;
    }
}

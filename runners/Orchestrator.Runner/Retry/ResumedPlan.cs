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
    private readonly LedgerReader _reader;
    private readonly RunRequest _request;
    private readonly RunRecord _last;
    private readonly IReadOnlyDictionary<string, EarlierPackage> _past;
    private readonly Dictionary<string, IReadOnlySet<string>> _changesSince = new(StringComparer.Ordinal);
    private readonly Dictionary<string, IReadOnlySet<string>> _askedOtherwise = new(StringComparer.Ordinal);
    private readonly HashSet<string> _changed = new(StringComparer.Ordinal);
    private readonly ValuesOfThen _values;
    private readonly IReadOnlyList<bool> _isTemplate;

    /// <param name="reader">The ledger.</param>
    /// <param name="request">What is asked for.</param>
    /// <param name="last">The run that is continued; it has ended.</param>
    public ResumedPlan(LedgerReader reader, RunRequest request, RunRecord last)
    {
        (_reader, _request, _last) = (reader, request, last);
        _past = RunChain.Of(reader, last, Work);
        _values = new ValuesOfThen(reader, request.Plan);
        _isTemplate = LoopTemplates.Of(request.Plan.Nodes);
    }

    private IEnumerable<PlanNode> Work => _request.Plan.Nodes.Where(node => node.Kind == NodeKind.Package);

    /// <summary>What is done and what is to run.</summary>
    /// <exception cref="FormatException">The plan of an earlier run cannot be read.</exception>
    public Continuation Continuation()
    {
        var kept = Kept();
        PastOutcome Past(int index) => kept.Contains(index) ? Kept(index) : PastOf(index);
        var toRun = Selected(ResumePoint.Of(_request.Plan, Past, _request.Selected).Again);
        var left = Left(ResumePoint.Of(_request.Plan, Past), toRun);
        var asked = ResumePoint.Of(_request.Plan, PastOf, _request.Selected).Again;
        var done = Work.Where(node => !toRun.Contains(node.Index) && !left.Contains(node.Index)
            && _past.ContainsKey(node.Name)).ToArray();
        return new Continuation
        {
            Run = _last,
            Plan = _request.Plan,
            ToRun = toRun,
            Done = done.ToDictionary(node => node.Index, node => _past[node.Name].Why),
            Warned = Warned(done),
            DoneInTurns = new TurnsOfThen(_reader, _request.Plan, toRun, (template, then, planHash) =>
                !(_request.Continues!.RunsDone && toRun.Contains(template.Index))
                && SaysTheSame(template, then, planHash), AddsTwice, _request.SelectedTurns).Of(_last),
            AskedTurns = TurnsAskedThen.Of(_reader, _request, _last),
            TurnsThen = TurnsBefore.Of(_reader, _last, _request.Plan),
            Values = _values.Of(done.Select(node => (node, _past[node.Name]))),
            Facts = done.ToDictionary(node => node.Index, node => _past[node.Name].Facts),
            PastFailures = PastFailures.Of(_reader, _last, _request.Plan),
            PastFailuresInTurns = PastFailures.InTurns(_reader, _last, _request.Plan),
            LeftOut = left.Count(index => !_request.Plan.Nodes[index].IsHook),
            Changed = [.. Names(toRun).Where(_changed.Contains)],
            Added = [.. Names(toRun).Where(name => !_past.ContainsKey(name))],
            Kept = [.. Names(kept).Intersect(Names(asked))],
        };
    }

    /// <summary>
    /// What would run again and add rows a second time, which are there. Who names it, or asks for all that is done,
    /// has decided that it does.
    /// </summary>
    private HashSet<int> Kept() => _request.Continues!.RunsDone ? []
        : [.. ResumePoint.Of(_request.Plan, PastOf).Again.Where(index =>
            _request.Plan.Nodes[index] is { Enabled: true } node
            && _past.TryGetValue(node.Name, out var one)
            && one is { State: PastState.Loaded } or { State: PastState.Settled, Node: NodeState.SkippedByOperator }
            && AddsTwice(node))];

    private bool AddsTwice(PlanNode node) => !_request.Continues!.RunsDone
        && !_request.Named.Contains(node.Index) && AppendAgain.AddsTwice(node, _request.Solution);

    private bool SaysTheSame(PlanNode template, NodeState then, string planHash) =>
        !ChangesSince(planHash).Contains(template.Name)
        && (then != NodeState.NotNeeded || !AskedOtherwiseSince(planHash).Contains(template.Name));

    private IReadOnlyList<(string Package, long Run)> Warned(PlanNode[] done)
    {
        var warned = done.Select(node => _past[node.Name].Run).Distinct().ToDictionary(run => run, run =>
            _reader.Warnings(run).Select(warning => warning.AttemptId).ToHashSet());
        var all = warned.SelectMany(run => _reader.Nodes(run.Key)
            .Where(node => node.Last is { } attempt && run.Value.Contains(attempt.Id))
            .Select(node => (node.Name, run.Key))).ToHashSet();
        return [.. done.Select(node => (Package: node.Name, _past[node.Name].Run)).Where(one => all.Contains(one)
            || _past[one.Package].Node == NodeState.SkippedByOperator)];
    }

    // Not even behind what it reads.
    private PastOutcome Kept(int index) =>
        new(PastState.OutOfScope, _past[_request.Plan.Nodes[index].Name].Run);

    /// <summary>
    /// What is left for another retry. One that runs also what is done leaves what it was not asked for, unless that
    /// reads what is loaded now.
    /// </summary>
    private HashSet<int> Left(ResumePoint point, IReadOnlySet<int> toRun)
    {
        var left = _request.Continues!.RunsDone
            ? ResumePoint.Of(_request.Plan, index => toRun.Contains(index)
                ? new PastOutcome(PastState.Loaded, long.MaxValue) : PastOf(index, runsDone: false)).Again
            : point.Again;
        return [.. left.Where(index => !toRun.Contains(index))];
    }

    private IEnumerable<string> Names(IReadOnlySet<int> indices) =>
        Work.Where(node => !node.IsHook && indices.Contains(node.Index)).Select(node => node.Name);

    private PastOutcome PastOf(int index) => PastOf(index, _request.Continues!.RunsDone);

    private PastOutcome PastOf(int index, bool runsDone)
    {
        var node = _request.Plan.Nodes[index];
        return _past.TryGetValue(node.Name, out var one)
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
            _changed.Add(node.Name);
            return PastState.NotDone;
        }

        // What was not needed is asked again where it is asked otherwise; what was loaded stays loaded.
        if (one.Node == NodeState.NotNeeded && AskedOtherwiseSince(one.PlanHash).Contains(node.Name))
        {
            _changed.Add(node.Name);
            return PastState.NotDone;
        }

        // What it has set is part of what it has done; what only stands for turns of a loop has set nothing itself.
        return runsDone || one.Node == NodeState.Disabled
            || (one.State == PastState.Loaded && !_isTemplate[node.Index] && !_values.Has(node, one))
            ? PastState.NotDone : one.State;
    }

    private IReadOnlySet<string> ChangesSince(string planHash) => Since(_changesSince, planHash, RowChanges.Of);

    private IReadOnlySet<string> AskedOtherwiseSince(string planHash) =>
        Since(_askedOtherwise, planHash, RowChanges.OfConditions);

    private IReadOnlySet<string> Since(Dictionary<string, IReadOnlySet<string>> known, string planHash,
        Func<PlanContent, PlanContent, IReadOnlySet<string>> changes)
    {
        if (!known.TryGetValue(planHash, out var found))
        {
            known[planHash] = found = planHash == _request.Plan.Hash
                ? new HashSet<string>()
                : changes(PlanJson.Read(_reader.PlanJson(planHash) ?? ""), _request.Document);
        }

        return found;
    }

    /// <summary>
    /// Of what is to run, what was asked for. A selection has the hooks around all of its packages in it: such a one
    /// runs where any of them does; one that was asked for by itself does in any case.
    /// </summary>
    private IReadOnlySet<int> Selected(IReadOnlySet<int> again)
    {
        if (_request.Selected is not { } selected)
        {
            return again;
        }

        var toRun = again.Where(selected.Contains).ToHashSet();
        var around = ResumePoint.HooksAround(_request.Plan, selected)
            .Except(ResumePoint.HooksAround(_request.Plan, toRun)).ToArray();
        toRun.ExceptWith(around);
        return toRun;
    }
}

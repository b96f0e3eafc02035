using Orchestrator.Core.RunValues;

namespace Orchestrator.Core.Machine;

/// <summary>The state of a run, shared by the parts of the machine; each change of state goes through it.</summary>
internal sealed class RunBoard
{
    private readonly IReadOnlyList<bool> _isTemplate;
    private readonly List<int> _templates = [];

    // What came in a loop that was compiled as one at work.
    private readonly Dictionary<int, List<int>> _grownIn = [];

    // By the keys that a package is selected by, or was asked for by, which turns these are.
    private readonly Dictionary<IReadOnlyList<string>, MeantTurns> _meant = new(ReferenceEqualityComparer.Instance);
    private List<PlanNode>? _grown;

    public RunBoard(Plan plan, RunMachineOptions options)
    {
        ArgumentOutOfRangeException.ThrowIfLessThan(options.Slots, 1, "options.Slots");
        (Plan, Options, Written) = (plan, options, plan.Nodes.Count);
        Graph = new PlanGraph(plan);
        _isTemplate = LoopTemplates.Of(plan.Nodes);
        Nodes = [.. plan.Nodes.Select(NewNode)];
        var priorities = StartPriority.Of(plan, Graph, options.Expected, node => PresetOf(node) is null);
        Queue = new ReadyQueue(plan, priorities, options.Slots);
        Timers = new Timers(Matters);
        Values = new BoundValues(this);
        Flushes = new Flushes(this);
        Loops = new TurnsOfLoops(this);
        var nodes = plan.Nodes.Where(node => !_isTemplate[node.Index]).ToArray();
        Packages = [.. nodes.Where(node => node.Kind == NodeKind.Package).Select(node => node.Index)];
        Groups = [.. nodes.Where(node => node.Kind != NodeKind.Package).Select(node => node.Index)];
    }

    /// <summary>The plan that is run, with all nodes that have come to it.</summary>
    public Plan Plan { get; private set; }

    public RunMachineOptions Options { get; }

    public PlanGraph Graph { get; }

    public List<NodeRun> Nodes { get; }

    /// <summary>All packages but those that only stand for what is in the turns of a loop.</summary>
    public List<int> Packages { get; }

    public List<int> Groups { get; }

    public ReadyQueue Queue { get; }

    public Timers Timers { get; }

    public BoundValues Values { get; }

    public Flushes Flushes { get; }

    public TurnsOfLoops Loops { get; }

    /// <summary>How many nodes were compiled.</summary>
    public int Written { get; }

    public Turn Turn { get; } = new();

    public TimeSpan Now { get; set; }

    public bool HasBegun { get; set; }

    /// <summary>The package after whose failure nothing more starts; −1 = none.</summary>
    public int StoppedBy { get; set; } = -1;

    /// <summary>Why the run shall stop (who asked, or its time is up); null = it goes on.</summary>
    public string? Cancelled { get; set; }

    /// <summary>The run's own time is up.</summary>
    public bool IsTimedOut { get; set; }

    /// <summary>Somebody asked a second time: what is at work is abandoned by request.</summary>
    public bool IsHardStop { get; set; }

    /// <summary>An attempt that was given its time to stop did not.</summary>
    public bool HasOutlasted { get; set; }

    /// <summary>A success that had counted was lost: what was judged before is judged again before it starts.</summary>
    public bool HasLost { get; set; }

    /// <summary>Somebody held something: reasons may be others than the plan's.</summary>
    public bool HasHeld { get; set; }

    /// <summary>Somebody skipped something.</summary>
    public bool HasSkipped { get; set; }

    /// <summary>Who asked for what is done now; empty = it follows by the rules.</summary>
    public string Who { get; set; } = "";

    /// <summary>Packages that succeeded with warnings.</summary>
    public int Warned { get; set; }

    public FailureHandling Handling => Options.FailFast ? FailureHandling.Stop : Plan.FailureHandling;

    /// <summary>Disabled or Done where a package never runs; else null.</summary>
    public NodeState? PresetOf(int package) => !Plan.Nodes[package].Enabled ? NodeState.Disabled
        : IsGrown(package) ? PresetInTurn(package)
        : Options.Done.ContainsKey(package) || !IsSelected(package) ? NodeState.Done
        : null;

    /// <summary>Whether what a handler watches has failed in an earlier run, and nobody has handled it since.</summary>
    public bool HasFailedThen(PlanNode handler, int subject) =>
        Options.PastFailures.Contains((handler.Index, subject)) || (handler.Turns.Count > 0
            && Options.PastFailuresInTurns.Contains((handler.Name, Plan.Nodes[subject].Name)));

    /// <summary>Whether a node came in a loop.</summary>
    public bool IsGrown(int node) => node >= Written;

    /// <summary>Whether a node only stands for what is in the turns of a loop; it never runs.</summary>
    public bool IsTemplate(int node) => node < Written && _isTemplate[node];

    /// <summary>Whether a node stands in a group.</summary>
    public bool IsIn(int node, int group) => Plan.IsWithin(Plan.Nodes[node], group);

    /// <summary>All that came in a loop that stands in no turn.</summary>
    public IReadOnlyList<int> GrownIn(int loop) => _grownIn.GetValueOrDefault(loop, []);

    /// <summary>What only stands for what is in the turns of a loop, in the order of the plan.</summary>
    public IReadOnlyList<int> TemplatesIn(int loop)
    {
        var found = new List<int>();
        var open = new Stack<int>([loop]);
        while (open.TryPop(out var group))
        {
            foreach (var child in Graph.Children[group].Where(IsTemplate))
            {
                found.Add(child);
                open.Push(child);
            }
        }

        found.Sort();
        return found;
    }

    /// <summary>By what they were made after, the weightiest state of what came in a loop.</summary>
    public IReadOnlyDictionary<int, NodeState> WeightiestOfTurns(int loop)
    {
        var weightiest = new Dictionary<int, NodeState>();
        foreach (var index in GrownIn(loop))
        {
            var template = TemplateOf(index);
            if (template == loop)
            {
                continue;
            }

            var state = Nodes[index].CountsAsSuccess ? NodeState.Done
                : Nodes[index].State is NodeState.Hardened or NodeState.NotNeeded ? NodeState.Succeeded
                : Nodes[index].State.IsFailure() ? NodeState.Failed : Nodes[index].State;
            if (!weightiest.TryGetValue(template, out var known) || StateWeights.Of(state) > StateWeights.Of(known))
            {
                weightiest[template] = state;
            }
        }

        return weightiest;
    }

    /// <summary>Packages that stand for what is in turns, of which the selection of this run has left some.</summary>
    public IReadOnlySet<int> LeftOutInTurns(int loop) => Options.SelectedTurns.Count == 0 ? new HashSet<int>()
        : GrownIn(loop).Where(package => Graph.IsPackage(package) && PresetOf(package) == NodeState.Done
            && RunMachineOptions.IsLeftOut(WhyPreset(package))).Select(TemplateOf).ToHashSet();

    /// <summary>The node of the plan as it was compiled that a node is made after: mostly itself.</summary>
    public int TemplateOf(int node) => node < Written ? node : _templates[node - Written];

    /// <summary>Takes in further nodes, at a cost for each of them and for no other one.</summary>
    /// <exception cref="InvalidOperationException">A group of them has ended, or was decided not to run.</exception>
    /// <exception cref="ArgumentException">One does not fit behind the others.</exception>
    public void Grow(IReadOnlyList<GrownNode> further)
    {
        var before = Nodes.Count;
        foreach (var parent in further.Select(one => one.Node.Parent).Where(parent => parent >= 0 && parent < before))
        {
            if (Nodes[parent] is { HasEnded: true } or { HeldSince: not null }
                or { IsDecided: true, State: not NodeState.Running })
            {
                throw new InvalidOperationException($"nothing comes to {Plan.Nodes[parent].Name} any more");
            }
        }

        if (_grown is null)
        {
            _grown = [.. Plan.Nodes];
            Plan = Plan with { Nodes = _grown };
        }

        _grown.AddRange(further.Select(one => one.Node));
        Graph.Grow(Plan);
        foreach (var (node, template) in further)
        {
            Add(node, TemplateOf(template), before);
        }
    }

    /// <summary>Why a package never runs.</summary>
    public string WhyPreset(int package) => !Plan.Nodes[package].Enabled ? "disabled"
        : IsDoneInItsTurn(Plan.Nodes[package]) ? Options.DoneByName[Plan.Nodes[package].Name].Why
        : WhyNotAsked(Plan.Nodes[package], TemplateOf(package)) is { } why ? why
        : Options.Done.GetValueOrDefault(TemplateOf(package), RunMachineOptions.NotSelected);

    /// <summary>
    /// Whether what ended there did not end well only because somebody skipped it, or something that it needs: that
    /// keeps no barrier closed.
    /// </summary>
    public bool IsLeftOut(int node) => HasSkipped && (Nodes[node].Package is null
        ? !Nodes[node].HasFailed
        : IsSkipped(Nodes[node].Cause));

    /// <summary>Whether a cause is a package that somebody skipped.</summary>
    public bool IsSkipped(int cause) => cause >= 0 && Nodes[cause].State == NodeState.SkippedByOperator;

    /// <summary>Books how a package has stood until now, ready or held; it is in no queue any more.</summary>
    public void StepOut(int package)
    {
        var run = Nodes[package].Package!;
        if (run.IsAside || Nodes[package].State == NodeState.Held)
        {
            run.GoOver(Now, WaitReason.Working, "");
            (run.AwaitsRetry, run.AwaitsFlush) = (false, false);
            Flushes.Forget(package);
        }
        else
        {
            Queue.TakeOut(package, Now, run);
        }
    }

    /// <summary>Changes a node's state and records it.</summary>
    public void Move(int node, NodeState to, int attempt, string why, ErrorClass? error = null)
    {
        var run = Nodes[node];
        if (run.HasEnded || run.State == to)
        {
            throw new InvalidOperationException($"{Plan.Nodes[node].Name} cannot go from {run.State} to {to}");
        }

        Change(node, to, attempt, why, error);
    }

    /// <summary>Says afterwards how something that had ended came out: it is hardened, or lost.</summary>
    public void Revise(int node, NodeState to, int attempt, string why, ErrorClass? error = null) =>
        Change(node, to, attempt, why, error);

    private void Change(int node, NodeState to, int attempt, string why, ErrorClass? error)
    {
        var run = Nodes[node];
        Turn.Record(new RecordTransition(Now, node, run.State, to, attempt, why, error) { Who = Who });
        run.State = to;
    }

    private void Add(PlanNode node, int template, int before)
    {
        _templates.Add(template);
        Nodes.Add(NewNode(node));
        if (IsDoneInItsTurn(node))
        {
            Values.Take(node.Index, Options.DoneByName[node.Name].Values);
        }

        if (node.Turns is [var outermost, ..])
        {
            if (!_grownIn.TryGetValue(outermost.Loop, out var grown))
            {
                _grownIn[outermost.Loop] = grown = [];
            }

            grown.Add(node.Index);
        }

        (node.Kind == NodeKind.Package ? Packages : Groups).Add(node.Index);
        Values.Grow(node);
        Queue.Grow(node, template);
        if (node.Parent < before)
        {
            Nodes[node.Parent].Unfinished++;
        }
    }

    private NodeRun NewNode(PlanNode node) => new()
    {
        Waits = 1 + node.Constraints.Count + node.Any.Count + (Graph.IsLinear(node.Parent) ? 1 : 0),
        Unfinished = node.Loop is null ? Graph.Children[node.Index].Count
            : HasWork(node, TemplateOf(node.Index), IsFurther(node)) ? 1 : 0,
        // It is never judged, and its state is set when its loop ends.
        HasEnded = IsTemplate(node.Index),
        Package = node.Kind == NodeKind.Package
            ? new PackageRun { Facts = FactsOf(node) } : null,
    };

    private AttemptFacts FactsOf(PlanNode node) => IsDoneInItsTurn(node) ? Options.DoneByName[node.Name].Facts
        : Options.Facts.GetValueOrDefault(node.Index, AttemptFacts.None);

    private NodeState? PresetInTurn(int package) =>
        IsDoneInItsTurn(Plan.Nodes[package]) || WhyNotAsked(Plan.Nodes[package], TemplateOf(package)) is not null
        || !IsToRun(TemplateOf(package), HasDoneInTurns) ? NodeState.Done : null;

    /// <summary>
    /// Whether a turn is to have what is made after a template. Who continues a run selects what is left of it: that
    /// all the turns that there were have done it says nothing of a further one.
    /// </summary>
    private bool IsToRun(int template, bool isNew) => Options.Done.TryGetValue(template, out var why)
        ? !RunMachineOptions.IsNotSelected(why) && (isNew || IsSelected(template)) : IsSelected(template);

    private bool IsSelected(int package) => Options.Selected?.Contains(package) != false;

    /// <summary>Whether earlier runs have done something in turns: what they have not done there is then new, also
    /// where it is called as something that they have done with other values.</summary>
    private bool HasDoneInTurns => Options.DoneByName.Count > 0;

    /// <summary>What is recorded of a package in a turn that nobody has selected, now or in the runs before; null where
    /// somebody has.</summary>
    /// <param name="node">The package, or a loop around it in that turn.</param>
    /// <param name="template">What the package is made after.</param>
    private string? WhyNotAsked(PlanNode node, int template) => node.Turns.Count == 0 ? null
        : IsWithout(node, Options.SelectedTurns.GetValueOrDefault(template)) ? RunMachineOptions.NotSelected
        : Options.AskedTurns.GetValueOrDefault(template) is { } asked && IsWithout(node, asked.Keys) ? asked.Why : null;

    private bool IsWithout(PlanNode node, IReadOnlyList<string>? meant)
    {
        if (meant is null)
        {
            return false;
        }

        if (!_meant.TryGetValue(meant, out var turns))
        {
            _meant[meant] = turns = new MeantTurns(meant);
        }

        return !turns.IsAmong(node.TurnKeys);
    }

    /// <summary>Done with the values that it has now: with others it is another turn.</summary>
    private bool IsDoneInItsTurn(PlanNode node) => node is { Kind: NodeKind.Package, Turns.Count: > 0 }
        && Options.DoneByName.TryGetValue(node.Name, out var past)
        && past.Rows.SequenceEqual(node.Turns.Select(turn => turn.Row), StringComparer.Ordinal);

    /// <summary>Whether a template has anything to run: until they are known, the turns of a loop are one thing in it
    /// that has not ended. In a further turn of a loop around it that is so whatever was done before, and in one that
    /// nobody has selected there is nothing.</summary>
    private bool HasWork(PlanNode loop, int template, bool isFurther) => Graph.Children[template].Where(IsTemplate)
        .Any(child => !Graph.IsPackage(child) ? HasWork(loop, child, isFurther)
            : WhyNotAsked(loop, child) is null
                && (isFurther ? Plan.Nodes[child].Enabled && IsToRun(child, HasDoneInTurns)
                    : PresetOf(child) is null));

    /// <summary>Whether it stands in a turn of which nobody knew that it would come.</summary>
    private bool IsFurther(PlanNode node) =>
        node.Turns.Any(turn => Plan.Nodes[turn.Loop].Loop is { While: not null });

    /// <summary>Whether a timer still means something: its attempt is as it was when it was set.</summary>
    private bool Matters(Timer timer) => timer.Kind switch
    {
        TimerKind.Run => !Nodes[0].HasEnded && Cancelled is null,
        TimerKind.Flush => Flushes.Matters(timer),
        TimerKind.Retry => IsAtAttempt(timer) && Nodes[timer.Node].Package!.AwaitsRetry,
        _ => IsAtAttempt(timer) && Nodes[timer.Node].State == NodeState.Running,
    };

    private bool IsAtAttempt(Timer timer) => Nodes[timer.Node].Package!.Attempt == timer.Attempt;
}

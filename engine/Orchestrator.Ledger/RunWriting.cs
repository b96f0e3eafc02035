using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Ledger.Columns;
using Orchestrator.Ledger.Serving;

namespace Orchestrator.Ledger;

/// <summary>Writes the rows of one run, inside the transaction of its caller.</summary>
internal sealed class RunWriting(StatementCache statements)
{
    private readonly Dictionary<(int Node, int Attempt), long> _attemptIds = [];
    private readonly List<(int Node, int Attempt)> _fresh = [];
    private readonly Dictionary<int, GrownNode> _grown = [];
    private DateTimeOffset _started;
    private Plan? _running;
    private long _sequence;
    private (long Run, long Sequence, long Commits) _kept;

    /// <summary>The scope of each node whose target's commits are delayed.</summary>
    public IReadOnlyDictionary<int, long> Scopes { get; set; } = new Dictionary<int, long>();

    /// <summary>Number of the run; 0 = none has begun.</summary>
    public long Run { get; private set; }

    /// <summary>Whether a node holds what is in one turn of a loop.</summary>
    public bool IsTurn(int node) => _grown.TryGetValue(node, out var grown)
        && grown.Node is { Kind: NodeKind.Container, Loop: null } && _running!.Nodes[grown.Template].Loop is not null;

    /// <summary>
    /// The first statement of each transaction: the number of the commit that this one is to be. Whoever got no answer
    /// to a commit asks for the same one again, and waits until the transaction that it was in has ended.
    /// </summary>
    /// <returns>Whether there is something to write: else this commit has happened.</returns>
    /// <exception cref="LedgerException">ORC4120: another run has ended this one.</exception>
    public bool NextCommit()
    {
        if (_kept.Run == 0)
        {
            return true;
        }

        var next = _kept.Commits + 1;
        return LedgerRows.Single(statements["update_run_commits"].Bind(_kept.Run).Bind(next), row => row.Number(0)) > 0
            || (LedgerRows.Single(statements["select_run_commits"].Bind(_kept.Run), row => row.Number(0)) == next
                ? false
                : throw new LedgerException(LedgerCodes.LockLost,
                    $"Run {_kept.Run} lost the lock of its batch, and another run has ended it since. It stops, "
                    + "because two runs of a batch must not work at a time."));
    }

    /// <summary>Forgets what was written since the last commit, so that it can be written again.</summary>
    public void TakeBack()
    {
        (Run, _sequence) = (_kept.Run, _kept.Sequence);
        _fresh.ForEach(key => _attemptIds.Remove(key));
        _fresh.Clear();
    }

    /// <summary>What was written is committed.</summary>
    public void Keep()
    {
        _kept = (Run, _sequence, _kept.Run == 0 ? 0 : _kept.Commits + 1);
        _fresh.Clear();
    }

    /// <summary>The rows of a run that begins; its number.</summary>
    /// <exception cref="LedgerException">ORC4125: another solution has runs of this environment here.</exception>
    public long Begin(RunBeginning beginning, Guid id)
    {
        var plan = beginning.Plan;
        var at = Instant.Of(beginning.Started);
        (_started, _running) = (beginning.Started, plan);
        var found = LedgerRows.Single(statements["select_run_of_id"].Bind(id.ToString()), row => row.Number(0));
        if (found > 0)
        {
            // The commit that got no answer had happened.
            return Run = found;
        }

        var files = PlanFile.HashOf(beginning.Files);
        statements["insert_plan"].Bind(plan.Hash).Bind(beginning.PlanJson).Bind(at).Run();
        var run = LedgerRows.Single(statements["insert_run"]
            .Bind(id.ToString())
            .Bind(plan.Solution).Bind(plan.Batch).Bind(plan.Environment).Bind(plan.Hash).Bind(beginning.Continues)
            .Bind(beginning.GateSlots).Bind(beginning.Processors).Bind(beginning.GitCommit).Bind(beginning.Version)
            .Bind(beginning.Origin.Host).Bind(beginning.Origin.User).Bind(beginning.Origin.ProcessId)
            .Bind(beginning.Origin.BootId).Bind(at).Bind(files), row => row.Number(0));
        RefuseOtherSolutions(plan);
        PlanFileStatements.Insert(statements, files, beginning.Files);
        foreach (var one in beginning.Connections)
        {
            statements["insert_run_connection"]
                .Bind(run).Bind(one.Connection).Bind(one.Platform).Bind(one.Server).Bind(one.Database).Run();
        }

        foreach (var option in beginning.Options)
        {
            statements["insert_run_option"]
                .Bind(run).Bind(option.Name).Bind(option.Value).Bind(option.From).Run();
        }

        var isTemplate = LoopTemplates.Of(plan.Nodes);
        foreach (var node in plan.Nodes)
        {
            Insert(run, node, at, node.Parent < 0 ? plan.Batch : plan.Nodes[node.Parent].Name)
                .Bind(-1).Bind(isTemplate[node.Index] ? 1 : 0).Run();
        }

        foreach (var (node, why) in beginning.Done)
        {
            statements["update_node"]
                .Bind(run).Bind(node).Bind(EnumWords<NodeState>.Of(NodeState.Done)).Bind(at).Bind(why).Bind((long?)null)
                .Run();
        }

        RefuseTakenOver(beginning, run);
        return Run = run;
    }

    private Statement Insert(long run, PlanNode node, long at, string parent) =>
        statements["insert_node"].Bind(run).Bind(node.Index).Bind(EnumWords<NodeKind>.Of(node.Kind)).Bind(node.Name)
            .Bind(node.Parent).Bind(node.PackageKind).Bind(node.Hash)
            .Bind(EnumWords<NodeState>.Of(NodeState.Pending)).Bind(at)
            // What holds until the machine has its first turn.
            .Bind(EnumWords<WaitReason>.Of(WaitReason.Parent)).Bind(parent)
            .Bind(EnumWords<PackagePurpose>.Of(node.Purpose));

    private void Write(RecordExpansion expansion)
    {
        foreach (var turn in expansion.Turns)
        {
            RunTurnStatements.Insert(statements, Run, turn);
            foreach (var grown in turn.Nodes)
            {
                _grown[grown.Node.Index] = grown;
                Insert(Run, grown.Node, At(expansion.At), NameOf(grown.Node.Parent))
                    .Bind(grown.Template).Bind(0).Run();
            }
        }
    }

    private string NameOf(int node) => _grown.TryGetValue(node, out var grown) ? grown.Node.Name
        : _running!.Nodes[node].Name;

    private long? ScopeOf(int node) => Scopes.TryGetValue(
        _grown.TryGetValue(node, out var grown) ? grown.Template : node, out var scope) ? scope : null;

    // In the commit of the run's own row: whoever takes the firing over finds this run, or keeps it from beginning.
    private void RefuseTakenOver(RunBeginning beginning, long run)
    {
        if (beginning.Firing is { } fence && !FiringStatements.NoteRun(statements, fence, run, beginning.Continues))
        {
            throw LedgerFaults.FiringTakenOver(fence);
        }
    }

    // Behind the insert, whose number is a lock on a server: of two that begin at once the second one sees the first.
    private void RefuseOtherSolutions(Plan plan)
    {
        var other = LedgerRows.All(
            statements["select_other_solution"].Bind(plan.Environment).Bind(plan.Solution), row => row.Text(0));
        if (other.Count > 0)
        {
            throw LedgerFaults.OfAnotherSolution(other[0], plan.Environment, plan.Solution);
        }
    }

    /// <summary>What a last look has told of attempts of the run, as further transitions of its own.</summary>
    public void Judge(IReadOnlyList<AttemptJudged> judged, string who, DateTimeOffset at) =>
        _sequence += ScopeWriter.Judge(statements, judged, who, at);

    /// <summary>Writes a turn and adds the attempts that it begins to <paramref name="begun"/>.</summary>
    public void Write(LedgerTurn turn, List<AttemptBegun> begun)
    {
        foreach (var command in turn.Commands)
        {
            switch (command)
            {
                case RecordExpansion expansion:
                    Write(expansion);
                    break;
                case RecordTransition transition:
                    Write(transition, turn.Who, begun);
                    break;
                case RecordTimes times:
                    Write(times);
                    break;
                case RecordValue set:
                    RunValueStatements.Insert(
                        statements, _attemptIds[(set.Node, set.Attempt)], _running!.Variables[set.Variable], set);
                    break;
                case RecordAnswer answer:
                    RequestWriter.Answer(statements, answer, At(answer.At));
                    break;
                case EndRun end:
                    RequestWriter.Close(statements, Run, At(end.At));
                    statements["update_run_end"]
                        .Bind(Run).Bind(At(end.At)).Bind(EnumWords<RunVerdict>.Of(end.Verdict)).Run();
                    break;
            }
        }

        foreach (var (node, reason) in turn.Reasons)
        {
            statements["update_reason"].Bind(Run).Bind(node).Bind(EnumWords<WaitReason>.Of(reason.Reason))
                .Bind(reason.Object).Bind(At(reason.Since)).Run();
        }

        foreach (var result in turn.Results)
        {
            Write(result, turn);
        }

        foreach (var one in turn.Warnings)
        {
            statements["insert_warning"]
                .Bind(_attemptIds[(one.Node, one.Attempt)]).Bind(one.Number).Bind(one.Text).Run();
        }

        foreach (var lost in turn.Lost)
        {
            ScopeStatements.InsertError(statements, _attemptIds[(lost.Node, lost.Attempt)], lost.Why);
        }
    }

    private void Write(RecordTransition transition, string who, List<AttemptBegun> begun)
    {
        var at = At(transition.At);
        var to = EnumWords<NodeState>.Of(transition.To);
        statements["insert_transition"].Bind(Run).Bind(++_sequence).Bind(transition.Node).Bind(transition.Attempt)
            .Bind(EnumWords<NodeState>.Of(transition.From)).Bind(to).Bind(transition.Why)
            .Bind(transition.Who.Length > 0 ? transition.Who : who).Bind(at).Run();
        var attempt = AttemptOf(transition, to, at, begun);
        statements["update_node"]
            .Bind(Run).Bind(transition.Node).Bind(to).Bind(at).Bind(transition.Why).Bind(attempt).Run();
    }

    /// <summary>Begins or changes the attempt that the transition speaks of; its id, or null for none.</summary>
    private long? AttemptOf(RecordTransition transition, string to, long at, List<AttemptBegun> begun)
    {
        var key = (transition.Node, transition.Attempt);
        if (transition.To == NodeState.Running && transition.Attempt > 0 && !_attemptIds.ContainsKey(key))
        {
            var id = LedgerRows.Single(
                statements["insert_attempt"]
                    .Bind(Run).Bind(transition.Node).Bind(transition.Attempt).Bind(to).Bind(at)
                    .Bind(ScopeOf(transition.Node)),
                row => row.Number(0));
            _attemptIds.Add(key, id);
            _fresh.Add(key);
            begun.Add(new AttemptBegun(transition.Node, transition.Attempt, id));
            return id;
        }

        // A retry goes on from Failed to Ready: that is the node's story, the attempt stays Failed.
        var concernsAttempt = transition.From is NodeState.Running or NodeState.Cancelling
            && transition.To != transition.From;
        if (concernsAttempt && _attemptIds.TryGetValue(key, out var known))
        {
            long? ended = transition.To == NodeState.Cancelling ? null : at;
            statements["update_attempt_state"].Bind(known).Bind(to).Bind(ended).Run();
        }

        if (transition.From == NodeState.Succeeded && _attemptIds.TryGetValue(key, out var succeeded))
        {
            Judge(succeeded, transition.To);
        }

        return null;
    }

    private void Judge(long attempt, NodeState to)
    {
        if (to == NodeState.Hardened)
        {
            ScopeStatements.Harden(statements, attempt);
        }
        else
        {
            ScopeStatements.Lose(statements, attempt);
        }
    }

    private void Write(RecordTimes times)
    {
        if (!_attemptIds.TryGetValue((times.Node, times.Attempt), out var id))
        {
            return;
        }

        statements["update_attempt_times"].Bind(id).Bind(Instant.Of(times.Queued)).Bind(Instant.Of(times.Waiting))
            .Bind(Instant.Of(times.Working)).Run();
        foreach (var (reason, duration) in times.ByReason.Where(time => time.Key != WaitReason.Working))
        {
            statements["insert_wait"].Bind(id).Bind(EnumWords<WaitReason>.Of(reason)).Bind(Instant.Of(duration)).Run();
        }
    }

    private void Write(AttemptResult result, LedgerTurn turn)
    {
        if (!_attemptIds.TryGetValue((result.Node, result.Attempt), out var id))
        {
            throw new InvalidOperationException(
                $"a result came for attempt {result.Attempt} of node {result.Node}, which never began");
        }

        AttemptColumns.Bind(statements["update_attempt_result"].Bind(id), result).Run();
        if (result.Error is { } error)
        {
            ScopeStatements.InsertError(statements, id, error);
        }

        foreach (var move in result.Watermarks)
        {
            WatermarkWriter.Insert(statements, new WatermarkRecord
            {
                Environment = _running!.Environment,
                Node = NameOf(result.Node),
                Watermark = move.Watermark,
                DataType = move.DataType,
                Value = move.Value,
                Attempt = id,
                Why = "loaded",
                At = _started + turn.Commands.OfType<RecordTransition>()
                    .Last(end => end.Node == result.Node && end.Attempt == result.Attempt).At,
            });
        }

        foreach (var file in result.Files)
        {
            FileWriter.Insert(
                statements, id, _running!.Environment, NameOf(result.Node), file);
        }

        if (result.Evidence is { } evidence)
        {
            EvidenceStatements.Insert(statements, id, evidence);
        }

        for (var i = 0; i < result.Warnings.Count; i++)
        {
            statements["insert_warning"]
                .Bind(id).Bind(result.WarnedBefore + i + 1).Bind(result.Warnings[i]).Run();
        }
    }

    private long At(TimeSpan sinceBegin) => Instant.Of(_started + sinceBegin);
}

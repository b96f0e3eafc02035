using System.Collections.ObjectModel;
using Orchestrator.Core;
using Orchestrator.Core.Machine;
using Orchestrator.Core.RunValues;
using Orchestrator.Core.Types;
using Orchestrator.Metadata.Model;
using Orchestrator.Runner.Retry;

namespace Orchestrator.Runner;

/// <summary>
/// What has become of packages by now, as the ledger is told it, for those that begin and read facts of it. Owned by
/// the loop.
/// </summary>
internal sealed class FactsOfNight
{
    private readonly Dictionary<int, AttemptFacts> _then;
    private readonly IReadOnlyDictionary<string, PastTurn> _inTurnsThen;
    private readonly IReadOnlyDictionary<(int Handler, int Subject), AttemptFacts> _failedThen;
    private readonly IReadOnlyDictionary<(string Handler, string Subject), AttemptFacts> _failedInTurnsThen;
    private readonly IReadOnlyList<bool> _isTemplate;
    private readonly Dictionary<int, AttemptFacts> _now = [];

    // What has failed by what it stands in, and what of it has since somebody asked: a handler of each turn would else
    // look at all that there is.
    private readonly Dictionary<int, List<int>> _failedIn = [];
    private readonly List<int> _failedSince = [];
    private readonly bool _isRead;

    /// <param name="plan">The plan.</param>
    /// <param name="continued">How the run goes on from another one; null = it begins anew.</param>
    public FactsOfNight(Plan plan, Continuation? continued)
    {
        _isRead = plan.Nodes.Any(node => ReadBy(node).Any());
        _then = new Dictionary<int, AttemptFacts>(continued?.Facts ?? ReadOnlyDictionary<int, AttemptFacts>.Empty);
        _inTurnsThen = continued?.DoneInTurns ?? ReadOnlyDictionary<string, PastTurn>.Empty;
        _failedThen = continued?.PastFailures ?? ReadOnlyDictionary<(int, int), AttemptFacts>.Empty;
        _failedInTurnsThen = continued?.PastFailuresInTurns ?? ReadOnlyDictionary<(string, string), AttemptFacts>.Empty;
        _isTemplate = LoopTemplates.Of(plan.Nodes);
    }

    /// <summary>Takes in a change of a state, with its attempt where it has ended one.</summary>
    public void Record(RecordTransition moved, Attempt? attempt)
    {
        // What only stands for the turns of a loop fails behind what has failed there.
        if (!_isRead || (moved.Node < _isTemplate.Count && _isTemplate[moved.Node]))
        {
            return;
        }

        var before = _now.GetValueOrDefault(moved.Node, AttemptFacts.None);
        _now[moved.Node] = moved.To switch
        {
            NodeState.Pending or NodeState.Ready or NodeState.Held or NodeState.Running or NodeState.Cancelling =>
                before with { State = null },
            NodeState.Done => Told(_then.GetValueOrDefault(moved.Node, AttemptFacts.None), NodeState.Done),
            _ => attempt is null ? WithoutAttempt(before, moved) : Ended(attempt, moved),
        };
        if (_now[moved.Node].HasFailed)
        {
            _failedSince.Add(moved.Node);
        }
    }

    /// <summary>Takes in turns: what an earlier run has done of them is known by its name.</summary>
    public void Record(RecordExpansion expansion)
    {
        foreach (var node in expansion.Turns.SelectMany(turn => turn.Nodes).Select(grown => grown.Node)
            .Where(node => _isRead && node.Kind == NodeKind.Package))
        {
            if (_inTurnsThen.TryGetValue(node.Name, out var past))
            {
                _then[node.Index] = past.Facts;
            }
        }
    }

    /// <summary>The facts that a node reads beside those of the run; null = there is none.</summary>
    public IReadOnlyDictionary<FactName, TypedValue?> For(Plan plan, PlanNode node)
    {
        var facts = new Dictionary<FactName, TypedValue?>();
        foreach (var fact in ReadBy(node).Distinct())
        {
            facts[fact] = fact.Of(fact.IsOfFailure ? Handled(plan, node) : Of(node, fact.Subject));
        }

        return facts;
    }

    private static IEnumerable<FactName> ReadBy(PlanNode node) =>
        ((node.Payload as ObjectDefinition)?.Facts ?? []).Select(read => read.Fact).Where(fact => !fact.IsOfRun);

    private static AttemptFacts Told(AttemptFacts facts, NodeState state) => facts with
    {
        State = (facts.State ?? state) == NodeState.Hardened ? NodeState.Succeeded : facts.State ?? state,
    };

    private static AttemptFacts WithoutAttempt(AttemptFacts before, RecordTransition moved)
    {
        // Behind an attempt the failure of that is still the one that counts.
        var known = before with { State = null };
        if (moved.To != NodeState.Failed || known.ErrorText is not null)
        {
            return Told(known, moved.To);
        }

        var (code, why) = MachineCodes.Split(moved.Why);
        return Told(known with { ErrorCode = code, ErrorText = why, ErrorClass = moved.Error }, moved.To);
    }

    private static AttemptFacts Ended(Attempt attempt, RecordTransition moved)
    {
        var error = TurnResults.ErrorOf(moved, attempt);
        var facts = attempt.Result is { } result ? RunValuesOf.Facts(attempt.Node, result) : AttemptFacts.None;
        return Told(facts with
        {
            ErrorCode = error?.Code,
            ErrorText = error?.Message,
            ErrorClass = error?.Class,
            Attempt = attempt.Id,
        }, moved.To);
    }

    private AttemptFacts Of(PlanNode node, string subject) =>
        node.ReadsFacts.FirstOrDefault(one => one.Written == subject) is { } named
        && _now.GetValueOrDefault(named.Node) is { State: not null } facts ? facts : AttemptFacts.None;

    /// <summary>The first failure of what a handler watches, by the number of the attempt; of this run before one that
    /// an earlier run has left.</summary>
    private AttemptFacts Handled(Plan plan, PlanNode node)
    {
        int[] subjects = [.. node.Watched.Distinct()];
        var first = subjects.SelectMany(subject => FailedIn(plan, subject)).Distinct()
            .Where(failed => _now[failed].HasFailed)
            .OrderBy(failed => _now[failed].Attempt ?? long.MaxValue).ThenBy(failed => failed)
            .Select(failed => _now[failed] with { Package = plan.Nodes[failed].Name })
            .FirstOrDefault();
        return first ?? subjects.Order().Select(subject => _failedThen.GetValueOrDefault((node.Index, subject))
                ?? _failedInTurnsThen.GetValueOrDefault((node.Name, plan.Nodes[subject].Name)))
            .FirstOrDefault(one => one is not null) ?? AttemptFacts.None;
    }

    private List<int> FailedIn(Plan plan, int subject)
    {
        // A group fails behind what is in it, or by itself, with a code.
        foreach (var failed in _failedSince.Where(failed =>
            plan.Nodes[failed].Kind == NodeKind.Package || _now[failed].ErrorCode is not null))
        {
            foreach (var above in plan.GroupsAround(plan.Nodes[failed]).Select(group => group.Index).Prepend(failed))
            {
                if (!_failedIn.TryGetValue(above, out var known))
                {
                    _failedIn[above] = known = [];
                }

                known.Add(failed);
            }
        }

        _failedSince.Clear();
        return _failedIn.GetValueOrDefault(subject, []);
    }
}

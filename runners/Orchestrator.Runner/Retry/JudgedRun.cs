using Orchestrator.Core;
using Orchestrator.Core.Durability;
using Orchestrator.Core.RunValues;
using Orchestrator.Ledger;
using Orchestrator.Packages.Load.Target;

namespace Orchestrator.Runner.Retry;

/// <summary>What one run of a chain has made of its packages, also of those in turns of loops.</summary>
internal sealed class JudgedRun
{
    private readonly HashSet<long> _emptied;
    private readonly HashSet<int> _settled;
    private readonly ILookup<int, NodeRecord> _turns;

    /// <param name="reader">The ledger.</param>
    /// <param name="run">The run, which has ended.</param>
    public JudgedRun(LedgerReader reader, RunRecord run)
    {
        Nodes = reader.Nodes(run.Number);
        _emptied = reader.Warnings(run.Number).Where(warning => CrashWarning.Is(warning.Text))
            .Select(warning => warning.AttemptId).ToHashSet();
        _settled = SettledByOperators(reader.Requests(run.Number));
        _turns = Nodes.Where(node => node.Template >= 0).ToLookup(node => node.Template);
    }

    /// <summary>Its nodes, in the order of their numbers.</summary>
    public IReadOnlyList<NodeRecord> Nodes { get; }

    /// <summary>Whether a group has failed by itself, and not by what is in it.</summary>
    public bool HasFailedItself(string group) =>
        Nodes.Any(node => node.HasFailedItself && node.Name == group);

    /// <summary>What came of a package. Of what only stands for the turns of a loop something is left where it is of
    /// one of them: it may not be on disk, or not be there any more.</summary>
    /// <param name="node">It.</param>
    /// <param name="mayRunAgain">Whether a load whose target a crash of the server empties is to run again.</param>
    public PastState StateOf(NodeRecord node, bool mayRunAgain) =>
        _turns[node.Node].Any(turn => OwnStateOf(turn, mayRunAgain) == PastState.NotDone)
            ? PastState.NotDone : OwnStateOf(node, mayRunAgain);

    /// <summary>What else is known of a package. Done, of the first run of the chain, was never any of its work.
    /// </summary>
    public static AttemptFacts FactsOf(NodeRecord node) =>
        (node.Last is { } last ? RunValuesOf.Counted(node.Purpose, last.Counts) : AttemptFacts.None) with
        {
            State = node.State == NodeState.Done ? null : node.State,
            Attempt = node.Last?.Id,
        };

    private PastState OwnStateOf(NodeRecord node, bool mayRunAgain) =>
        mayRunAgain && node.Last is { } attempt && _emptied.Contains(attempt.Id) ? PastState.NotDone
        : _settled.Contains(node.Node) ? PastState.Settled
        : node.State switch
        {
            NodeState.Succeeded when node.Last?.Scope is null => PastState.Loaded,
            NodeState.Hardened => PastState.Loaded,
            NodeState.Disabled or NodeState.NotNeeded => PastState.Settled,
            NodeState.Done => node.IsNotSelected ? PastState.OutOfScope : PastState.Loaded,
            _ => PastState.NotDone,
        };

    /// <summary>The packages that somebody has skipped as a success: their work is done, whoever did it.</summary>
    private HashSet<int> SettledByOperators(IReadOnlyList<RequestRecord> requests)
    {
        var skips = requests.Where(one => one.Verb == RequestVerb.Skip && one.Outcome == RequestOutcome.Done).ToArray();
        return [.. Nodes.Where(node => node.State == NodeState.SkippedByOperator
            && skips.FirstOrDefault(skip => IsWithin(node, skip.Node)) is { AsSuccess: true })
            .Select(node => node.Node)];
    }

    // The first one has ended it. Who skips what stands for the turns of a loop skips what is in each of them.
    private bool IsWithin(NodeRecord node, int group) => node.Node == group
        || (node.Template >= 0 && IsWithin(Nodes[node.Template], group))
        || (node.Parent >= 0 && IsWithin(Nodes[node.Parent], group));
}

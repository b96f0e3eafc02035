using Orchestrator.Engine;

namespace Orchestrator.Runner;

/// <summary>
/// What a live screen sees of a run, at any moment and from any thread: a snapshot is consistent per node, not over
/// all of them.
/// </summary>
public sealed class RunView
{
    private readonly NodeView[] _nodes;
    private readonly ProgressCounter[] _progress;
    private readonly Func<TimeSpan> _elapsed;

    internal RunView(Plan plan, int gate, IReadOnlyDictionary<int, TimeSpan> expected, Func<TimeSpan> elapsed)
    {
        Plan = plan;
        Gate = gate;
        _elapsed = elapsed;
        _nodes = [.. plan.Nodes.Select(node => new NodeView
        {
            Node = node,
            Expected = expected.TryGetValue(node.Index, out var duration) ? duration : null,
        })];
        _progress = [.. plan.Nodes.Select(_ => new ProgressCounter())];
    }

    /// <summary>The plan at work.</summary>
    public Plan Plan { get; }

    /// <summary>The gate.</summary>
    public int Gate { get; }

    /// <summary>Time since the run began.</summary>
    public TimeSpan Elapsed => _elapsed();

    /// <summary>All nodes, by their index, as they are now.</summary>
    public IReadOnlyList<NodeView> Snapshot() => [.. _nodes.Select((_, index) => this[index])];

    /// <summary>One node as it is now.</summary>
    public NodeView this[int node]
    {
        get
        {
            var view = Volatile.Read(ref _nodes[node]);
            var (read, written, held) = _progress[node].Now;
            return view with
            {
                RowsRead = read,
                RowsWritten = written,
                Reason = view.State == NodeState.Running && held is not null ? WaitReason.WriterTurn : view.Reason,
                ReasonObject = view.State == NodeState.Running && held is not null ? held : view.ReasonObject,
            };
        }
    }

    internal ProgressCounter ProgressOf(int node) => _progress[node];

    internal void Set(int node, Func<NodeView, NodeView> change) =>
        Volatile.Write(ref _nodes[node], change(_nodes[node]));
}

/// <summary>One node of a run at one moment.</summary>
public sealed record NodeView
{
    /// <summary>The node.</summary>
    public required PlanNode Node { get; init; }

    /// <summary>Its state.</summary>
    public NodeState State { get; init; }

    /// <summary>Why it is not at work, or Working; null once it has ended.</summary>
    public WaitReason? Reason { get; init; }

    /// <summary>What it waits for, in words.</summary>
    public string ReasonObject { get; init; } = "";

    /// <summary>Since when (time since the run began) it is in this state.</summary>
    public TimeSpan Since { get; init; }

    /// <summary>Number of the attempt within the run; 0 = none yet.</summary>
    public int Attempt { get; init; }

    /// <summary>Median of its past successes; null = no history.</summary>
    public TimeSpan? Expected { get; init; }

    /// <summary>Rows read so far in this attempt.</summary>
    public long RowsRead { get; init; }

    /// <summary>Rows written so far in this attempt.</summary>
    public long RowsWritten { get; init; }
}

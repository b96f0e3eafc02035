using System.Collections.Concurrent;
using Orchestrator.Core;
using Orchestrator.Core.Machine;

namespace Orchestrator.Runner;

/// <summary>What a live screen sees of a run, at any moment and from any thread.</summary>
public sealed class RunView
{
    private readonly Action _wanted;
    private readonly Func<TimeSpan> _elapsed;
    private readonly ConcurrentDictionary<int, ProgressCounter> _progress = new();
    private readonly IReadOnlyList<bool> _isTemplate;
    private Plan _plan;
    private RunSnapshot _latest;

    internal RunView(Plan plan, IReadOnlySet<int>? selected, Action wanted, Func<TimeSpan> elapsed)
    {
        _plan = plan;
        _isTemplate = LoopTemplates.Of(plan.Nodes);
        Selected = selected;
        _wanted = wanted;
        _elapsed = elapsed;
        _latest = new RunSnapshot { Nodes = [.. plan.Nodes.Select(node => new NodeView { Node = node })] };
    }

    /// <summary>The plan at work, with all nodes that have come to it.</summary>
    public Plan Plan => Volatile.Read(ref _plan);

    /// <summary>Indices of the packages that the run is to load; null = all.</summary>
    public IReadOnlySet<int>? Selected { get; }

    /// <summary>Time since the run began.</summary>
    public TimeSpan Elapsed => _elapsed();

    /// <summary>
    /// The latest snapshot; asks the run for a newer one, which is there by the next call a moment later. A screen
    /// that is drawn a few times a second is thus at most one drawing behind.
    /// </summary>
    public RunSnapshot Snapshot()
    {
        _wanted();
        return Volatile.Read(ref _latest);
    }

    /// <summary>Rows read and written so far in the attempt at work of this node.</summary>
    public (long Read, long Written) RowsOf(int node) => ProgressOf(node).Now;

    internal ProgressCounter ProgressOf(int node) => _progress.GetOrAdd(node, _ => new ProgressCounter());

    /// <summary>Called by the owner loop, which alone may ask the machine.</summary>
    internal void Publish(RunMachine machine, ExpectedDurations expected)
    {
        if (machine.Plan.Nodes.Count > _plan.Nodes.Count)
        {
            // The machine goes on with its own list.
            Volatile.Write(ref _plan, machine.Plan with { Nodes = [.. machine.Plan.Nodes] });
        }

        Volatile.Write(ref _latest, new RunSnapshot
        {
            At = machine.Now,
            ExpectedTimeLeft = machine.ExpectedTimeLeft,
            SlotsInUse = machine.SlotsInUse,
            Nodes = [.. _plan.Nodes.Select(node => ViewOf(node, machine, expected))],
        });
    }

    private NodeView ViewOf(PlanNode node, RunMachine machine, ExpectedDurations expected)
    {
        var (read, written) = RowsOf(node.Index);
        var reason = machine.ReasonOf(node.Index);
        return new NodeView
        {
            Node = node,
            IsTemplate = node.Index < _isTemplate.Count && _isTemplate[node.Index],
            State = machine.StateOf(node.Index),
            Reason = reason?.Reason,
            ReasonObject = reason?.Object ?? "",
            Since = reason?.Since ?? TimeSpan.Zero,
            Attempt = machine.AttemptOf(node.Index),
            Expected = node.Kind == NodeKind.Package ? expected.Of(node.Name) : null,
            RowsRead = read,
            RowsWritten = written,
        };
    }
}

/// <summary>A run at one moment: consistent over all its nodes.</summary>
public sealed record RunSnapshot
{
    /// <summary>Time of the snapshot since the run began.</summary>
    public TimeSpan At { get; init; }

    /// <summary>Expected time until the end, from history; null = nothing is known.</summary>
    public TimeSpan? ExpectedTimeLeft { get; init; }

    /// <summary>Packages that hold a slot of the gate.</summary>
    public int SlotsInUse { get; init; }

    /// <summary>All nodes by their index.</summary>
    public required IReadOnlyList<NodeView> Nodes { get; init; }
}

/// <summary>One node of a run at one moment.</summary>
public sealed record NodeView
{
    public required PlanNode Node { get; init; }

    /// <summary>Whether it only stands for what is in the turns of a loop, and is counted nowhere.</summary>
    public bool IsTemplate { get; init; }

    public NodeState State { get; init; }

    /// <summary>Why it is not further, or Working; null once it has ended.</summary>
    public WaitReason? Reason { get; init; }

    /// <summary>What it waits for; may be empty.</summary>
    public string ReasonObject { get; init; } = "";

    /// <summary>Since when (time since the run began) it has that reason.</summary>
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

using Orchestrator.Core;
using Orchestrator.Ledger;

namespace Orchestrator.Report.Figures;

/// <summary>How many packages of a run came out how; hooks are counted apart.</summary>
internal sealed record PackageCounts
{
    public int Ok { get; private init; }

    public int Failed { get; private init; }

    public int Blocked { get; private init; }

    public int Cancelled { get; private init; }

    public int NotRun { get; private init; }

    /// <summary>Those that have not ended: only while the run is on.</summary>
    public int Open { get; private init; }

    public int HooksFailed { get; private init; }

    /// <summary>Packages without hooks.</summary>
    public int All => Ok + Failed + Blocked + Cancelled + NotRun + Open;

    /// <summary>Whether a state is a success, as far as anybody waits for one.</summary>
    public static bool IsOk(NodeState state) => state is NodeState.Succeeded or NodeState.Hardened;

    /// <summary>Whether a state is a failure.</summary>
    public static bool IsFailed(NodeState state) => state.IsFailure();

    /// <summary>Whether a state is no end.</summary>
    public static bool IsOpen(NodeState state) => state is NodeState.Pending or NodeState.Ready or NodeState.Held
        or NodeState.Running or NodeState.Cancelling;

    /// <param name="work">Packages and hooks.</param>
    public static PackageCounts Of(IEnumerable<NodeRecord> work)
    {
        var states = new int[Enum.GetValues<NodeState>().Length];
        var hooksFailed = 0;
        foreach (var node in work)
        {
            if (node.IsHook)
            {
                hooksFailed += IsFailed(node.State) ? 1 : 0;
            }
            else
            {
                states[(int)node.State]++;
            }
        }

        int Sum(Func<NodeState, bool> holds) => Enum.GetValues<NodeState>().Where(holds).Sum(one => states[(int)one]);
        return new PackageCounts
        {
            Ok = Sum(IsOk),
            Failed = Sum(IsFailed),
            Blocked = states[(int)NodeState.Blocked],
            Cancelled = states[(int)NodeState.Cancelled],
            NotRun = Sum(state => state is NodeState.Disabled or NodeState.Done or NodeState.NotNeeded
                or NodeState.SkippedByOperator),
            Open = Sum(IsOpen),
            HooksFailed = hooksFailed,
        };
    }
}

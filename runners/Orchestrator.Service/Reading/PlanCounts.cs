using Orchestrator.Core;
using Orchestrator.Report.Figures;

namespace Orchestrator.Service.Reading;

/// <summary>How far a package is, as a plan is drawn: of many packages each counts as one of these.</summary>
internal enum PlanState { Failed, Blocked, Cancelled, Running, Waiting, Ok, NotRun }

/// <summary>How many packages and hooks below a node are how far.</summary>
internal sealed class PlanCounts
{
    private static readonly PlanState[] All = Enum.GetValues<PlanState>();

    private readonly int[] _counts = new int[All.Length];

    /// <summary>All of them.</summary>
    public int Total { get; private set; }

    /// <summary>Those that there are, what needs a look first.</summary>
    public IEnumerable<(PlanState State, int Count)> Shown =>
        All.Where(state => _counts[(int)state] > 0).Select(state => (state, _counts[(int)state]));

    public int this[PlanState state] => _counts[(int)state];

    /// <summary>Counts one; null = it belongs to no run.</summary>
    public void Add(NodeState? state)
    {
        Total++;
        if (state is { } known)
        {
            _counts[(int)Of(known)]++;
        }
    }

    public static PlanState Of(NodeState state) => state switch
    {
        _ when PackageCounts.IsFailed(state) => PlanState.Failed,
        _ when PackageCounts.IsOk(state) => PlanState.Ok,
        NodeState.Blocked => PlanState.Blocked,
        NodeState.Cancelled or NodeState.Cancelling => PlanState.Cancelled,
        NodeState.Running => PlanState.Running,
        NodeState.Pending or NodeState.Ready or NodeState.Held => PlanState.Waiting,
        _ => PlanState.NotRun,
    };

    public static string Word(PlanState state) => state == PlanState.NotRun ? "not run"
        : state.ToString().ToLowerInvariant();

    /// <summary>Tells it without a colour.</summary>
    public static string Symbol(PlanState state) => state switch
    {
        PlanState.Failed => "✖",
        PlanState.Blocked => "⊘",
        PlanState.Cancelled => "■",
        PlanState.Running => "▶",
        PlanState.Waiting => "…",
        PlanState.Ok => "✔",
        _ => "–",
    };
}

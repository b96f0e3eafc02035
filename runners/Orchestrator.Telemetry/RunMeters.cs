using System.Diagnostics;
using System.Diagnostics.Metrics;
using Orchestrator.Core;
using Orchestrator.Runner;

namespace Orchestrator.Telemetry;

/// <summary>
/// The numbers of one run. They are told apart by solution, environment, batch, project and outcome and by nothing that
/// has many values: no package, no run. Used on the run's thread; read from any.
/// </summary>
internal sealed class RunMeters : IDisposable
{
    /// <summary>Under which the numbers are known.</summary>
    public const string MeterName = "Orchestrator";

    private readonly Meter _meter = new(MeterName, RunHost.Version);
    private readonly Counter<long> _attempts;
    private readonly Counter<long> _packages;
    private readonly Counter<long> _rows;
    private readonly Counter<double> _waits;
    private readonly Counter<long> _runs;
    private readonly Histogram<double> _durations;
    private readonly Dictionary<int, TimeSpan> _atWork = [];
    private readonly Dictionary<int, (PlanNode Node, NodeState State)> _states = [];
    private string[] _projects = [];
    private TagList _tags;
    private volatile bool _isOn;
    private int _gate;
    private int _inUse;

    public RunMeters()
    {
        _attempts = _meter.CreateCounter<long>("orchestrator.attempts", "{attempt}", "Attempts of packages that ended");
        _packages = _meter.CreateCounter<long>(
            "orchestrator.packages", "{package}", "Packages by how they ended for good in their run");
        _durations = _meter.CreateHistogram<double>(
            "orchestrator.package.duration", "s", "From the start of an attempt to its end");
        _rows = _meter.CreateCounter<long>("orchestrator.rows", "{row}", "Rows by what became of them");
        _waits = _meter.CreateCounter<double>(
            "orchestrator.package.wait", "s", "Time of packages that were ready or at work and held up, by reason");
        _runs = _meter.CreateCounter<long>("orchestrator.runs", "{run}", "Runs by their verdict");
        _meter.CreateObservableGauge("orchestrator.gate.in_use", () => Now(Volatile.Read(ref _inUse)), "{slot}",
            "Packages at work");
        _meter.CreateObservableGauge("orchestrator.gate.slots", () => Now(_gate), "{slot}",
            "Packages that may be at work at once");
    }

    /// <summary>Told each step.</summary>
    public void Tell(RunNotice notice)
    {
        switch (notice)
        {
            case RunBegan began:
                Begin(began);
                break;
            case NodeChanged { Node.Kind: NodeKind.Package } changed:
                Change(changed);
                break;
            case RunFinished finished:
                Finish(finished);
                break;
        }
    }

    public void Dispose() => _meter.Dispose();

    private void Begin(RunBegan began)
    {
        var plan = began.View.Plan;
        _tags = new TagList
        {
            { "solution", plan.Solution }, { "environment", plan.Environment }, { "batch", plan.Batch },
        };
        _projects = [.. plan.Nodes.Select(node => ProjectOf(node, plan))];
        _gate = began.Header.Gate;
        _isOn = true;
    }

    private void Change(NodeChanged changed)
    {
        var node = changed.Node;
        _states[node.Index] = (node, changed.To);
        if (changed is { To: NodeState.Running, From: not NodeState.Cancelling })
        {
            _atWork[node.Index] = changed.At;
            Interlocked.Increment(ref _inUse);
        }
        else if (changed is { From: NodeState.Running or NodeState.Cancelling, To: not NodeState.Cancelling }
            && _atWork.Remove(node.Index, out var began))
        {
            Interlocked.Decrement(ref _inUse);
            End(changed, changed.At - began);
        }
    }

    private void End(NodeChanged ended, TimeSpan duration)
    {
        var tags = TagsOf(ended.Node);
        var outcome = new KeyValuePair<string, object?>("outcome", ended.To.ToString());
        _attempts.Add(1, [.. tags, outcome]);
        _durations.Record(duration.TotalSeconds, [.. tags, outcome]);
        foreach (var (kind, count) in ended.Counts.Terms.Where(one => one.Count > 0))
        {
            _rows.Add(count, [.. tags, new("kind", kind)]);
        }

        if (ended.Times is { } times)
        {
            foreach (var (reason, time) in times.ByReason.Where(
                one => one.Key != WaitReason.Working && one.Value > TimeSpan.Zero))
            {
                _waits.Add(time.TotalSeconds, [.. tags, new("reason", reason.ToString())]);
            }
        }
    }

    private void Finish(RunFinished finished)
    {
        foreach (var (node, state) in _states.Values)
        {
            _packages.Add(1, [.. TagsOf(node), new("outcome", state.ToString())]);
        }

        _runs.Add(1, [.. _tags, new("verdict", finished.Summary.Verdict.ToString())]);
    }

    private KeyValuePair<string, object?>[] TagsOf(PlanNode node) =>
        [.. _tags, new("project", _projects[Compiled(node)])];

    // What came in a loop belongs to where the outermost loop around it stands.
    private static int Compiled(PlanNode node) => node.Turns is [var outermost, ..] ? outermost.Loop : node.Index;

    // A hook around the batch belongs to no project.
    private static string ProjectOf(PlanNode node, Plan plan)
    {
        while (node.Kind != NodeKind.Project && node.Parent >= 0)
        {
            node = plan.Nodes[node.Parent];
        }

        return node.Kind == NodeKind.Project ? node.Name : "";
    }

    private IEnumerable<Measurement<int>> Now(int value) => _isOn ? [new Measurement<int>(value, [.. _tags])] : [];
}

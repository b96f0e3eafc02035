using System.Diagnostics;
using Orchestrator.Core;
using Orchestrator.Runner;

namespace Orchestrator.Telemetry;

/// <summary>
/// The spans of one run: the run, its projects, levels and containers, each attempt of a package, and its phases. A
/// span begins and ends when the ledger says so. A package that never started has none. Used on the run's thread.
/// </summary>
internal sealed class RunTrace(string traceParent, string traceState)
{
    /// <summary>Under which the spans are known.</summary>
    public const string SourceName = "Orchestrator";

    private static readonly ActivitySource Source = new(SourceName, RunHost.Version);

    private readonly Dictionary<int, Activity> _open = [];
    private Dictionary<int, int> _parents = [];
    private DateTimeOffset _began;
    private volatile Activity? _run;

    /// <summary>The span of the run, on any thread; null = it has not begun, has ended, or nobody wants it.</summary>
    public Activity? Run => _run;

    /// <summary>Told each step.</summary>
    public void Tell(RunNotice notice)
    {
        // Of this thread nothing else is to become a part of our spans.
        var around = Activity.Current;
        Activity.Current = null;
        switch (notice)
        {
            case RunBegan began:
                Begin(began);
                break;
            case NodeChanged { To: NodeState.Running, From: not NodeState.Cancelling } started:
                Start(started);
                break;
            case NodeChanged { From: NodeState.Running or NodeState.Cancelling, To: not NodeState.Cancelling } ended:
                End(ended);
                break;
            case RunFinished finished:
                Finish(finished);
                break;
        }

        Activity.Current = around;
    }

    /// <summary>Ends what is open: the run came to no end of its own.</summary>
    public void End()
    {
        foreach (var open in _open.OrderByDescending(one => one.Key).Select(one => one.Value).Append(_run))
        {
            open?.SetStatus(ActivityStatusCode.Error, "its end is not known");
            open?.Stop();
        }

        _open.Clear();
        _run = null;
    }

    private void Begin(RunBegan began)
    {
        var header = began.Header;
        _began = header.StartedAt;
        _parents = began.View.Plan.Nodes.ToDictionary(node => node.Index, node => node.Parent);
        _ = ActivityContext.TryParse(traceParent, traceState, isRemote: true, out var parent);
        _run = Source.StartActivity(
            $"run {header.Batch}", ActivityKind.Internal, parent, SpanTags.Of(began), null, _began);
    }

    private void Start(NodeChanged started)
    {
        // What comes in a loop is not in the plan that the run began with.
        _parents.TryAdd(started.Node.Index, started.Node.Parent);
        if (started.Node.Parent < 0 || ParentOf(started.Node.Index) is not { } parent)
        {
            return;
        }

        var span = Source.StartActivity(
            SpanTags.NameOf(started.Node), ActivityKind.Internal, parent.Context, SpanTags.Of(started), null,
            At(started.At));
        if (span is not null)
        {
            _open[started.Node.Index] = span;
        }
    }

    private Activity? ParentOf(int node)
    {
        for (var parent = _parents.GetValueOrDefault(node, -1); parent > 0;
            parent = _parents.GetValueOrDefault(parent, -1))
        {
            if (_open.TryGetValue(parent, out var found))
            {
                return found;
            }
        }

        return _run;
    }

    private void End(NodeChanged ended)
    {
        if (!_open.Remove(ended.Node.Index, out var span))
        {
            return;
        }

        foreach (var phase in ended.Phases)
        {
            using var part = Source.StartActivity(
                phase.Name, ActivityKind.Internal, span.Context, SpanTags.Of(phase), null, At(phase.Begin));
            part?.SetEndTime(At(phase.End).UtcDateTime);
        }

        SpanTags.End(span, ended);
        span.SetEndTime(At(ended.At).UtcDateTime);
        span.Stop();
    }

    private void Finish(RunFinished finished)
    {
        if (_run is { } run)
        {
            SpanTags.End(run, finished.Summary);
            run.SetEndTime(At(finished.Summary.Wall).UtcDateTime);
            run.Stop();
        }

        _run = null;
    }

    // The ledger keeps whole microseconds.
    private DateTimeOffset At(TimeSpan sinceBegin) =>
        _began + TimeSpan.FromTicks(sinceBegin.Ticks - (sinceBegin.Ticks % TimeSpan.TicksPerMicrosecond));
}

using Orchestrator.Core;
using Orchestrator.Data;
using Orchestrator.Metadata.Model;
using Orchestrator.Runner;

namespace Orchestrator.Telemetry.Lineage;

/// <summary>
/// Tells of one run, in the events of OpenLineage, what reads and writes which tables and files, where the
/// OPENLINEAGE_… variables ask for it. It never holds up the run. Told on the run's thread.
/// </summary>
public sealed class RunLineage : IDisposable
{
    /// <summary>Its file among the artifacts of a run.</summary>
    public const string FileName = "lineage.ndjson";

    /// <summary>How often it says that a package still runs.</summary>
    public static readonly TimeSpan Rhythm = TimeSpan.FromMinutes(1);

    private readonly LineageSettings _settings;
    private readonly Solution _solution;
    private readonly string _folder;
    private readonly TimeProvider _time;
    private readonly Action<string> _say;
    private readonly Lock _access = new();
    private readonly Dictionary<int, (PlanNode Node, int Attempt)> _atWork = [];
    private readonly Dictionary<int, PlanNode> _inTurns = [];
    private ILineageTarget? _target;
    private LineageEvents? _events;
    private RunView? _view;
    private ITimer? _timer;
    private bool _isBroken;

    private RunLineage(
        LineageSettings settings, Solution solution, string folder, TimeProvider time, Action<string> say) =>
        (_settings, _solution, _folder, _time, _say) = (settings, solution, folder, time, say);

    /// <summary>Begins it; null where no variable asks for it.</summary>
    /// <param name="variable">The variables of the process.</param>
    /// <param name="solution">The solution as the batch runs it.</param>
    /// <param name="folder">From which the name of a file counts.</param>
    /// <param name="time">The clock.</param>
    /// <param name="say">Told what is lost, in a line.</param>
    public static RunLineage? Begin(
        Func<string, string?> variable, Solution solution, string folder, TimeProvider time, Action<string> say)
    {
        var settings = LineageSettings.Of(variable);
        foreach (var refused in settings.Refused)
        {
            say(refused);
        }

        return settings.IsOn ? new RunLineage(settings, solution, folder, time, say) : null;
    }

    /// <summary>Told each step of the run.</summary>
    public void Tell(RunNotice notice) => Guarded(() => TellNow(notice));

    /// <summary>Sends what is left, for a few seconds at most.</summary>
    public void Dispose()
    {
        _timer?.Dispose();
        lock (_access)
        {
            if (_target?.End() is { Length: > 0 } lost)
            {
                _say(lost);
            }

            _target?.Dispose();
            _target = null;
        }
    }

    private void Guarded(Action tell)
    {
        lock (_access)
        {
            if (_isBroken)
            {
                return;
            }

            try
            {
                tell();
            }
#pragma warning disable CA1031 // A mistake here must cost the run neither its screen nor anything else.
            catch (Exception exception)
#pragma warning restore CA1031
            {
                _isBroken = true;
                _say($"no more lineage of this run is told: {exception.GetType().Name}: {exception.Message}");
            }
        }
    }

    private void TellNow(RunNotice notice)
    {
        if (notice is NodeChanged { Node: { Kind: NodeKind.Package, Turns.Count: > 0 } inTurn })
        {
            _inTurns[inTurn.Index] = inTurn;
        }

        switch (notice)
        {
            case RunBegan began:
                Begin(began);
                break;
            case NodeChanged { Node.Kind: NodeKind.Package, To: NodeState.Running } started
                when started.From != NodeState.Cancelling:
                _atWork[started.Node.Index] = (started.Node, started.Attempt);
                Send(_events?.OfPackage("START", started.At, started.Node, started.Attempt));
                break;
            case NodeChanged { To: not NodeState.Cancelling } ended when _atWork.Remove(ended.Node.Index, out _):
                Send(_events?.OfPackage(
                    TypeOf(ended.To), ended.At, ended.Node, ended.Attempt, ended.Counts, TextOf(ended)));
                break;
            case RunFinished { Summary: var summary } finished:
                Send(_events?.OfRun(TypeOf(summary.Verdict), finished.At,
                    TypeOf(summary.Verdict) == "FAIL" ? $"{summary.Verdict}" : ""));
                break;
        }
    }

    private void Begin(RunBegan began)
    {
        _view = began.View;
        var space = _settings.Namespace.Length > 0 ? _settings.Namespace : _solution.Name;
        _events = new LineageEvents(began.Header, space, _solution.AsOf,
            new Datasets(_solution, NodeOf, began.Header.Connections));
        _target = _settings.IsFile
            ? new LineageFile(_settings.File.Length == 0 ? Path.Combine(began.Header.Folder, FileName)
                : Path.GetFullPath(_settings.File, _folder))
            : new LineagePost(_settings, _time);
        Send(_events.OfRun("START", began.At));
        _timer = _time.CreateTimer(_ => Guarded(TellAtWork), null, Rhythm, Rhythm);
    }

    /// <summary>A node of the run, also one that has come in a loop, once the run has told of it.</summary>
    private PlanNode? NodeOf(int node) => _inTurns.TryGetValue(node, out var found) ? found
        : _view!.Plan.Nodes is var nodes && node < nodes.Count ? nodes[node] : null;

    private void TellAtWork()
    {
        foreach (var (node, attempt) in _atWork.Values)
        {
            var (read, written) = _view!.RowsOf(node.Index);
            Send(_events?.OfPackage("RUNNING", _view.Elapsed, node, attempt,
                new RowCounts(read, written, 0, 0, 0, 0, 0, 0)));
        }
    }

    private void Send(string? line)
    {
        if (line is not null)
        {
            _target?.Send(line);
        }
    }

    private static string TypeOf(NodeState state) => state switch
    {
        NodeState.Succeeded or NodeState.Hardened => "COMPLETE",
        NodeState.Cancelled => "ABORT",
        _ => "FAIL",
    };

    private static string TypeOf(RunVerdict verdict) => verdict switch
    {
        RunVerdict.Succeeded or RunVerdict.SucceededWithWarnings => "COMPLETE",
        RunVerdict.Cancelled => "ABORT",
        _ => "FAIL",
    };

    // The message of a server may quote a row.
    private static string TextOf(NodeChanged ended) => ended.Failure?.Error is not { } error
        ? ended.To is NodeState.Succeeded or NodeState.Cancelled ? "" : $"{ended.To}"
        : $"{error.Code} {error.Class} in {error.Phase} {error.ServerCode}".TrimEnd();
}

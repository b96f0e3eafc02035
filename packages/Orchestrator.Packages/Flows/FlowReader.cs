using System.Globalization;
using System.Runtime.ExceptionServices;
using Orchestrator.Data;
using Orchestrator.Dataflow;
using Orchestrator.Packages.Load.Source;

namespace Orchestrator.Packages.Flows;

/// <summary>
/// A source with the flow of a plug-in behind it: what comes out of the flow is what a load reads. The flow runs on
/// threads of its own from the first batch on, and is at its end, whatever happens, when this is disposed of.
/// </summary>
internal sealed class FlowReader : IRowReader
{
    private readonly PackageContext _context;
    private readonly IRowReader? _inner;
    private readonly BatchGate _gate = new();
    private readonly CancellationTokenSource _stop = new();
    private readonly Flow _flow;
    private readonly FlowHost _host;
    private Thread? _thread;
    private FlowResult? _result;
    private ExceptionDispatchInfo? _fault;
    private long _rows;
    private bool _isOver;

    private FlowReader(IRowReader? inner, PackageContext context, WatermarkWindow? window)
    {
        (_context, _inner) = (context, inner);
        _flow = new Flow(context.Object.Name);
        _host = new FlowHost(context, _flow, inner, window, _gate);
        try
        {
            FlowBuilding.Build(context, _flow, _host);
            Columns = _host.Columns!;
        }
        catch
        {
            _host.Dispose();
            _stop.Dispose();
            throw;
        }
    }

    public IReadOnlyList<RowColumn> Columns { get; }

    public long BytesRead => _inner?.BytesRead ?? 0;

    /// <summary>Rows that came from its sources, and that the flow has left out; known once all has been read.
    /// </summary>
    public long LeftOut => _result is null ? 0 : _host.LeftOut(_result);

    /// <summary>The source with the flow of the object behind it; as it is where the object has none.</summary>
    public static IRowReader Behind(IRowReader inner, PackageContext context, WatermarkWindow? window) =>
        context.Object.Plugin is null ? inner : new FlowReader(inner, context, window);

    /// <summary>A flow that brings rows of its own.</summary>
    public static FlowReader Alone(PackageContext context) => new(null, context, null);

    public bool Read(RowBatch batch, CancellationToken cancellation)
    {
        batch.Reset();
        using var stopped = cancellation.Register(_stop.Cancel);
        if (!_isOver)
        {
            Start();
            batch.FirstRow = _rows + 1;
            _isOver = !_gate.Fill(batch);
            _rows += batch.Count;
            _host.Rejects.MoveTo(batch.Rejected);
        }

        if (_isOver && batch.Read == 0)
        {
            _thread!.Join();
            cancellation.ThrowIfCancellationRequested();
            _fault?.Throw();
            return false;
        }

        return true;
    }

    public void Dispose()
    {
        _stop.Cancel();
        _gate.End();
        _thread?.Join();
        _host.Dispose();
        _inner?.Dispose();
        _stop.Dispose();
    }

    private void Start()
    {
        if (_thread is null)
        {
            _thread = new Thread(Run) { IsBackground = true, Name = $"flow {_flow.Name}" };
            _thread.Start();
        }
    }

    private void Run()
    {
        try
        {
            _result = FlowBuilding.Run(_context, _flow, _stop.Token);
            Tell(_result);
            if (_result.Failure is { } failure)
            {
                throw FlowBuilding.Failed(_context, failure, $"the worker '{_result.FailedWorker}'");
            }
        }
        catch (Exception failure)
        {
            // Whatever it was ends the package on its own thread, a bug too.
            _fault = ExceptionDispatchInfo.Capture(failure);
        }
        finally
        {
            _gate.End();
        }
    }

    private void Tell(FlowResult ended)
    {
        foreach (var worker in ended.Workers)
        {
            _context.Message(string.Create(CultureInfo.InvariantCulture,
                $"flow: {worker.Name}: {worker.RowsIn:N0} rows in, {worker.RowsOut:N0} out; "
                + $"{worker.Working.TotalSeconds:F2} s working, {worker.AwaitingRows.TotalSeconds:F2} s without rows, "
                + $"{worker.AwaitingRoom.TotalSeconds:F2} s without room"));
        }
    }
}
